import type { LazyRouteFunction, RouteObject } from 'react-router'
import { loadPage } from './load-page.ts'
import type { PageHandle } from './root.tsx'

/**
 * A page whose code travels when it is asked for. Its module exports `Component`, and `loader` when it has
 * data to prefetch (`prefetchForUser`).
 */
export const pageRoute = (
  path: string,
  title: string,
  load: LazyRouteFunction<RouteObject>,
): RouteObject => ({
  path,
  lazy: () => loadPage(load),
  handle: { title } satisfies PageHandle,
})
