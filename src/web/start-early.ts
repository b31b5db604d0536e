import type { DataRouter } from 'react-router'
import { reserveQuery } from './app-shell/reserve/reserve-query.ts'
import { sessionQuery } from './app-shell/session.ts'
import { whenKnown } from './app-shell/when-known.ts'
import { healthQuery } from './features/health/health-queries.ts'
import { ordersQuery } from './features/orders/orders-query.ts'
import { queryClient } from './query-client.ts'

/** Once a page that came with its outline can be drawn in its place. */
export const whenDrawable = (router: DataRouter): Promise<void> =>
  whenKnown(router, queryClient.ensureQueryData(sessionQuery))

interface EarlyPage {
  code: () => Promise<unknown>
  /** Asks for what it shows, before it is known who is there: it takes the answers that the page itself has asked for. */
  ask: () => unknown
}

/** Pages that came with their outline (`http/website.ts`). */
const earlyPages: Record<string, EarlyPage> = {
  '/dashboard': {
    code: () => import('./features/dashboard/dashboard-page.tsx'),
    ask: () => queryClient.prefetchQuery(ordersQuery),
  },
  '/health': {
    code: () => import('./features/health/health-page.tsx'),
    ask: () => [queryClient.prefetchQuery(healthQuery), queryClient.prefetchQuery(reserveQuery)],
  },
}

/**
 * Asks for what a customer's page is made of before the router gets to it, all at once. The answer depends on the
 * session as ever.
 */
export function startEarly(): void {
  const page = earlyPages[window.location.pathname]
  page?.ask()
  const code = [import('./customer-routes.tsx'), import('./app-shell/app-frame.tsx'), page?.code()]
  // What does not arrive is asked for again by the router, which knows what to say.
  void Promise.allSettled(code)
}
