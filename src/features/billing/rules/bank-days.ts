/**
 * How long a bank may take to pay or refuse a debit; names are held for as long. The slowest of Stripe's, SEPA, says so after
 * 14 days at most: https://docs.stripe.com/payments/sepa-debit
 */
export const bankDaysMost = 14

/** What customers read in between. */
export const withBankText = `Your bank takes up to ${bankDaysMost} days. Nothing to do until then: your domains are held for you, and we email you when the payment arrives or fails.`
