import { lastUpdatedText } from '../orders/order-date.ts'
import { formatUsd } from './usd.ts'

interface Owed {
  cents: number
  from: string | null
  until: string | null
}

/** Whether the bank of what is owed last asks to confirm it, so that a card that was refused is not the reason. */
export const isToConfirm = (owed: readonly { isToConfirm?: boolean | undefined }[]): boolean =>
  owed.at(-1)?.isToConfirm === true

export const owedCents = (owed: readonly Pick<Owed, 'cents'>[]): number =>
  owed.reduce((sum, { cents }) => sum + cents, 0)

/** The orders for which anything is owed. */
export const owingOrders = (renewals: readonly { orderIds: readonly string[] }[]): Set<string> =>
  new Set(renewals.flatMap(({ orderIds }) => orderIds))

/** Stands beside an order for which something is owed. */
export const owesText = 'Payment due'

/**
 * What becomes of what is owed when an order ends, of which `still` is owed then; the list of that follows the last sentence.
 * `isShared`: other orders are billed with it, and continue.
 */
export function owedAfterEndTexts<O extends Pick<Owed, 'cents'> & { invoiceId: string }>(
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
        ? `You still owe ${formatUsd(owedCents(still))}, since other orders are billed together with it`
        : `You still owe ${formatUsd(owedCents(still))} for the time it ran. Paying does not start it again`,
    }),
  }
}

/** "Nov 3, 2026 – Dec 3, 2026: $50.00". */
export const owedText = ({ cents, from, until }: Owed): string =>
  from && until
    ? `${lastUpdatedText(from)} – ${lastUpdatedText(until)}: ${formatUsd(cents)}`
    : formatUsd(cents)
