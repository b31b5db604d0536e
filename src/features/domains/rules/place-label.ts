import { type GivenUpCause, lostPlaceLabel } from './given-up.ts'

/** What stands beside an order whose domains are spares. */
export const sparesLabel = 'Spares'
/** What stands beside a domain in the reserve whose place a spare has taken. */
export const spentLabel = 'To be replaced'

interface Placed {
  replacementOrdered?: boolean | undefined
  givenUp?: GivenUpCause | null | undefined
  isSpent?: boolean | undefined
}

/** What stands beside the name of a domain that has lost its place, or waits for another one; undefined for all others. */
export function placeLabel({ replacementOrdered, givenUp, isSpent }: Placed): string | undefined {
  if (replacementOrdered) return lostPlaceLabel(givenUp)
  return isSpent ? spentLabel : undefined
}
