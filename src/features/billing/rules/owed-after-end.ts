import { formatUsd } from '#base/text/usd.ts'
import { owedCents } from './owed-words.ts'

/**
 * What becomes of what is owed when an order ends, of which `still` is owed then; the list of that follows the last sentence.
 * `isShared`: others are billed with it, of the same order or of another one, and continue.
 */
export function owedAfterEndTexts<O extends { invoiceId: string; cents: number }>(
  before: readonly O[],
  still: readonly O[],
  isShared = false,
): { givenUp?: string; still?: string } {
  const givenUp = before.filter((each) => still.every(({ invoiceId }) => invoiceId !== each.invoiceId))
  return {
    ...(givenUp.length > 0 && {
      givenUp: `You no longer have to pay the ${formatUsd(owedCents(givenUp))} that you owed for it.`,
    }),
    ...(still.length > 0 && {
      still: isShared
        ? `You still owe ${formatUsd(owedCents(still))}, since the rest of this subscription continues`
        : `You still owe ${formatUsd(owedCents(still))} for the time it ran. Paying does not start it again`,
    }),
  }
}
