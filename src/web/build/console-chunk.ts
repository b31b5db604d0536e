import { type Modules, neededBy } from './dashboard-chunk.ts'
import { fileOf } from './files-of.ts'

const start = fileOf('operator/main.tsx')
const early = fileOf('operator/start-early.ts')

/** The pages that are opened often and need no library of forms. */
const pages = [
  'frame/console-frame',
  'home/home-page',
  'work/work-page',
  'customers/customers-page',
  'customers/page/customer-page',
  'orders/orders-page',
  'orders/order-page',
  'domains/domains-page',
  'domains/domain-page',
  'mailboxes/mailbox-page',
  'health/health-page',
  'health/domain-health-page',
  'capacity/capacity-page',
  'capacity/account-page',
  'money/money-page',
  'import/imports-page',
  'import/import-page',
].map((page) => fileOf(`operator/${page}.tsx`))

export const consoleEntries: readonly string[] = [start, ...pages]

/**
 * The one file that these pages travel in, with all that they are made of: ninety small files would arrive far later,
 * each page's after those before it. What asks for their data runs before it, and is a small file beside it.
 */
export function consoleChunk(id: string, modules: Modules): string | null {
  if (isEarly(id, modules)) return 'early'
  return neededBy(consoleEntries, modules).has(id) ? 'console' : null
}

/** What a record's file is made of as well, as far as it needs no schemas: a list of states, say, that filters check by. */
const isEarly = (id: string, modules: Modules): boolean =>
  neededBy([early], modules).has(id) || (neededBy([early], modules, never).has(id) && !needsZod(id, modules))

const needsZod = (id: string, modules: Modules): boolean =>
  [...neededBy([id], modules, never)].some((each) => each.includes('/node_modules/zod/'))

const never = () => false
