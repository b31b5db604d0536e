import type { SelectedDomain } from './reinstate-selection.ts'

/** Address of the page that reinstates these domains. */
export const reinstatePath = (domains: readonly SelectedDomain[]): string => {
  const selected = domains.map(({ domain, domainType, status, groupId, plan }) => ({
    domain,
    domainType,
    status,
    groupId,
    plan,
  }))
  return `/reinstate-order?${new URLSearchParams({ domains: JSON.stringify(selected) })}`
}
