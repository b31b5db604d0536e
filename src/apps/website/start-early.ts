import type { DataRouter } from 'react-router'
import { healthQuery } from '#features/health/web/health-queries.ts'
import { ordersQuery } from '#features/orders/web/shared/orders-query.ts'
import { reserveQuery } from '#features/reserve/web/reserve-query.ts'
import { sessionQuery } from '#ui/frame/session.ts'
import { whenKnown } from '#ui/frame/when-known.ts'
import { queryClient } from '#ui/query-client.ts'

/** Once a page that came with its outline can be drawn in its place. */
export const whenDrawable = (router: DataRouter): Promise<void> =>
  whenKnown(router, queryClient.ensureQueryData(sessionQuery))

interface EarlyPage {
  code: () => Promise<unknown>
  /** Asks for what it shows, before it is known who is there: it takes the answers that the page itself has asked for. */
  ask: () => unknown
}

/** Pages that came with their outline (`base/http/website.ts`). */
const earlyPages: Record<string, EarlyPage> = {
  '/dashboard': {
    code: () => import('#features/orders/web/dashboard/dashboard-page.tsx'),
    ask: () => queryClient.prefetchQuery(ordersQuery),
  },
  '/health': {
    code: () => import('#features/health/web/health-page.tsx'),
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
  const code = [import('./customer-routes.tsx'), import('#ui/frame/app-frame.tsx'), page?.code()]
  // What does not arrive is asked for again by the router, which knows what to say.
  void Promise.allSettled(code)
}
