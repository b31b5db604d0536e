import type { GivenUpCause } from '#shared/domains/given-up.ts'
import type { domains } from '../../db/schema/index.ts'

type Row = Pick<typeof domains.$inferSelect, 'status' | 'replacesId'> & {
  isReplaced: boolean
  isTaken: boolean
  isDelivered: boolean
}

/**
 * Whether a domain lost its place without another one being ordered for what it served, and why. One that is taken back
 * leaves the one it was to replace, and nothing stands in its own place.
 */
export function givenUpCause(
  { status, replacesId, isReplaced, isTaken, isDelivered }: Row,
  hasSuccessor: boolean,
): GivenUpCause | undefined {
  if (!isReplaced || isTaken || status !== 'cancelled') return undefined
  if (!hasSuccessor && replacesId === null) return 'taken back'
  return isDelivered ? undefined : 'undelivered'
}
