import { lazy, type ReactNode } from 'react'

/**
 * A part whose code is fetched when it is first drawn, within a `Suspense`. Where that fails `Missing` is drawn in its
 * place, with the same props, and not the error page in the place of everything. It stays until the page is loaded
 * anew: browsers remember of a module that it did not arrive.
 */
export const latePart = <P extends object>(
  load: () => Promise<{ default: (props: P) => ReactNode }>,
  Missing: (props: NoInfer<P>) => ReactNode,
) => lazy(() => load().catch(() => ({ default: Missing })))
