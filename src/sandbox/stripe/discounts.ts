import type { Coupon, LineItem } from './objects.ts'

/**
 * What a coupon takes off each line, in cents. Only lines of the products it applies to; a percentage is
 * rounded on each line, a fixed amount is spread over the lines by their size and never exceeds them.
 */
export function discountPerLine(
  lines: readonly { product: string; cents: number }[],
  coupon: Pick<Coupon, 'percent_off' | 'amount_off' | 'applies_to'> | undefined,
): number[] {
  const covered = lines.map(
    (line) => coupon !== undefined && (coupon.applies_to?.products.includes(line.product) ?? true),
  )
  if (coupon?.percent_off)
    return lines.map((line, index) =>
      covered[index] ? Math.round((line.cents * coupon.percent_off!) / 100) : 0,
    )
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
export function withDiscount(lines: readonly LineItem[], coupon: Coupon | undefined): LineItem[] {
  const off = discountPerLine(
    lines.map((line) => ({ product: line.price.product, cents: line.amount_subtotal })),
    coupon,
  )
  return lines.map((line, index) => ({
    ...line,
    amount_discount: off[index]!,
    amount_total: line.amount_subtotal - off[index]!,
  }))
}

export const sum = (numbers: readonly number[]) => numbers.reduce((total, n) => total + n, 0)
