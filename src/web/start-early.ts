import type { DataRouter } from 'react-router'
import { sessionQuery } from './app-shell/session.ts'
import { whenKnown } from './app-shell/when-known.ts'
import { ordersQuery } from './features/orders/orders-query.ts'
import { queryClient } from './query-client.ts'

/** Once a page that came with its outline can be drawn in its place. */
export const whenDrawable = (router: DataRouter): Promise<void> =>
  whenKnown(router, queryClient.ensureQueryData(sessionQuery))

/**
 * Asks for what a customer's page is made of before the router gets to it, all at once. The answer depends on the
 * session as ever.
 */
export function startEarly(): void {
  const { pathname } = window.location
  const isDashboard = pathname === '/dashboard'
  if (isDashboard) void queryClient.prefetchQuery(ordersQuery)
  const code = [
    import('./customer-routes.tsx'),
    import('./app-shell/app-frame.tsx'),
    ...(isDashboard ? [import('./features/dashboard/dashboard-page.tsx')] : []),
    ...(pathname === '/health'
      ? [import('./features/health/health-page.tsx').then((page) => page.loader())]
      : []),
  ]
  // What does not arrive is asked for again by the router, which knows what to say.
  void Promise.allSettled(code)
}
