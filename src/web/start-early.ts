import { ordersQuery } from './features/orders/orders-query.ts'
import { queryClient } from './query-client.ts'

// Only pages of customers come with their outline, which is kept until then.
export { whenKnown } from './app-shell/when-known.ts'

/**
 * Asks for what a customer's page is made of before the router gets to it, all at once. The answer depends on the
 * session as ever.
 */
export function startEarly(): void {
  const isDashboard = window.location.pathname === '/dashboard'
  if (isDashboard) void queryClient.prefetchQuery(ordersQuery)
  const code = [
    import('./customer-routes.tsx'),
    import('./app-shell/app-frame.tsx'),
    ...(isDashboard ? [import('./features/dashboard/dashboard-page.tsx')] : []),
  ]
  // What does not arrive is asked for again by the router, which knows what to say.
  void Promise.allSettled(code)
}
