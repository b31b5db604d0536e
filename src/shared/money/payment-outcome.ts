/** What pages say about a payment once the customer is back. */
export const paymentOutcomeMessages = {
  succeeded: 'Your order has been placed successfully! Your domains are now being configured.',
  failed: 'There was an issue with your payment. Please try again or contact support.',
  cancelled: 'Your order was cancelled. You can continue where you left off.',
  notFound: 'Could not find order details. Please contact support.',
  notLoaded: 'Failed to load order details. Please contact support.',
  verifying: 'Verifying your payment...',
} as const

/** What the dashboard's address says about an order. */
export type DashboardOutcome = 'succeeded' | 'failed'

/** Reads the dashboard's address; anything but `true` says nothing. */
export function readDashboardOutcome(query: URLSearchParams): DashboardOutcome | undefined {
  if (query.get('order_success') === 'true') return 'succeeded'
  if (query.get('order_failure') === 'true') return 'failed'
  return undefined
}

/** The address without what was told; its other parameters stay. */
export function withoutDashboardOutcome(query: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(query)
  rest.delete('order_success')
  rest.delete('order_failure')
  return rest
}
