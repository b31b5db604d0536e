import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import type { PlanId } from '#features/plans/rules/catalog.ts'
import type { VendorClientDependencies } from '#vendors/client/vendor-client.ts'
import type { Payments } from '#vendors/ports/payments.ts'
import { checkoutSessionParams } from './checkout-session-params.ts'
import { checkoutOfPayment, createCheckout, expireCheckout, findCheckout, readCheckout } from './checkouts.ts'
import type { StripeCall } from './client.ts'
import { createStripeClient, type StripeClient, type StripeOptions } from './client.ts'
import { createOnce } from './create-once.ts'
import { createProducts, type ProductNaming } from './ensure-products.ts'
import {
  cardTries,
  chosenCard,
  collectInvoice,
  forgiveInvoice,
  readInvoice,
  unpaidRenewals,
} from './invoices.ts'
import { createPortal } from './portal.ts'
import { probeStripe } from './probe.ts'
import { planOf } from './products.ts'
import {
  listChargeRecords,
  listDisputeRecords,
  listInvoiceRecords,
  listRefundRecords,
  readInvoiceRecord,
  readPaymentRecords,
} from './records.ts'
import { disputesOf, readDispute, readRefunds, refund } from './refunds.ts'
import { readSetup } from './setup.ts'
import {
  cancelSubscription,
  readSubscription,
  retrieve,
  runningSubscriptions,
  setSubscriptionBilling,
  subscriptionOfPayment,
} from './subscriptions.ts'
import { toEvent, toPromotion, toSubscription } from './translate.ts'
import {
  customerListWire,
  customerWire,
  eventListWire,
  eventWire,
  ownerWire,
  pageSize,
  promotionCodeListWire,
} from './wire.ts'

/**
 * `t=1492774577,v1=5257…`, with a signature for each secret while one is replaced by another, and further schemes.
 * https://docs.stripe.com/webhooks/signature
 */
const signatureForm = /(?:^|,)v1=[0-9a-f]{64}(?:,|$)/
const signatureMaxLength = 1_024

const looksSigned = (signature: string | undefined): boolean =>
  signature !== undefined && signature.length <= signatureMaxLength && signatureForm.test(signature)

/** How far the sender's clock may be from ours, either way. */
const toleranceSeconds = 300
/** The package refuses what is too old and takes what is from the future, which would be good until then. */
const isFromTheFuture = (signature: string): boolean =>
  Number(/(?:^|,)t=(\d{1,15})(?:,|$)/.exec(signature)?.[1]) > Date.now() / 1_000 + toleranceSeconds

/** Checks who sent a webhook and when (five minutes off at most), then reads what it is about. */
function readWebhook(
  webhooks: Stripe['webhooks'],
  secret: string,
  rawBody: Uint8Array | string,
  signature: string | undefined,
): ReturnType<Payments['parseWebhook']> {
  if (!signature) return { ok: false, reason: 'The signature is missing.' }
  let event: unknown
  try {
    event = webhooks.constructEvent(
      typeof rawBody === 'string' ? rawBody : Buffer.from(rawBody),
      signature,
      secret,
      toleranceSeconds,
    )
  } catch (error) {
    const isOld = error instanceof Error && error.message.includes('tolerance')
    return { ok: false, reason: isOld ? 'The signature is too old.' : 'The signature does not match.' }
  }
  if (isFromTheFuture(signature)) return { ok: false, reason: 'The signature is from the future.' }
  const parsed = eventWire.safeParse(event)
  return parsed.success
    ? { ok: true, event: toEvent(parsed.data) }
    : { ok: false, reason: 'This is not an event.' }
}

const ensureCustomer: StripeCall<'ensureCustomer'> = ({ ask }, { customerId, email, name, instead }, ctx) => {
  const params = { email, name, metadata: { customer_id: customerId } }
  return createOnce({
    key: `customer-${customerId}-${hashOf(instead ? { ...params, instead } : params)}`,
    async find() {
      const { data } = await ask(
        'findCustomer',
        customerListWire,
        (stripe) => stripe.customers.list({ email, limit: pageSize }),
        ctx,
      )
      const known = data.find((customer) => customer.metadata.customer_id === customerId)
      return known && { customerExternalId: known.id }
    },
    async create(idempotencyKey) {
      const made = await ask(
        'createCustomer',
        customerWire,
        (stripe) => stripe.customers.create(params, { idempotencyKey }),
        ctx,
      )
      return { customerExternalId: made.id }
    },
  })
}

const hashOf = (value: unknown) =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 16)

/** Reads a subscription and whose it is, to see whether it can be taken over. */
const readForeignSubscription: StripeCall<'readForeignSubscription'> = async (
  client,
  subscriptionId,
  ctx,
) => {
  const present = await retrieve(client, subscriptionId, ctx)
  const owner = await client.ask(
    'readCustomer',
    ownerWire,
    (stripe) => stripe.customers.retrieve(present.customer ?? ''),
    ctx,
  )
  const unitCents: Partial<Record<PlanId, number>> = {}
  const otherProducts: string[] = []
  for (const { price } of present.items.data) {
    const plan = price.product && planOf(price.product)
    if (plan) unitCents[plan] = price.unit_amount ?? 0
    else otherProducts.push(price.product ?? 'a product without an id')
  }
  return { ...toSubscription(present), email: owner.email ?? undefined, unitCents, otherProducts }
}

const findPromotion: StripeCall<'findPromotion'> = async ({ ask }, code, ctx) => {
  const { data } = await ask(
    'findPromotion',
    promotionCodeListWire,
    (stripe) =>
      stripe.promotionCodes.list({
        code,
        active: true,
        limit: 10,
        expand: ['data.promotion.coupon', 'data.promotion.coupon.applies_to'],
      }),
    ctx,
  )
  return data.map(toPromotion).find((promotion) => promotion !== undefined)
}

const readEvents: StripeCall<'events'> = async ({ ask }, { since, after }, ctx) => {
  const page = await ask(
    'listEvents',
    eventListWire,
    (stripe) =>
      stripe.events.list({
        created: { gte: Math.floor(since.getTime() / 1_000) },
        starting_after: after,
        limit: pageSize,
      }),
    ctx,
  )
  return { events: page.data.map(toEvent), next: page.has_more ? page.data.at(-1)?.id : undefined }
}

/** Stripe as the product's payment provider. `naming` tells what invoices call its products now. */
export function createStripePayments(
  options: StripeOptions & { naming: () => ProductNaming },
  dependencies: VendorClientDependencies,
): Payments {
  const client = createStripeClient(options, dependencies)
  const products = createProducts(client, { naming: options.naming, log: dependencies.log })
  const portal = createPortal(client)
  const at =
    <A extends unknown[], R>(call: (client: StripeClient, ...args: A) => R) =>
    (...args: A): R =>
      call(client, ...args)

  return {
    ensureCustomer: at(ensureCustomer),
    account: portal.account,
    openPortal: portal.open,
    prepareCheckout: (offer) => ({ ...checkoutSessionParams(offer) }),
    createCheckout: (...args) => createCheckout(client, products, ...args),
    renameProducts: products.rename,
    findCheckout: at(findCheckout),
    readCheckout: at(readCheckout),
    expireCheckout: at(expireCheckout),
    checkoutOfPayment: at(checkoutOfPayment),
    findPromotion: at(findPromotion),
    readSubscription: at(readSubscription),
    readForeignSubscription: at(readForeignSubscription),
    runningSubscriptions: at(runningSubscriptions),
    setSubscriptionBilling: at(setSubscriptionBilling),
    cancelSubscription: at(cancelSubscription),
    subscriptionOfPayment: at(subscriptionOfPayment),
    readInvoice: at(readInvoice),
    unpaidRenewals: at(unpaidRenewals),
    forgiveInvoice: at(forgiveInvoice),
    cardTries: at(cardTries),
    chosenCard: at(chosenCard),
    collectInvoice: at(collectInvoice),
    refund: at(refund),
    readRefunds: at(readRefunds),
    readDispute: at(readDispute),
    disputesOf: at(disputesOf),
    readInvoiceRecord: at(readInvoiceRecord),
    readPaymentRecords: at(readPaymentRecords),
    listInvoiceRecords: at(listInvoiceRecords),
    listChargeRecords: at(listChargeRecords),
    listRefundRecords: at(listRefundRecords),
    listDisputeRecords: at(listDisputeRecords),
    events: at(readEvents),
    looksSigned,
    parseWebhook: (rawBody, signature) =>
      readWebhook(client.webhooks, options.webhookSecret, rawBody, signature),
    probe: at(probeStripe),
    readSetup: at(readSetup),
  }
}
