import type { RouteObject } from 'react-router'
import type { PageHandle } from './app-shell/root.tsx'

/**
 * A page whose code travels when it is asked for. Its module exports `Component`, and `loader` when it has
 * data to prefetch (`prefetchForUser`).
 */
export const pageRoute = (path: string, title: string, lazy: RouteObject['lazy']): RouteObject => ({
  path,
  lazy,
  handle: { title } satisfies PageHandle,
})
