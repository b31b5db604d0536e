import type { Location } from 'react-router'

/** Where the console's pages stand. */
export const operatorPaths = {
  home: '/operator',
  signIn: '/operator/sign-in',
  join: '/operator/join',
  forgot: '/operator/forgot',
  chooseForgotten: '/operator/choose-password',
  work: '/operator/work',
  workDkim: '/operator/work/dkim',
  workConnect: '/operator/work/connect',
  customers: '/operator/customers',
  orders: '/operator/orders',
  domains: '/operator/domains',
  health: '/operator/health',
  mailboxes: '/operator/mailboxes',
  capacity: '/operator/capacity',
  money: '/operator/money',
  plans: '/operator/plans',
  imports: '/operator/import',
  brand: '/operator/brand',
  staff: '/operator/staff',
  account: '/operator/account',
} as const

export const customerPath = (id: string): string => `${operatorPaths.customers}/${id}`
export const orderPath = (id: string): string => `${operatorPaths.orders}/${id}`
export const domainPath = (id: string): string => `${operatorPaths.domains}/${id}`
export const accountPath = (id: string): string => `${operatorPaths.capacity}/${id}`
export const importPath = (id: string): string => `${operatorPaths.imports}/${id}`
export const domainHealthPath = (id: string): string => `${operatorPaths.health}/${id}`
export const mailboxPath = (id: string): string => `${operatorPaths.mailboxes}/${id}`

/** Where the sign-in page leads: where somebody wanted to go, if that is a page behind it. */
export function consolePathAskedFor({ state }: Location): string {
  const from: unknown = state?.from
  const isBehind = typeof from === 'string' && /^\/operator(?:$|[/?#])/i.test(from)
  return isBehind ? from : operatorPaths.home
}
