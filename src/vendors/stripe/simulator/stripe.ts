import { Hono } from 'hono'
import * as z from 'zod'
import type { Vendor, World } from '#vendors/sandbox/world.ts'
import { openStripeAccount, type StripeAccount } from './account.ts'
import { createApi } from './api.ts'
import { checkoutRoutes, expireDueSessions } from './checkout-sessions.ts'
import { createControl } from './control.ts'
import { customerRoutes } from './customers.ts'
import { deleteCustomerRoute } from './delete-customer.ts'
import { expiredPromotion, launchPromotion } from './demo.ts'
import { createIdempotency } from './idempotency.ts'
import { invoiceActionRoutes } from './invoice-actions.ts'
import { invoiceItemRoutes } from './invoice-items.ts'
import { createInvoicePage } from './invoice-page.ts'
import { invoiceRoutes } from './invoices.ts'
import { isWithin, page } from './lists.ts'
import { expandable, paging, text, timeRange } from './params.ts'
import { createPayPage } from './pay-page.ts'
import { paymentRoutes } from './payments.ts'
import { portalRoutes } from './portal.ts'
import { createPortalPage } from './portal-page.ts'
import { existing } from './problem.ts'
import { createProduct, productRoutes } from './products.ts'
import { createCoupon, createPromotionCode, promotionRoutes } from './promotions.ts'
import { returnRoutes } from './returns.ts'
import { type Route, route } from './route.ts'
import { stripeSections } from './sections.ts'
import { createStripeFaults } from './stripe-faults.ts'
import { subscriptionRoutes } from './subscription-routes.ts'
import { runDueBilling } from './subscriptions.ts'
import { webhookEndpointRoutes } from './webhook-endpoint.ts'
import { createWebhookSender } from './webhooks.ts'

/** Seconds an event can be read again. */
const keptFor = 30 * 86_400

const listParams = z.strictObject({
  ...paging,
  type: text.optional(),
  types: z.array(text).max(20).optional(),
  created: timeRange.optional(),
  delivery_success: text.optional(),
})

/** `checkout.session.*` stands for all of its kind. */
const matches = (type: string, pattern: string) =>
  pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern

const eventRoutes = (account: StripeAccount): Route[] => [
  route({
    method: 'GET',
    path: '/v1/events',
    params: listParams,
    answer: ({ type, types, created, delivery_success: _, ...request }) => {
      const oldest = Math.max(created?.gte ?? created?.gt ?? 0, account.now() - keptFor)
      return page(account.events, '/v1/events', request, {
        where: (event) =>
          (type === undefined || matches(event.type, type)) &&
          (types?.some((pattern) => matches(event.type, pattern)) ?? true) &&
          isWithin(event.created, created),
        until: (event) => event.created < oldest,
      })
    },
  }),
  route({
    method: 'GET',
    path: '/v1/events/:id',
    params: z.strictObject(expandable),
    answer: (_, { id = '' }) => {
      const event = account.events.get(id)
      return existing(event && event.created >= account.now() - keptFor ? event : undefined, 'event', id)
    },
  }),
]

/** Stripe at the sandbox's root: the API at `/v1`, hosted pages at `/pay`, `/portal` and `/invoice`. */
export function createStripe(world: World): Vendor {
  const account = openStripeAccount(world)
  const webhooks = createWebhookSender(account)
  const idempotency = createIdempotency(world)
  account.onEvent = webhooks.queue

  const api = createApi(
    account,
    [
      ...customerRoutes(account),
      deleteCustomerRoute(account),
      ...productRoutes(account),
      ...promotionRoutes(account),
      ...checkoutRoutes(account),
      ...subscriptionRoutes(account),
      ...invoiceRoutes(account),
      ...invoiceActionRoutes(account),
      ...invoiceItemRoutes(account),
      ...paymentRoutes(account),
      ...returnRoutes(account),
      ...portalRoutes(account),
      ...eventRoutes(account),
      ...webhookEndpointRoutes(account),
    ],
    idempotency,
  )
  const app = new Hono()
    .route('/', createPayPage(account))
    .route('/', createPortalPage(account))
    .route('/', createInvoicePage(account))
    .route('/', api)

  return {
    name: 'stripe',
    prefix: '',
    app,
    control: createControl(account, webhooks),
    seed: () => seed(account),
    sections: () => stripeSections(account, webhooks),
    playFault: createStripeFaults(idempotency, async (request) => app.fetch(request)),
    async tick() {
      world.store.transaction(() => {
        expireDueSessions(account)
        runDueBilling(account)
      })
      await webhooks.deliverDue()
    },
    start: webhooks.start,
    stop: webhooks.stop,
  }
}

/** Products and promotion codes that the seller has set up in the dashboard. */
function seed(account: StripeAccount) {
  const names: Record<string, string> = {
    inboxyard_azure: 'Inboxyard Azure',
    inboxyard_google: 'Inboxyard Google',
    inboxyard_premium: 'Inboxyard Premium',
    inboxyard_domain: 'Domain registration',
  }
  for (const [id, name] of Object.entries(names)) createProduct(account, { id, name })
  for (const { couponId, percentOff, products, code } of [launchPromotion, expiredPromotion]) {
    createCoupon(account, {
      id: couponId,
      percent_off: percentOff,
      duration: 'once',
      applies_to: { products: [...products] },
    })
    createPromotionCode(account, {
      code,
      promotion: { type: 'coupon', coupon: couponId },
      active: code === launchPromotion.code,
    })
  }
}
