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
  if (neededBy([early], modules).has(id)) return 'early'
  return neededBy(consoleEntries, modules).has(id) ? 'console' : null
}
