import type { Fee } from '#base/db/left-of-payment.ts'
import type { domainNames, domains } from '#base/db/schema/index.ts'

type Holding = Pick<typeof domains.$inferSelect, 'source' | 'status' | 'takenAt'>

/** What is known of its registration. `hasEnded`: it had one, which we were to renew. */
interface Registered {
  registration: (typeof domainNames.$inferSelect)['registration']
  hasEnded: boolean
}

/**
 * Whether a name was bought, paid for and has no registration: the customer may choose another one at no cost, unless
 * something of what was paid for it last (`fees`, the latest first) has gone back. It does for one that its owner has
 * taken.
 */
export const isPaidFor = (
  { source, status, takenAt }: Holding,
  name: Registered | null | undefined,
  [fee]: readonly Pick<Fee, 'netCents' | 'leftCents'>[],
): boolean =>
  source === 'bought' &&
  status === 'error' &&
  takenAt === null &&
  (name?.registration !== 'registered' || name.hasEnded) &&
  (fee === undefined || fee.leftCents === fee.netCents)

/** What goes back of the fees of a name that is given up, in cents. */
export const owedCents = (fees: readonly Pick<Fee, 'leftCents' | 'handedTo'>[]): number =>
  fees.reduce((sum, { leftCents, handedTo }) => sum + (handedTo === null ? leftCents : 0), 0)
