/** Every page that needs a session, as the product's table of routes has them. */
export const customerPages = [
  '/dashboard',
  '/choose-plan',
  '/select-domains',
  '/setup-domain-settings',
  '/review-order',
  '/instantly-bulk-update',
  '/smartlead-bulk-update',
  '/reinstate-order',
  '/payment-success',
  '/payment-cancel',
  '/confirmed_order',
  '/cancel_order',
  '/health',
  '/plan-by-volume',
  '/account',
  '/reset-password',
]
