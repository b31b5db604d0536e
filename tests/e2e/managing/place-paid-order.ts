import type { Page } from '@playwright/test'
import { buildOrder } from '#features/ordering/rules/build-order.ts'
import { buildCheckout } from '#features/ordering/rules/checkout-request.ts'
import { emptyDraft, type OrderDraft } from '#features/ordering/rules/order-draft.ts'
import { type DomainOption, type PlanId, plans } from '#features/plans/rules/catalog.ts'
import type { SendingToolId } from '#features/tools/rules/sending-tools.ts'
import { freshLabel } from '../ordering/order-wizard.ts'
import { type Customer, expect } from '../product/test.ts'

export interface PaidOrder {
  orderId: string
  /** The first of its groups. */
  groupId: string
  /** Of all of its groups. */
  domains: string[]
}

/** Calls the API in the session of the page, as the page would. */
export async function callApi<T>(
  page: Page,
  method: 'GET' | 'POST',
  path: string,
  data?: unknown,
): Promise<T> {
  const origin = `http://127.0.0.1:${process.env.PORT}`
  const answer = await page.request.fetch(`${origin}${path}`, {
    method,
    data,
    headers: { 'x-requested-with': 'XMLHttpRequest', origin },
  })
  if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`)
  return answer.json() as Promise<T>
}

/** An order of the signed-in customer, paid at the payment provider's page; being set up from then on. */
export async function placePaidOrder(
  page: Page,
  customer: Customer,
  {
    plan = 'azure',
    domainOption = 'purchase',
    orderCount = 1,
    tool = 'other',
    credentials = {},
    beforePayment,
  }: {
    plan?: PlanId
    domainOption?: DomainOption
    orderCount?: number
    tool?: SendingToolId
    credentials?: Record<string, string>
    beforePayment?: (domains: string[]) => Promise<unknown>
  } = {},
): Promise<PaidOrder> {
  const { domains } = plans[plan]
  // Of an own name that nobody has, no registry says so under .dev.
  const tld = domainOption === 'own' ? 'dev' : 'com'
  const fresh = (count: number) => Array.from({ length: count * orderCount }, () => `${freshLabel()}.${tld}`)
  const empty = emptyDraft()
  const draft = {
    ...empty,
    plan,
    orderCount,
    domainOption,
    domains: {
      ...empty.domains,
      [domainOption]: { azure: fresh(domains.azure), google: fresh(domains.google) },
    },
    forwardUrl: 'https://example.com',
    companyName: 'Acme 42',
    tool: { tool, connectionId: null, shown: credentials },
    people: [
      { id: '1', firstName: 'Jane', lastName: 'Doe' },
      { id: '2', firstName: 'John', lastName: 'Roe' },
    ].slice(0, plans[plan].maxPeople),
  } satisfies OrderDraft
  const body = buildOrder(draft)
  if (!body.ok) throw new Error(body.problem.message)
  const taken = await callApi<{
    orderIds: string[]
    data: { domainGroups: { groupId: string; domains: string[] }[] }
    quote: Parameters<typeof buildCheckout>[2]
  }>(page, 'POST', '/api/orders', body.value)
  const groups = taken.data.domainGroups
  const ordered = groups.flatMap((group) => group.domains)
  const { url } = await callApi<{ url: string }>(
    page,
    'POST',
    '/api/payments/create-checkout-session',
    buildCheckout(draft, { orderIds: taken.orderIds, domainGroups: groups }, taken.quote, {
      customer,
      origin: `http://127.0.0.1:${process.env.PORT}`,
      termsAccepted: true,
    }),
  )
  // Once the page is open: names that are gone before get none.
  await beforePayment?.(ordered)
  await payAt(page, url)
  return { orderId: taken.orderIds[0] ?? '', groupId: groups[0]?.groupId ?? '', domains: ordered }
}

/** An order that is paid and set up. */
export async function placeDeliveredOrder(...order: Parameters<typeof placePaidOrder>): Promise<PaidOrder> {
  const placed = await placePaidOrder(...order)
  await expectStatus(order[0], placed.domains, 'done')
  return placed
}

/** Pays on the provider's page and waits until the product has heard of it. */
async function payAt(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.getByRole('button', { name: 'Pay' }).click()
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible({ timeout: 30_000 })
}

interface ListedDomain {
  domain: string
  status: string
}

/** Waits until the product says so of all domains. Setting up makes hundreds of calls, so it may take a while. */
export async function expectStatus(page: Page, domains: readonly string[], status: string): Promise<void> {
  await expect
    .poll(
      async () => {
        const { domains: listed } = await callApi<{ domains: ListedDomain[] }>(page, 'GET', '/api/domains')
        return domains.map((name) => listed.find(({ domain }) => domain === name)?.status)
      },
      { timeout: 120_000, intervals: [500] },
    )
    .toEqual(domains.map(() => status))
}
