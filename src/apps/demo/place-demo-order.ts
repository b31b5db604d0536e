import { and, eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import { orders } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { syncCheckout } from '#features/checkout/server/sync-checkout.ts'
import { buildOrder } from '#features/ordering/rules/build-order.ts'
import { buildCheckout } from '#features/ordering/rules/checkout-request.ts'
import { emptyDraft, type OrderDraft } from '#features/ordering/rules/order-draft.ts'
import { orderBody } from '#features/ordering/rules/order-payload.ts'
import { createOrder } from '#features/ordering/server/create-order.ts'
import { payForOrder } from '#features/ordering/server/pay-for-order.ts'
import type { DemoOrder } from './demo-orders.ts'
import type { DemoCredentials, SandboxControl } from './sandbox-control.ts'

export interface DemoCustomer {
  id: string
  email: string
  name: string
}

/** What the customer typed into the tool step; a password where the tool wants one is made up. */
async function toolValues(
  order: DemoOrder,
  given: DemoCredentials,
  { bisonUrl, post }: SandboxControl,
): Promise<Record<string, string>> {
  switch (order.tool) {
    case 'instantly':
      return { password: 'Lumen.Outreach.1', ...given.instantly }
    case 'smartlead':
      return { ...given.smartlead, ...(await smartleadLinks(post, given.smartlead.apiKey ?? '')) }
    case 'bison':
      return { password: 'Harborline.Desk.1', appId: 'harborline-app', url: bisonUrl, ...given.bison }
    case 'other':
      return {}
  }
}

/** What a Smartlead user copies from its pages, where mailboxes are signed in to. */
async function smartleadLinks(post: SandboxControl['post'], apiKey: string) {
  const linkAt = async (provider: 'microsoft' | 'google') =>
    (await post<{ link: string }>('/_smartlead/link', { apiKey, provider })).link
  return { oauthLink: await linkAt('microsoft'), googleOauthLink: await linkAt('google') }
}

function draftOf(order: DemoOrder, shown: Record<string, string>): OrderDraft {
  const empty = emptyDraft()
  return {
    ...empty,
    plan: order.plan,
    orderCount: order.bundles,
    domainOption: order.option,
    domains: { ...empty.domains, [order.option]: order.names },
    confirmedDomains: order.option === 'own' ? [...order.names.azure, ...order.names.google] : [],
    forwardUrl: `https://${order.companyName.toLowerCase().replaceAll(' ', '')}.com`,
    companyName: order.companyName,
    tool: { tool: order.tool, connectionId: null, shown },
    people: order.people.map((person, i) => ({ id: String(i), ...person })),
  }
}

/** Orders and pays as the wizard would; an order that stands already is left as it is, an unpaid one is paid. */
export async function placeDemoOrder(
  deps: Dependencies,
  sandbox: SandboxControl,
  credentials: DemoCredentials,
  customer: DemoCustomer,
  order: DemoOrder,
): Promise<void> {
  const paid = await deps.db.$count(
    orders,
    and(
      eq(orders.customerId, customer.id),
      eq(orders.companyName, order.companyName),
      eq(orders.status, 'active'),
    ),
  )
  if (paid > 0) return
  const draft = draftOf(order, await toolValues(order, credentials, sandbox))
  const built = buildOrder(draft)
  if (!built.ok)
    throw new Error(`The demo order of ${order.companyName} is not complete: ${built.problem.message}`)
  const taken = await createOrder(deps, customer.id, z.parse(orderBody, built.value), 'all')
  const checkout = buildCheckout(
    draft as Parameters<typeof buildCheckout>[0],
    { orderIds: [taken.orderId], domainGroups: taken.groups },
    taken.quote,
    { customer, origin: deps.config.publicUrl, termsAccepted: true },
  )
  const { url, sessionId } = await payForOrder(deps, customer, checkout, 'all')
  await sandbox.pay(url)
  await syncCheckout(deps, sessionId)
}
