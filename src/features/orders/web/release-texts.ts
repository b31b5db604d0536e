import { countOf } from '#base/text/count-of.ts'
import { formatUsd } from '#base/text/usd.ts'
import { billingPeriodDays } from '#features/plans/rules/catalog.ts'
import type { GroupDetails } from '../api/groups.ts'
import { orderDateText } from '../rules/order-date.ts'
import { heldNamesRenewDays } from '../rules/order-holds.ts'

/** What paying again costs, and what for. */
export function releaseText({
  totalCents,
  monthlyCents,
  groups,
  domains,
}: NonNullable<GroupDetails['release']>): string {
  const all = groups > 1 ? ` for all ${groups} groups of this order that are on hold` : ''
  const once =
    domains.length > 0
      ? `, and ${formatUsd(totalCents - monthlyCents)} once for the registration of ${domains.length === 1 ? domains[0] : countOf(domains.length, 'domain')}`
      : ''
  return `It costs ${formatUsd(monthlyCents)} now and every ${billingPeriodDays} days from then on${all}${once}.`
}

/** Which domains are lost if nothing happens, and when. */
export const expiringText = (expiring: GroupDetails['expiring']): string => {
  const named = expiring.map(({ domain, on }) => `${domain} on ${orderDateText(on)}`)
  return `Domains of an order on hold are renewed for ${heldNamesRenewDays} days only. About to expire: ${named.join(', ')}.`
}
