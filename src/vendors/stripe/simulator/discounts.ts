import type { Coupon, LineItem } from './objects.ts'

/** Stripe does not say where half a cent goes, so either can be played. */
export type HalfCent = 'discounted' | 'charged'

/** `percent` of some cents to the nearest cent, of the exact decimal: Stripe keeps what was entered, not a binary fraction. */
function percentOf(cents: number, percent: number, half: HalfCent): number {
  const decimals = 12
  const dividend = BigInt(cents) * BigInt(percent.toFixed(decimals).replace('.', ''))
  const divisor = 10n ** BigInt(2 + decimals)
  const [cent, rest] = [dividend / divisor, (dividend % divisor) * 2n]
  return Number(cent) + (rest > divisor || (rest === divisor && half === 'discounted') ? 1 : 0)
}

/**
 * What a coupon takes off each line, in cents. Only lines of the products it applies to; a percentage is
 * rounded on each line, a fixed amount is spread over the lines by their size and never exceeds them.
 */
export function discountPerLine(
  lines: readonly { product: string; cents: number }[],
  coupon: Pick<Coupon, 'percent_off' | 'amount_off' | 'applies_to'> | undefined,
  half: HalfCent = 'discounted',
): number[] {
  const covered = lines.map(
    (line) => coupon !== undefined && (coupon.applies_to?.products.includes(line.product) ?? true),
  )
  if (coupon?.percent_off)
    return lines.map((line, index) => (covered[index] ? percentOf(line.cents, coupon.percent_off!, half) : 0))
  const total = lines.reduce((sum, line, index) => sum + (covered[index] ? line.cents : 0), 0)
  let left = Math.min(coupon?.amount_off ?? 0, total)
  let restOfLines = total
  return lines.map((line, index) => {
    if (!covered[index] || left === 0) return 0
    const share = Math.round((left * line.cents) / restOfLines)
    restOfLines -= line.cents
    left -= share
    return share
  })
}

/** The lines with a coupon's discount worked in. */
export function withDiscount(
  lines: readonly LineItem[],
  coupon: Coupon | undefined,
  half?: HalfCent,
): LineItem[] {
  const off = discountPerLine(
    lines.map((line) => ({ product: line.price.product, cents: line.amount_subtotal })),
    coupon,
    half,
  )
  return lines.map((line, index) => ({
    ...line,
    amount_discount: off[index]!,
    amount_total: line.amount_subtotal - off[index]!,
  }))
}

export const sum = (numbers: readonly number[]) => numbers.reduce((total, n) => total + n, 0)
