import { describe, expect, test } from 'vitest'
import { quoteItems, reinstateItems } from '#features/checkout/rules/pricing.ts'
import { checkoutBody } from '#features/ordering/rules/checkout-request.ts'
import type { PlanId } from '#features/plans/rules/catalog.ts'
import { firstPriceList, pricesOf } from '#features/plans/rules/price-list.ts'
import { buildReinstateCheckout, type ReinstateResponse, reinstateResponse } from './reinstate-response.ts'

const prices = pricesOf(firstPriceList)

const group = (groupId: string, plan: PlanId, domains: string[]) => ({ groupId, plan, domains })
const answer = (groups: ReturnType<typeof group>[], lapsed: string[] = []): ReinstateResponse => ({
  success: true,
  message: '',
  domains: groups.flatMap(({ plan, domains }) =>
    domains.map((domain) => ({ domain, type: plan === 'google' ? ('google' as const) : ('azure' as const) })),
  ),
  domainGroups: groups,
  quote: quoteItems(
    reinstateItems(
      groups.map((each) => ({ ...each, domains: lapsed })),
      prices,
    ),
  ),
})
const from = { customer: { name: 'Jo Doe', email: 'jo@acme.com' }, origin: 'https://inboxyard.test' }
const build = (response: ReinstateResponse) => {
  const outcome = buildReinstateCheckout(reinstateResponse.parse(response), from)
  return outcome.ok ? checkoutBody.parse(outcome.value) : outcome.problem.message
}

describe('the checkout of a reinstatement', () => {
  test('of one group costs 50 dollars, every 30 days', () => {
    expect(build(answer([group('bun_1', 'azure', ['a.com', 'b.com'])]))).toMatchObject({
      plan: 'azure',
      orderCount: 1,
      orderType: 'reinstate',
      domainOption: 'own_domain',
      totalPrice: 50,
      monthlySubscription: 50,
      domainRegistrationFee: 0,
      domains: ['a.com', 'b.com'],
      domainGroups: [{ groupId: 'bun_1' }],
      successUrl: 'https://inboxyard.test/payment-success?session_id={CHECKOUT_SESSION_ID}',
      cancelUrl: 'https://inboxyard.test/reinstatement-cancelled',
    })
  })

  test('of several groups costs 50 dollars each, and the registration of what has lapsed', () => {
    const groups = [group('bun_1', 'azure', ['a.com']), group('bun_2', 'google', ['g.net'])]
    expect(build(answer(groups))).toMatchObject({ plan: 'azure_google', orderCount: 2, totalPrice: 100 })
    expect(build(answer(groups.slice(1), ['g.net']))).toMatchObject({
      plan: 'google',
      totalPrice: 59,
      domainRegistrationFee: 9,
    })
  })

  test('is not asked for when nothing was reinstated', () => {
    const good = answer([group('bun_1', 'azure', ['a.com'])])
    expect(build({ ...good, success: false, message: 'Not now.' })).toBe('Not now.')
    expect(build({ ...good, success: false })).toBe('Failed to reinstate order. Please try again.')
    expect(build({ ...good, domains: [] })).toBe('Invalid reinstate response data')
    expect(build({ ...good, domainGroups: [] })).toBe('Invalid reinstate response data')
  })
})
