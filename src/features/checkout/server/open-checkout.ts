import { createHash } from 'node:crypto'
import { and, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { newId } from '#base/db/ids.ts'
import { checkoutItems, checkouts, customers } from '#base/db/schema/index.ts'
import { brokenConstraint } from '#base/db/sql-state.ts'
import { conflict, priceChanged, Refusal, unauthenticated, unavailable } from '#base/http/refusal.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import type { Checkout } from '#delivery/fulfilment.ts'
import { notifying } from '#delivery/provisioning/events.ts'
import { refuseOtherAccount } from '#features/billing/server/payment-account.ts'
import { returnUrls } from '#features/ordering/rules/checkout-request.ts'
import { isVendorError } from '#vendors/client/vendor-error.ts'
import { customerGone, type PaymentCheckout, promotionRefused } from '#vendors/ports/payments.ts'
import { takeChargedTotal } from './charged-total.ts'
import type { CheckoutRequest } from './checkout-request.ts'
import { endCheckout } from './end-checkout.ts'
import { endRivals, paidAlready, withBankStill } from './end-rivals.ts'
import { findSession } from './find-session.ts'
import { refuseSecondFirst } from './first-order.ts'
import { unlessGone } from './give-up-customer.ts'
import { lossesOf, readPlaces, refuseUnagreed } from './lost-payments.ts'
import { rivalIds } from './open-pages.ts'
import { promotionRefusal } from './quote-for.ts'
import { syncCheckout } from './sync-checkout.ts'

/** Stripe keeps a session for at most 24 hours; names are held no longer than this. */
const openForMs = 2 * 3600_000
/** A session that is about to expire is not offered again. */
const leastLeftMs = 5 * 60_000

/**
 * Leads to the page where something is paid. The offer, its exact parameters and the attempt's key are stored
 * before the payment provider is called, so a retry sends the same bytes and gets the same session; the same
 * request from a second tab is led to the one session there is. Other pages that would pay for any of it are ended
 * before this one is made: nothing can be paid for on two pages. One that pays for more is ended only if its customer
 * agreed to that.
 */
export const openCheckout = (
  deps: Dependencies,
  request: CheckoutRequest,
): Promise<{ url: string; sessionId: string }> =>
  unlessGone(
    deps,
    request.customerId,
    () => openPage(deps, request),
    (gone) => openPage(deps, request, gone),
  )

/** `gone`: the id of a customer at the provider who is there no more. */
async function openPage(
  deps: Dependencies,
  request: CheckoutRequest,
  gone?: string,
): Promise<{ url: string; sessionId: string }> {
  const fingerprint = fingerprintOf(request)
  const { customer, attempt } = await findAttempt(deps, request.customerId, fingerprint)
  // Of a page that is open the customer has been told what it asks for.
  const { quote } = attempt?.sessionId ? attempt : request.offer
  if (!request.isShown(quote)) throw priceChanged(quote)
  const open = attempt && (await resume(deps, request, attempt))
  if (open) return open

  const customerExternalId = await stripeCustomerOf(deps, customer, gone)
  const { row, rivals } = await store(deps, request, { fingerprint, customerExternalId })
  return sendAlone(deps, request, row, rivals)
}

const fingerprintOf = ({ kind, orderId, subjects, offer }: CheckoutRequest): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        kind,
        orderId,
        offer.promotion?.promotionId,
        subjects.map((s) => [s.bundleId, s.domainId, s.item.listCents]).sort(),
      ]),
    )
    .digest('base64url')

type Customer = typeof customers.$inferSelect

/** Who pays, and the unpaid attempt for the same thing if there is one. */
async function findAttempt(
  { db }: Pick<Dependencies, 'db'>,
  customerId: string,
  fingerprint: string,
): Promise<{ customer: Customer; attempt: Checkout | null }> {
  const [row] = await db
    .select({ customer: customers, attempt: checkouts })
    .from(customers)
    .leftJoin(
      checkouts,
      and(
        eq(checkouts.customerId, customers.id),
        eq(checkouts.fingerprint, fingerprint),
        inArray(checkouts.status, ['prepared', 'open']),
      ),
    )
    .where(eq(customers.id, customerId))
  if (!row) throw new Error(`There is no customer ${customerId}.`)
  return row
}

/** An unpaid attempt as it stands at the provider now; a new one is needed when it is over. */
async function resume(
  deps: Dependencies,
  request: CheckoutRequest,
  row: Checkout,
): Promise<{ url: string; sessionId: string } | undefined> {
  if (!row.sessionId) return sendAlone(deps, request, row)
  const hasTime = row.withBankSince || row.expiresAt.getTime() - Date.now() > leastLeftMs
  const present = hasTime
    ? await deps.vendors.payments.readCheckout(row.sessionId, { purpose: 'waiting' })
    : await deps.vendors.payments.expireCheckout(row.sessionId, { purpose: 'waiting' })
  if (present.status === 'open' && present.url) {
    const refusal = await takeChargedTotal(deps, request, row, present)
    if (refusal) throw refusal
    return { url: present.url, sessionId: present.sessionId }
  }
  await syncCheckout(deps, row.sessionId)
  if (present.status === 'complete' && !present.isRefused)
    throw present.paid ? paidAlready(row.sessionId) : withBankStill()
  return undefined
}

/** The provider's id of a customer, looked for there and made where it is missing; stored with the attempt. */
async function stripeCustomerOf(
  deps: Dependencies,
  { id, email, name, stripeCustomerId }: Customer,
  instead: string | undefined,
): Promise<string> {
  if (stripeCustomerId) return stripeCustomerId
  await refuseOtherAccount(deps)
  const { customerExternalId } = await deps.vendors.payments.ensureCustomer(
    { customerId: id, email, name, instead },
    { purpose: 'waiting' },
  )
  return customerExternalId
}

async function store(
  deps: Dependencies,
  request: CheckoutRequest,
  { fingerprint, customerExternalId }: { fingerprint: string; customerExternalId: string },
): Promise<{ row: Checkout; rivals?: string[] }> {
  const { db } = deps
  const fulfilment = deps.fulfilments[request.kind]
  const attempt = { ...prepareAttempt(deps, request, customerExternalId), fingerprint }
  try {
    return await db.transaction(async (tx) => {
      await fulfilment.keepWaiting(tx, request)
      await refuseSecondFirst(tx, request)
      const { payer, made, items } = insertingAttempt(tx, request, attempt)
      const [stored] = await tx
        .with(payer, made, items)
        .select()
        .from(made)
        .innerJoin(payer, eq(payer.id, made.customerId))
      if (!stored) throw unauthenticated()
      const { rivals, ...row } = stored.made
      // Nothing of this one stays where its customer is asked first.
      if (rivals.length > 0)
        refuseUnagreed(await lossesOf(tx, rivals, await readPlaces(tx, row.id)), request.agreed)
      return { row, rivals }
    })
  } catch (error) {
    if (brokenConstraint(error) === 'domains_held_name' && fulfilment.nameIsTaken)
      throw await fulfilment.nameIsTaken(db, request)
    // A second click, a moment later: there is one attempt, and both send it.
    if (brokenConstraint(error) !== 'checkouts_one_open') throw error
    const { attempt } = await findAttempt(deps, request.customerId, fingerprint)
    if (!attempt) throw unavailable('This is being paid in another window. Please reload the page.')
    return { row: attempt }
  }
}

interface Attempt {
  id: string
  expiresAt: Date
  customerExternalId: string
  /** What the provider will be sent. */
  params: Checkout['params']
  fingerprint: string
}

function prepareAttempt(
  { vendors }: Pick<Dependencies, 'vendors'>,
  request: CheckoutRequest,
  customerExternalId: string,
): Omit<Attempt, 'fingerprint'> {
  const { quote, promotion } = request.offer
  const id = newId('checkout')
  const expiresAt = new Date(Math.floor((Date.now() + openForMs) / 1000) * 1000)
  const params = vendors.payments.prepareCheckout({
    checkoutId: id,
    customerExternalId,
    lines: quote.lines,
    promotionId: promotion?.promotionId,
    expiresAt,
    ...returnUrls(request.origin, request.kind, id, request.changes),
    metadata: { kind: request.kind, ...(request.orderId ? { order_id: request.orderId } : {}) },
  })
  return { id, expiresAt, customerExternalId, params }
}

/** The parts of one statement, of which nothing is stored when its customer may not pay. */
function insertingAttempt(db: Db, request: CheckoutRequest, { customerExternalId, id, ...attempt }: Attempt) {
  const { quote, promotion } = request.offer
  const payer = db.$with('payer').as(
    db
      .update(customers)
      .set({
        stripeCustomerId: customerExternalId,
        ...(request.termsAccepted ? { termsAcceptedAt: sql`now()` } : {}),
      })
      .where(
        and(
          eq(customers.id, request.customerId),
          // A customer who is being suspended or closed has their pages ended, and gets no other.
          isNull(customers.disabledAt),
          isNull(customers.suspendedAt),
        ),
      )
      .returning({ id: customers.id }),
  )
  const made = db.$with('made').as(
    db
      .insert(checkouts)
      .values({
        id,
        customerId: request.customerId,
        kind: request.kind,
        orderId: request.orderId,
        quote,
        amountCents: quote.totalCents,
        promotionCode: promotion?.code,
        attemptKey: id,
        ...attempt,
      })
      .returning({
        ...getTableColumns(checkouts),
        rivals: rivalIds({ id, customerId: request.customerId }, request.subjects).as('rivals'),
      }),
  )
  const netOf = new Map(quote.items.map((item) => [`${item.kind} ${item.key}`, item.netCents]))
  const items = db.$with('items').as(
    db.insert(checkoutItems).values(
      request.subjects.map(({ item, bundleId, domainId }) => ({
        id: newId('checkoutItem'),
        checkoutId: id,
        bundleId,
        domainId,
        netCents: netOf.get(`${item.kind} ${item.key}`) ?? 0,
      })),
    ),
  )
  return { payer, made, items }
}

/**
 * Asks for the session once no other page can be paid that pays for any of the same. It is stored by now, so whatever
 * is stored later finds it, and what waits for the payment waits on when the others end. Done again as a whole when it
 * was interrupted.
 */
async function sendAlone(
  deps: Dependencies,
  request: CheckoutRequest,
  row: Checkout,
  /** As they were when it was stored; looked for where someone else stored it, or long ago. */
  rivals?: readonly string[],
): Promise<{ url: string; sessionId: string }> {
  try {
    const ids = rivals ?? (await deps.db.transaction((tx) => findRivals(deps, tx, request, row)))
    // Agreed to when it was stored.
    if (ids.length > 0)
      await endRivals(deps, ids, { keeps: await readPlaces(deps.db, row.id), agreed: 'all' })
  } catch (error) {
    if (error instanceof Refusal) await endCheckout(deps, row)
    throw error
  }
  return send(deps, request, row)
}

/**
 * Throws a `Refusal` where it was paid on another page since it was stored. What was stored later is no rival: it ends
 * this one itself, and two that ended each other would leave nothing to pay on.
 */
async function findRivals(
  { fulfilments }: Pick<Dependencies, 'fulfilments'>,
  tx: Db,
  request: CheckoutRequest,
  row: Checkout,
): Promise<string[]> {
  await fulfilments[request.kind].keepWaiting(tx, request)
  const [found] = await tx
    .select({ ids: rivalIds(row, request.subjects, row.createdAt) })
    .from(customers)
    .where(eq(customers.id, row.customerId))
  return found?.ids ?? []
}

/**
 * Asks for the session. When the provider's answer was lost the same key brings the same session; a failure it
 * remembers under the key is looked behind first, and only then replaced by a new, recorded key.
 */
async function send(
  deps: Dependencies,
  request: CheckoutRequest,
  row: Checkout,
): Promise<{ url: string; sessionId: string }> {
  const { payments } = deps.vendors
  const prepared = row.params
  let session: PaymentCheckout
  try {
    session = await payments.createCheckout(prepared, row.attemptKey, { purpose: 'waiting' })
  } catch (error) {
    if (isVendorError(error) && (error.code === promotionRefused || error.code === customerGone)) {
      // Nothing came of it, and the order may be paid without the code, or by another customer at the provider.
      await deps.db
        .update(checkouts)
        .set({ status: 'expired' })
        .where(and(eq(checkouts.id, row.id), eq(checkouts.status, 'prepared')))
      throw error.code === customerGone ? error : promotionRefusal('refused')
    }
    if (!isVendorError(error) || error.code !== 'remembered_failure') throw error
    const found = await findSession(payments, row, { purpose: 'waiting' })
    if (found) session = found
    else {
      const attemptKey = `${row.id}:${Number(row.attemptKey.split(':')[1] ?? 1) + 1}`
      await deps.db
        .update(checkouts)
        .set({ attemptKey })
        .where(and(eq(checkouts.id, row.id), eq(checkouts.attemptKey, row.attemptKey)))
      session = await payments.createCheckout(prepared, attemptKey, { purpose: 'waiting' })
    }
  }
  const noted = await deps.db
    .update(checkouts)
    .set({ sessionId: session.sessionId, url: session.url ?? null, status: 'open', syncedAt: new Date() })
    .where(and(eq(checkouts.id, row.id), inArray(checkouts.status, ['prepared', 'open'])))
    .returning(notifying(row.customerId))
  // Given up while the session was being made: what it would pay for is not held any more.
  if (noted.length === 0 && session.url)
    await payments.expireCheckout(session.sessionId, { purpose: 'waiting' })
  if (noted.length === 0 || !session.url)
    throw conflict('This payment page is closed already. Please reload the page.')
  const refusal = await takeChargedTotal(deps, request, row, session)
  if (refusal) throw refusal
  return { url: session.url, sessionId: session.sessionId }
}
