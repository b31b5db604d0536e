import type { Fee } from '#base/db/left-of-payment.ts'
import type { domainNames, domains } from '#base/db/schema/index.ts'

/** What our record says of a name. */
export type NameRecord = Pick<typeof domainNames.$inferSelect, 'registration' | 'expiresAt'>
type Held = NameRecord & Pick<typeof domains.$inferSelect, 'source'>

/** Whether a name has to be registered again before it can come back. */
const isLapsed = ({ source, registration, expiresAt }: Held, now: Date): boolean =>
  source === 'bought' &&
  (registration !== 'registered' || (expiresAt !== null && expiresAt.getTime() <= now.getTime()))

/**
 * Whether a name costs its price again before its order resumes: its registration has run out, or the latest payment
 * for it went back as a whole. In an order that is live, one that is not registered yet is going to be, for what was
 * paid.
 */
export const isDueAgain = (
  held: Held,
  latestFee: Pick<Fee, 'paymentLeftCents'> | undefined,
  { isLive, now }: { isLive: boolean; now: Date },
): boolean =>
  latestFee?.paymentLeftCents === 0 ||
  ((held.registration === 'registered' || !isLive) && isLapsed(held, now))
