import type Stripe from 'stripe'
import { isVendorError, type VendorError } from '#vendors/client/vendor-error.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import type { PaymentInvoice, PaymentSubscription, Payments } from '#vendors/ports/payments.ts'
import { allPages } from './all-pages.ts'
import { rememberedFailure, type StripeCall, type StripeClient } from './client.ts'
import { owedInvoice } from './confirming.ts'
import { draftsOf, holdDraft, isStopped, isWaiting, letGo } from './drafts.ts'
import { coveredUntil, toCardTry, toInvoice, toSubscription } from './translate.ts'
import { eachOf, withLines } from './whole-lists.ts'
import {
  cardTryListWire,
  customerWire,
  type InvoiceWire,
  invoiceLinesWire,
  invoiceListWire,
  invoiceWire,
  isOfRenewal,
  pageSize,
  type SubscriptionWire,
  subscriptionWire,
} from './wire.ts'

export const readInvoice: StripeCall<'readInvoice'> = async (client, invoiceId, ctx) => {
  const invoice = await client.ask(
    'readInvoice',
    invoiceWire,
    (stripe) => stripe.invoices.retrieve(invoiceId, { expand: ['payments'] }),
    ctx,
  )
  return toInvoice(await withLines(client, invoiceLinesWire, invoice, ctx))
}

/** All invoices that a list names, each with all of its lines. */
async function listInvoices(
  client: StripeClient,
  operation: string,
  params: Stripe.InvoiceListParams,
  ctx: CallContext | undefined,
): Promise<InvoiceWire[]> {
  const invoices = await allPages(operation, (after) =>
    client.ask(
      operation,
      invoiceListWire,
      (stripe) => stripe.invoices.list({ ...params, limit: pageSize, starting_after: after }),
      ctx,
    ),
  )
  return eachOf(invoices, (invoice) => withLines(client, invoiceLinesWire, invoice, ctx))
}

/** Where the latest invoice is not paid, those that were say until when the subscription is. */
export async function paidBefore(
  client: StripeClient,
  subscription: SubscriptionWire,
  ctx?: CallContext,
): Promise<Pick<PaymentSubscription, 'periodEnd'> | undefined> {
  const latest = subscription.latest_invoice
  if (!latest || latest.status === 'paid' || toSubscription(subscription).status === 'ended') return undefined
  const paid = await listInvoices(
    client,
    'paidInvoices',
    { subscription: subscription.id, status: 'paid' },
    ctx,
  )
  return { periodEnd: coveredUntil(paid) ?? toSubscription(subscription).periodEnd }
}

export const unpaidRenewals: StripeCall<'unpaidRenewals'> = async (client, customer, ctx) => {
  const payable = await payableOf(client, { customer }, ctx)
  return eachOf(payable.filter(isRefused), (invoice) => owedInvoice(client, invoice, ctx))
}

/**
 * What can be paid, the newest first of each: what is open, and then what was written off. An invoice goes from one to the
 * other and never back, so none is missed between the two: https://docs.stripe.com/invoicing/overview
 */
async function payableOf(
  client: StripeClient,
  whose: Pick<Stripe.InvoiceListParams, 'customer' | 'subscription'>,
  ctx?: CallContext,
): Promise<InvoiceWire[]> {
  const open = await listPayable(client, { ...whose, status: 'open' }, ctx)
  const writtenOff = await listPayable(client, { ...whose, status: 'uncollectible' }, ctx)
  return [...new Map([...open, ...writtenOff].map((invoice) => [invoice.id, invoice])).values()]
}

/** What somebody has drawn up by hand is theirs. */
const listPayable = async (
  client: StripeClient,
  params: Stripe.InvoiceListParams,
  ctx?: CallContext,
): Promise<InvoiceWire[]> =>
  (await listInvoices(client, 'openInvoices', { ...params, expand: ['data.payments'] }, ctx)).filter(
    ({ billing_reason }) => billing_reason !== 'manual',
  )

/** Renewals of a subscription that were refused and can still be paid, the oldest first. */
export const refusedOf = async (
  client: StripeClient,
  subscription: string,
  ctx?: CallContext,
): Promise<PaymentInvoice[]> =>
  (
    await eachOf((await payableOf(client, { subscription }, ctx)).filter(isRefused), (invoice) =>
      owedInvoice(client, invoice, ctx),
    )
  ).toSorted((a, b) => Number(a.period?.from ?? 0) - Number(b.period?.from ?? 0))

/** Of what can be paid. */
const isRefused = ({ attempt_count, billing_reason }: InvoiceWire): boolean =>
  attempt_count > 0 && isOfRenewal(billing_reason)

export const cardTries: StripeCall<'cardTries'> = async ({ ask }, paymentId, ctx) => {
  const charges = await allPages('cardTries', (after) =>
    ask(
      'cardTries',
      cardTryListWire,
      (stripe) => stripe.charges.list({ payment_intent: paymentId, limit: pageSize, starting_after: after }),
      ctx,
    ),
  )
  return charges.toReversed().flatMap(toCardTry)
}

export const chosenCard: StripeCall<'chosenCard'> = async ({ ask }, customer, ctx) => {
  const { invoice_settings: settings } = await ask(
    'readCustomer',
    customerWire,
    (stripe) => stripe.customers.retrieve(customer),
    ctx,
  )
  return settings?.default_payment_method
}

export const collectInvoice: StripeCall<'collectInvoice'> = async (client, request, ctx) => {
  const { invoice, cardId } = request
  const { subscriptionId } = invoice
  if (!(await request.isOwed())) return { paid: false }
  const paid = await charge(client, request, ctx)
  if (paid && subscriptionId) await renewBy(client, subscriptionId, cardId, ctx)
  return { paid }
}

/** Otherwise the next renewal would be charged to the card that was refused. One that has ended meanwhile has no next. */
async function renewBy(
  client: StripeClient,
  subscriptionId: string,
  cardId: string,
  ctx?: CallContext,
): Promise<void> {
  try {
    await client.ask(
      'setSubscriptionCard',
      subscriptionWire,
      (stripe) => stripe.subscriptions.update(subscriptionId, { default_payment_method: cardId }),
      ctx,
    )
  } catch (error) {
    if (!isVendorError(error, 'rejected')) throw error
    const present = await client.ask(
      'readSubscription',
      subscriptionWire,
      (stripe) => stripe.subscriptions.retrieve(subscriptionId),
      ctx,
    )
    if (toSubscription(present).status !== 'ended') throw error
  }
}

interface Pause {
  now: Date
  /** What was billed for a period that began before this is owed still. */
  owedBefore?: Date | undefined
}

/**
 * Nobody is asked any more for what is billed of a subscription and not paid. Where `pause` says that it is only paused,
 * drafts wait before that, and what is owed still goes its way. What was written off by then outlives its subscription:
 * only a payment or a person ends that. Returns whether anything was given up, whether anything
 * that was refused is left, and until when the last of them waits.
 *
 * A draft of a subscription can neither be deleted nor voided, so it is finished without being charged, and is then one of
 * the open ones: https://docs.stripe.com/api/invoices/delete, https://docs.stripe.com/api/invoices/void
 */
export async function giveUpUnpaid(
  client: StripeClient,
  subscription: string,
  ctx?: CallContext,
  pause?: Pause,
): Promise<{ isChanged: boolean; owes: boolean; heldUntil: Date | undefined }> {
  const isOwed = (invoice: InvoiceWire): boolean => {
    const { period } = toInvoice(invoice)
    return !isBegun(invoice) && !!period && !!pause?.owedBefore && period.from < pause.owedBefore
  }
  const drafts = Map.groupBy(await draftsOf(client, subscription, ctx), isOwed)
  const payable = await (pause ? payableOf(client, { subscription }, ctx) : openOf(client, subscription, ctx))
  const open = Map.groupBy(payable, isOwed)
  const [dropped, refused] = [drafts.get(false) ?? [], open.get(false) ?? []]
  const failures: VendorError[] = []
  let heldUntil: Date | undefined
  /** One that cannot be given up keeps no other from being so. */
  const attempt = async (act: () => Promise<void>) => {
    try {
      await act()
    } catch (error) {
      if (!isVendorError(error)) throw error
      failures.push(error)
    }
  }
  // Drafts first, which are charged within the hour.
  for (const draft of drafts.get(true) ?? [])
    await attempt(async () => {
      if (isStopped(draft)) await letGo(client, draft, ctx)
    })
  for (const draft of dropped)
    await attempt(async () => {
      const until = pause && (await holdDraft(client, draft, pause.now, ctx))
      if (until) {
        heldUntil = until
        return
      }
      await finishUncharged(client, draft.id, ctx)
      await giveUp(client, draft.id, ctx)
    })
  for (const { id } of refused) await attempt(() => giveUp(client, id, ctx))
  if (failures[0]) throw failures[0]
  return {
    isChanged: dropped.length + refused.length > 0,
    owes: (open.get(true) ?? []).some(isRefused),
    heldUntil,
  }
}

/**
 * Ends what `giveUpUnpaid` had begun and could not end before its subscription went on: a renewal that was finished without
 * being charged is charged by nobody, and shown nowhere. One that was to wait, and was open already, is not given up.
 */
export async function giveUpBegun(
  client: StripeClient,
  subscription: string,
  now: Date,
  ctx?: CallContext,
): Promise<void> {
  for (const invoice of await openOf(client, subscription, ctx))
    if (isBegun(invoice) && !isWaiting(invoice, now))
      await giveUp(client, invoice.id, ctx).catch((error: unknown) => {
        // Somebody pays it at this moment: that keeps its subscription from nothing.
        if (!isVendorError(error, 'rejected')) throw error
      })
}

const isBegun = ({ billing_reason, auto_advance, attempt_count }: InvoiceWire): boolean =>
  billing_reason === 'subscription_cycle' && auto_advance === false && attempt_count === 0

const openOf = (client: StripeClient, subscription: string, ctx?: CallContext): Promise<InvoiceWire[]> =>
  listPayable(client, { subscription, status: 'open' }, ctx)

async function finishUncharged({ ask }: StripeClient, invoiceId: string, ctx?: CallContext): Promise<void> {
  try {
    await ask(
      'finalizeInvoice',
      invoiceWire,
      (stripe) => stripe.invoices.finalizeInvoice(invoiceId, { auto_advance: false }),
      ctx,
    )
  } catch (error) {
    if (!isVendorError(error, 'rejected')) throw error
    // Its hour was over meanwhile: it is open, or paid already.
    const { status } = await ask(
      'readInvoice',
      invoiceWire,
      (stripe) => stripe.invoices.retrieve(invoiceId),
      ctx,
    )
    if (status === 'draft') throw error
  }
}

/** Voids what can be paid, be it written off, and returns what it is then: it may have been paid meanwhile. */
export const forgiveInvoice: StripeCall<'forgiveInvoice'> = async (client, invoiceId, ctx) => {
  await giveUp(client, invoiceId, ctx)
  return readInvoice(client, invoiceId, ctx)
}

async function giveUp(client: StripeClient, invoiceId: string, ctx?: CallContext): Promise<void> {
  try {
    await client.ask('voidInvoice', invoiceWire, (stripe) => stripe.invoices.voidInvoice(invoiceId), ctx)
  } catch (error) {
    if (!isVendorError(error, 'rejected')) throw error
    // Paid or given up by someone meanwhile.
    const { status } = await readInvoice(client, invoiceId, ctx)
    if (status === 'open') throw error
  }
}

async function charge(
  client: StripeClient,
  request: Parameters<Payments['collectInvoice']>[0],
  ctx?: CallContext,
  idempotencyKey = `pay-${request.invoice.invoiceId}-${request.cardId}-${request.tries}`,
): Promise<boolean> {
  const card = { payment_method: request.cardId, off_session: true }
  try {
    const { status } = await client.ask(
      'payInvoice',
      invoiceWire,
      (stripe) => stripe.invoices.pay(request.invoice.invoiceId, card, { idempotencyKey }),
      ctx,
    )
    return status === 'paid'
  } catch (error) {
    // Declined, or paid by someone meanwhile: what became of it is read from the subscription.
    if (isVendorError(error, 'rejected')) return false
    // One that was paid behind the failure is not paid again under any key, and a try would be among those that are known.
    if (isVendorError(error) && error.code === rememberedFailure && !idempotencyKey.endsWith('-again'))
      return charge(client, request, ctx, `${idempotencyKey}-again`)
    throw error
  }
}
