/** What pages say about a payment once the customer is back. */
export const paymentOutcomeMessages = {
  succeeded: 'Your order has been placed successfully! Your domains are now being configured.',
  failed: 'There was an issue with your payment. Please try again or contact support.',
  cancelled: 'Your order was cancelled. You can continue where you left off.',
  notFound: 'Could not find order details. Please contact support.',
  notLoaded: 'Failed to load order details. Please contact support.',
  withBank: 'Your bank is processing the payment',
  verifying: 'Verifying your payment...',
} as const
