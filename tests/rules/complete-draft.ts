import { emptyDraft, type OrderDraft } from '#features/ordering/rules/order-draft.ts'
import { type DomainOption, type PlanId, requiredDomains } from '#features/plans/rules/catalog.ts'
import { secretMask } from '#features/tools/rules/tool-credentials.ts'

/** Different `.com` names. */
export const names = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}.com`)

/** A draft with nothing left to do. */
export function completeDraft(
  plan: PlanId,
  orderCount = 1,
  domainOption: DomainOption = 'purchase',
): OrderDraft {
  const required = requiredDomains(plan, orderCount)
  const domains = { azure: names(required.azure, 'entra'), google: names(required.google, 'gmail') }
  return {
    ...emptyDraft(),
    plan,
    orderCount,
    domainOption,
    domains: { purchase: { azure: [], google: [] }, own: { azure: [], google: [] }, [domainOption]: domains },
    confirmedDomains: domainOption === 'own' ? [...domains.azure, ...domains.google] : [],
    forwardUrl: 'example.com',
    companyName: 'Acme',
    tool: {
      tool: 'bison',
      connectionId: 'con_1',
      shown: {
        url: 'https://send.acme.com',
        username: 'jane@acme.com',
        password: secretMask,
        workspace: 'Acme',
        apiKey: secretMask,
        appId: 'app',
      },
    },
    people: [{ id: '1', firstName: 'Jane', lastName: 'Doe' }],
  }
}
