import type { Money } from '#features/billing/server/holds.ts'

/** Why an order is on hold once a payment for it has gone back as a whole, with this refund as the last of it. */
export const nothingLeft = (cents: number): Money => ({
  cents,
  happened: (amount) => `We refunded ${amount}, so nothing is left of a payment for this order.`,
})
