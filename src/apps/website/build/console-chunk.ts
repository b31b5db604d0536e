import { type Modules, neededBy } from './dashboard-chunk.ts'
import { fileOf } from './files-of.ts'

const start = fileOf('apps/console/main.tsx')
const early = fileOf('apps/console/start-early.ts')

/** The pages that are opened often and need no library of forms. */
const pages = [
  'apps/console/console-frame',
  'features/home/console/home-page',
  'features/work/console/work-page',
  'features/customers/console/customers-page',
  'features/customers/console/page/customer-page',
  'features/orders/console/orders-page',
  'features/orders/console/order-page',
  'features/domains/console/domains-page',
  'features/domains/console/domain-page',
  'features/people/console/mailbox-page',
  'features/health/console/health-page',
  'features/health/console/domain-health-page',
  'features/capacity/console/capacity-page',
  'features/capacity/console/account-page',
  'features/money/console/money-page',
  'features/fleet-import/console/imports-page',
  'features/fleet-import/console/import-page',
].map((page) => fileOf(`${page}.tsx`))

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
