import type { Location } from 'react-router'

/** Where the console's pages stand. */
export const operatorPaths = {
  home: '/operator',
  signIn: '/operator/sign-in',
  join: '/operator/join',
  staff: '/operator/staff',
  account: '/operator/account',
} as const

/** Where the sign-in page leads: where somebody wanted to go, if that is a page behind it. */
export function consolePathAskedFor({ state }: Location): string {
  const from: unknown = state?.from
  const isBehind = typeof from === 'string' && /^\/operator(?:$|[/?#])/.test(from)
  return isBehind ? from : operatorPaths.home
}
