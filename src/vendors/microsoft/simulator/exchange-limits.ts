import type { Cmdlet } from './cmdlet.ts'
import type { Tenant } from './state.ts'

/** https://learn.microsoft.com/entra/identity/users/licensing-service-plan-reference */
const plansOfProduct: Record<string, readonly string[]> = {
  EXCHANGESTANDARD: ['EXCHANGE_S_STANDARD'],
  FLOW_FREE: ['EXCHANGE_S_FOUNDATION', 'FLOW_P2_VIRAL'],
}

export const servicePlansOf = ({ skuPartNumber }: Tenant['skus'][number]): readonly string[] =>
  plansOfProduct[skuPartNumber] ?? []

const mailboxPlan = /^EXCHANGE_(?:B|L|S)_(?:STANDARD|ENTERPRISE|DESKLESS|ESSENTIALS)/

const paidLicenses = ({ skus }: Tenant): number =>
  skus
    .filter(({ isTrial, capabilityStatus }) => !isTrial && capabilityStatus === undefined)
    .filter((sku) => servicePlansOf(sku).some((plan) => mailboxPlan.test(plan)))
    .reduce((sum, { units }) => sum + units, 0)

/**
 * Outside recipients that a tenant may reach in 24 hours:
 * https://techcommunity.microsoft.com/blog/exchange/introducing-exchange-online-tenant-outbound-email-limits/4372797
 */
export function outsideLimit(tenant: Tenant): { perDay: number; isTrial: boolean } {
  const paid = paidLicenses(tenant)
  return paid === 0
    ? { perDay: 5_000, isTrial: true }
    : { perDay: Math.floor(500 * paid ** 0.7 + 9_500), isTrial: false }
}

/** By the names that https://microsoft.github.io/CSS-Exchange/Transport/Get-TerrlExternalRecipientEstimate reads. */
export const limitCmdlets: Record<string, Cmdlet> = {
  'Get-LimitsEnforcementStatus': (tenant) => {
    const { perDay } = outsideLimit(tenant)
    const reached = tenant.reachedOutside ?? 0
    return [
      {
        EnforcementEnabled: true,
        ObservedValue: reached,
        Threshold: perDay,
        Verdict: reached >= perDay ? 'Block' : 'Allow',
      },
    ]
  },
}
