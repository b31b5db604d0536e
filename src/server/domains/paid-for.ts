import type { Fee } from '../db/left-of-payment.ts'
import type { domainNames, domains } from '../db/schema/index.ts'

type Holding = Pick<typeof domains.$inferSelect, 'source' | 'status' | 'takenAt'>
type Registration = (typeof domainNames.$inferSelect)['registration']

/**
 * Whether a name was bought, paid for and not registered: the customer may choose another one at no cost, unless
 * something of what was paid for it last (`fees`, the latest first) has gone back. It does for one that its owner has
 * taken.
 */
export const isPaidFor = (
  { source, status, takenAt }: Holding,
  registration: Registration | undefined,
  [fee]: readonly Pick<Fee, 'netCents' | 'leftCents'>[],
): boolean =>
  source === 'bought' &&
  status === 'error' &&
  takenAt === null &&
  registration !== 'registered' &&
  (fee === undefined || fee.leftCents === fee.netCents)
