/**
 * Why a domain has lost its place in the group, where it is not that it was replaced:
 *
 * - `undelivered`: another one was ordered for it before it was delivered
 * - `taken back`: it was to replace another one, which is kept instead; it may have served beside that for a while
 */
export const givenUpCauses = ['undelivered', 'taken back'] as const
export type GivenUpCause = (typeof givenUpCauses)[number]

/** What stands beside the name of a domain that has lost its place; one that served is replaced. */
export const lostPlaceLabel = (givenUp: GivenUpCause | undefined | null): string => {
  if (givenUp === 'taken back') return 'Taken back'
  return givenUp === 'undelivered' ? 'Given up' : 'Replaced'
}
