/**
 * Everything of the staff's side. A file of its own, so that the list of the files that it is made of is no part of what
 * every page begins with.
 */
export const loadConsole = () => import('./operator-routes.tsx')
