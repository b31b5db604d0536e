import { fileOf, type Modules, neededBy } from './dashboard-chunk.ts'

const door = fileOf('operator/load-console.ts')

/** What every page of the staff's side is made of. */
export const consoleEntries: readonly string[] = [
  door,
  fileOf('operator/operator-routes.tsx'),
  fileOf('operator/frame/console-frame.tsx'),
]

/** The pages that are opened often, but for those that customers have as well. */
const pages = [
  'home/home-page',
  'work/work-page',
  'customers/customers-page',
  'customers/page/customer-page',
  'orders/orders-page',
  'orders/order-page',
  'domains/domains-page',
  'domains/domain-page',
  'mailboxes/mailbox-page',
  'capacity/capacity-page',
  'capacity/account-page',
  'money/money-page',
].map((page) => fileOf(`operator/${page}.tsx`))

const start = fileOf('main.tsx')

export const consoleName = 'console'

/**
 * The file that these pages travel in, with all that no page of customers is made of: ninety small files would arrive
 * far later, each page's after those before it.
 */
export function consoleChunk(id: string, modules: Modules): string | null {
  const needed = neededBy([...consoleEntries, ...pages], modules)
  return id !== door && needed.has(id) && !reachedBy(start, modules).has(id) ? consoleName : null
}

let reached: Set<string> | undefined

/** All that a customer's browser may ever load. */
function reachedBy(id: string, modules: Modules): Set<string> {
  if (reached) return reached
  reached = new Set([door])
  const waiting = [id]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (reached.has(next)) continue
    reached.add(next)
    const { importedIds = [], dynamicallyImportedIds = [] } = modules.getModuleInfo(next) ?? {}
    waiting.push(...importedIds, ...dynamicallyImportedIds)
  }
  reached.delete(door)
  return reached
}
