/** What stays of someone whose personal data is erased, and why: for staff, before they erase and when it is done. */
export const staysAfterErasing = [
  'Orders, payments and refunds stay for the books: amounts and dates, without a name. Reasons that staff typed go.',
  'Domain names stay with their dates, because the books say what was bought.',
  'Invoices stay at Stripe, and the books keep their numbers to find them.',
  'Backups made until now hold everything until you delete them.',
] as const
