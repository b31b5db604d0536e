import type { Quote } from '#features/checkout/rules/pricing.ts'
import { buildOrder } from '#features/ordering/rules/build-order.ts'
import { buildCheckout, type CheckoutBody } from '#features/ordering/rules/checkout-request.ts'
import { emptyDraft, type OrderDraft } from '#features/ordering/rules/order-draft.ts'
import { type DomainOption, type PlanId, plans } from '#features/plans/rules/catalog.ts'
import type { SendingToolId } from '#features/tools/rules/sending-tools.ts'
import type { TestAnswer, TestBrowser } from './test-app.ts'
import type { TestWorld } from './test-world.ts'

let count = 0
const letters = (n: number) =>
  [...String(n).padStart(4, '0')].map((digit) => String.fromCharCode(97 + Number(digit))).join('')
/** A name that nobody has. */
export const freshName = (tld = 'com') => `brightyard${letters(++count)}.${tld}`

/** A complete draft, as the wizard would have left it. */
export function completeDraft(
  options: {
    plan?: PlanId
    orderCount?: number
    domainOption?: DomainOption
    isReserve?: boolean
    tool?: SendingToolId
    tld?: string
  } = {},
): OrderDraft {
  const { plan = 'azure', orderCount = 1, domainOption = 'purchase', tool = 'other' } = options
  const { isReserve = false } = options
  // Of a name that nobody has, the registry of .com says so; nobody can say it of one under .dev.
  const { tld = domainOption === 'own' ? 'dev' : 'com' } = options
  const names = (n: number) => Array.from({ length: n * orderCount }, () => freshName(tld))
  const empty = emptyDraft()
  return {
    ...empty,
    plan,
    orderCount,
    isReserve,
    domainOption,
    domains: {
      ...empty.domains,
      [domainOption]: { azure: names(plans[plan].domains.azure), google: names(plans[plan].domains.google) },
    },
    forwardUrl: 'https://example.com',
    companyName: 'Acme 42',
    tool: { tool, connectionId: null, shown: {} },
    people:
      plans[plan].maxPeople > 1
        ? [
            { id: '1', firstName: 'Jane', lastName: 'Doe' },
            { id: '2', firstName: 'John', lastName: 'Roe' },
          ]
        : [{ id: '1', firstName: 'Jane', lastName: 'Doe' }],
  }
}

type Customer = TestBrowser & { email: string }

export function takeOrder(
  customer: Customer,
  draft: OrderDraft,
  headers: Record<string, string> = {},
  query = '',
): Promise<TestAnswer> {
  const body = buildOrder(draft)
  if (!body.ok) throw new Error(body.problem.message)
  return customer.post(`/api/orders${query}`, body.value, headers)
}

/** The request the review page sends for an order that was taken. */
export function checkoutFor(
  customer: Customer,
  draft: OrderDraft,
  taken: TestAnswer,
  more: { quote?: Quote; promotionCode?: string; origin?: string } = {},
): CheckoutBody {
  return buildCheckout(
    draft as Parameters<typeof buildCheckout>[0],
    { orderIds: taken.body.orderIds, domainGroups: taken.body.data.domainGroups },
    more.quote ?? taken.body.quote,
    {
      customer: { name: 'Ada Byron', email: customer.email },
      origin: more.origin ?? 'http://localhost:3000',
      promotionCode: more.promotionCode,
      termsAccepted: true,
    },
  )
}

/** Presses a button of the hosted payment page, as a browser would. */
export async function press(
  world: TestWorld,
  url: string,
  action: 'pay' | 'decline' | 'cancel',
): Promise<Response> {
  return world.sandbox.fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ action }).toString(),
  })
}
