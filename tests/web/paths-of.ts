interface Route {
  path?: string | undefined
  children?: readonly Route[] | undefined
}

/** The addresses of all pages that a table of routes has. */
export const pathsOf = (routes: readonly Route[]): string[] =>
  routes.flatMap(({ path, children = [] }) => [...(path ? [path] : []), ...pathsOf(children)])
