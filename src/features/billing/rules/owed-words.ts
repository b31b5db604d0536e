import { formatUsd } from '#base/text/usd.ts'
import { lastUpdatedText } from '#features/orders/rules/order-date.ts'

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

/** "Nov 3, 2026 – Dec 3, 2026: $50.00". */
export const owedText = ({ cents, from, until }: Owed): string =>
  from && until
    ? `${lastUpdatedText(from)} – ${lastUpdatedText(until)}: ${formatUsd(cents)}`
    : formatUsd(cents)
