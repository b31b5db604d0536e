import { readFileSync } from 'node:fs'
import * as operator from '#ui/console/operator-paths.ts'

/*
 * Every page there is, as the product's tables of routes have them. Their modules need a window, so their text is read:
 * a page whose address is written there in another way than is known here is an error, and none is passed over.
 */

const sourceOf = (file: string) => readFileSync(new URL(`../../../src/apps/${file}`, import.meta.url), 'utf8')
const earlyPages = sourceOf('console/asked-early.ts')

/** The addresses of all pages that a piece of a table names. */
function addressesIn(table = ''): string[] {
  const found = [
    ...table.matchAll(/(?:\b(?:page|wizard|console)(?:Route|Page)\(\s*|\bpath: )(?!\.\.\.)([^,]+),/g),
  ]
  const addresses = found.map(([, written = '']) => addressOf(written)).filter((address) => address !== '*')
  for (const [written] of table.matchAll(/'\/[^']*'|\boperatorPaths\.\w+/g))
    if (!addresses.includes(addressOf(written))) throw notRead(written)
  return addresses
}
const notRead = (written: string) =>
  new Error(`There is a page at ${written}: let tests/e2e/product/routes.ts read that.`)

function addressOf(written: string): string {
  const [, text] = /^'(.+)'$/.exec(written) ?? []
  if (text && /^[/*]/.test(text)) return text
  const [, early] = new RegExp(`\\b${text}: {\\s*path: ([^,]+),`).exec(earlyPages) ?? []
  if (early) return addressOf(early)
  const [, name = '', id] = /^(?:operatorPaths\.)?(\w+)(?:\('(:id)'\))?$/.exec(written) ?? []
  const { operatorPaths, consolePathAskedFor: _, ...pathsOf } = operator
  const address = id
    ? pathsOf[name as keyof typeof pathsOf]?.(id)
    : operatorPaths[name as keyof typeof operatorPaths]
  if (!address) throw notRead(written)
  return address
}

/** Those that need a session, before the table that puts all together. */
const [ofCustomers, ofOthers] = sourceOf('website/customer-routes.tsx').split('export const customerRoutes')
const [ofNoStaff, ofStaff] = sourceOf('console/operator-routes.tsx')
  .split('export const operatorRoutes')[1]
  ?.split('RequireStaff') ?? ['']
// What stands before is for development.
const [, ofStrangers] = sourceOf('website/routes.tsx').split('export const createRouter')

const namesNothing = (address: string) => !address.includes(':')
const namesOne = (address: string) => address.includes(':')

/** Every page that needs a session. */
export const customerPages = addressesIn(ofCustomers).filter(namesNothing)
/** Every page that needs none: of strangers, and of who was sent a link. */
export const openPages = [...addressesIn(ofStrangers), ...addressesIn(ofOthers)]
/** Every page of the console before the sign-in. */
export const openConsolePages = addressesIn(ofNoStaff)
/** Every page of the console behind the sign-in. */
export const consolePages = addressesIn(ofStaff).filter(namesNothing)
/** Those of one customer, order, domain and so on, which `:id` stands for. */
export const consolePagesOfOne = addressesIn(ofStaff).filter(namesOne)
export const customerPagesOfOne = addressesIn(ofCustomers).filter(namesOne)

/** Pages of one thing each, with an id for every one of them. */
export function withIds<Page extends string>(
  named: string[],
  ids: Record<Page, string | undefined>,
): string[] {
  const missing = named.filter((page) => !ids[page as Page])
  const gone = Object.keys(ids).filter((page) => !named.includes(page))
  if (missing.length + gone.length > 0)
    throw new Error(`No example is given of ${missing}; there is no page at ${gone}.`)
  return named.map((page) => page.replace(/:\w+/, ids[page as Page] as string))
}
