import type { CheckoutKind } from '#features/ordering/rules/checkout-request.ts'

interface PaidWords {
  title: string
  next: readonly string[]
}

/** What a confirmed payment of each kind means. */
export const paidWords: Record<CheckoutKind, PaidWords> = {
  order: {
    title: 'Order Confirmed!',
    next: [
      'Our team starts setting up your order right away.',
      'You get setup confirmation e-mails for each order within 24-48 hours.',
      'You can track the status of your order on your dashboard.',
    ],
  },
  reinstate: {
    title: 'Reinstatement confirmed',
    next: [
      'Your domains are set up again with the settings you chose.',
      'You can track their status on your dashboard.',
    ],
  },
  replace: {
    title: 'Replacement confirmed',
    next: [
      'The new domains are being set up. The old ones keep sending until they are delivered.',
      'You can track their status on your dashboard.',
    ],
  },
  release: {
    title: 'Payment confirmed',
    next: ['Your order resumes: its mailboxes are switched on again.'],
  },
}
