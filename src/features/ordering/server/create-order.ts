import { createHash } from 'node:crypto'
import { and, asc, eq, exists, inArray, or, sql } from 'drizzle-orm'
import { audit } from '#base/audit/audit.ts'
import type { Db } from '#base/db/client.ts'
import { newId } from '#base/db/ids.ts'
import {
  bundles,
  checkouts,
  customers,
  domains,
  orders,
  personas,
  toolConnections,
} from '#base/db/schema/index.ts'
import { brokenConstraint } from '#base/db/sql-state.ts'
import { ruleBroken } from '#base/http/refusal.ts'
import { pricesAsSaid, type SaidPrices, saidPrices } from '#base/prices/own-prices.ts'
import type { Secrets } from '#base/secrets/secrets.ts'
import { required } from '#base/text/required.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { notNested } from '#delivery/domains/nested-names.ts'
import { refuseBroken } from '#delivery/domains/refuse-broken.ts'
import { fewUnpaid, holdsNotRenewed } from '#delivery/domains/unpaid-limits.ts'
import { orderItems, type Quote, quoteItems } from '#features/checkout/rules/pricing.ts'
import { type Ending, lossesOf, noteLost, refuseUnagreed } from '#features/checkout/server/lost-payments.ts'
import { noForwardingLoops } from '#features/forwarding/server/refuse-forwarding-loops.ts'
import { groupIdOf } from '#features/orders/rules/order-groups.ts'
import { provisionedShares } from '#features/people/rules/username-update.ts'
import { newPersona } from '#features/people/server/new-persona.ts'
import { type Platform, platforms } from '#features/plans/rules/catalog.ts'
import { type Prices, planNamesOf, soldPlans, soldTlds } from '#features/plans/rules/price-list.ts'
import { findConnection, newConnection, presentConnection } from '#features/tools/server/connections.ts'
import type { OrderBody } from '../rules/order-payload.ts'
import { connectionIdOf, type OrderRequest, readOrder } from '../rules/read-order.ts'
import { endUnpaidOrder } from './end-unpaid-order.ts'
import { namesAreHeld, paidMeanwhile } from './held-names.ts'
import { refuseTakenNames, refuseUnusableNames } from './refuse-taken-names.ts'

export interface TakenOrder {
  orderId: string
  groups: { groupId: string; plan: OrderRequest['plan']; domains: string[] }[]
  quote: Quote
}

/**
 * Takes an order, validated again from scratch; nothing is set up before it is paid. The same draft sent twice
 * is one order. Names to be bought that are known to be taken are refused, and own ones that can never work. A name in another unpaid order of the same
 * customer moves here, once the payment provider has confirmed that the other one cannot be paid any more. Names to be
 * bought are held from now on, own ones from the payment page on.
 */
export async function createOrder(
  deps: Dependencies,
  customerId: string,
  body: OrderBody,
  agreed: Ending['agreed'],
): Promise<TakenOrder> {
  const { db, secrets } = deps
  const connectionId = connectionIdOf(body)
  const saved = connectionId ? await findConnection(db, customerId, connectionId) : undefined
  const read = readOrder(body, {
    soldPlans: soldPlans(deps.prices.now),
    planNames: planNamesOf(deps.prices.now),
    tlds: soldTlds(deps.prices.now),
    connection: saved && presentConnection(secrets, saved),
  })
  if (!read.ok) throw ruleBroken(read.problem.message)
  const request = read.value
  const names = request.bundles.flatMap((bundle) => [...bundle.azure, ...bundle.google])
  const fingerprint = fingerprintOf(request)

  const { unpaid, said } = await findUnpaid(db, customerId, fingerprint, names)
  const prices = pricesAsSaid(deps, said)
  const same = unpaid.find((order) => order.isSame)
  const present = same && (await presentOrder(db, customerId, same.id, prices))
  if (present) return present
  if (request.domainOption === 'purchase') await refuseTakenNames(deps, names)
  else await refuseUnusableNames(deps, customerId, names)
  await endOthers(deps, unpaid, { keeps: names, agreed })
  try {
    return await db.transaction((tx) => insertOrder(deps, tx, { customerId, request, fingerprint, prices }))
  } catch (error) {
    const constraint = brokenConstraint(error)
    if (constraint !== 'orders_one_unpaid' && constraint !== 'domains_held_name') throw error
    const [twin] = (await findUnpaid(db, customerId, fingerprint, [])).unpaid
    const made = twin && (await presentOrder(db, customerId, twin.id, prices))
    if (made) return made
    if (constraint !== 'domains_held_name') throw error
    throw await namesAreHeld(db, names)
  }
}

/** Ends the customer's unpaid orders that hold some of the names; one that could be paid for more if they agreed. */
async function endOthers(
  deps: Dependencies,
  unpaid: readonly { id: string }[],
  ending: Ending,
): Promise<void> {
  if (unpaid.length === 0) return
  const pages = await deps.db
    .select({ id: checkouts.id, orderId: checkouts.orderId })
    .from(checkouts)
    .where(
      inArray(
        checkouts.orderId,
        unpaid.map(({ id }) => id),
      ),
    )
  const losses = await lossesOf(
    deps.db,
    pages.map(({ id }) => id),
    ending.keeps,
  )
  refuseUnagreed(losses, ending.agreed)
  for (const { id } of unpaid) {
    const lost = losses.filter(({ checkoutId }) =>
      pages.some((page) => page.id === checkoutId && page.orderId === id),
    )
    for (const loss of lost) await noteLost(deps.db, loss)
    if ((await endUnpaidOrder(deps, id)) === 'paid') throw paidMeanwhile()
  }
}

const fingerprintOf = (request: OrderRequest): string =>
  createHash('sha256').update(JSON.stringify(request)).digest('base64url')

/**
 * The customer's unpaid orders with some of the names, and the same one when it was sent before; and what was said of
 * their prices.
 */
async function findUnpaid(
  db: Db,
  customerId: string,
  fingerprint: string,
  names: readonly string[],
): Promise<{ unpaid: { id: string; isSame: boolean }[]; said: SaidPrices }> {
  const holdsSome = exists(
    db
      .select({ one: sql`1` })
      .from(bundles)
      .innerJoin(domains, eq(domains.bundleId, bundles.id))
      .where(and(eq(bundles.orderId, orders.id), inArray(domains.name, [...names]))),
  )
  const isSame = eq(orders.fingerprint, fingerprint)
  const rows = await db
    .select({ id: orders.id, isSame: sql<boolean>`${isSame} is true`, said: saidPrices(customerId) })
    .from(customers)
    .leftJoin(
      orders,
      and(eq(orders.customerId, customers.id), eq(orders.status, 'awaiting_payment'), or(isSame, holdsSome)),
    )
    .where(eq(customers.id, customerId))
  return {
    unpaid: rows.flatMap(({ id, isSame }) => (id === null ? [] : [{ id, isSame }])),
    said: required(rows[0], `the customer ${customerId}`).said,
  }
}

/** An order as its payment needs it. Undefined when there is no such unpaid order of the customer. */
async function presentOrder(
  db: Db,
  customerId: string,
  orderId: string,
  prices: Prices,
): Promise<TakenOrder | undefined> {
  const rows = await db
    .select({
      groupId: bundles.id,
      plan: bundles.plan,
      name: domains.name,
      source: domains.source,
      isReserve: orders.isReserve,
    })
    .from(bundles)
    .innerJoin(domains, eq(domains.bundleId, bundles.id))
    .innerJoin(orders, eq(orders.id, bundles.orderId))
    .where(
      and(eq(orders.id, orderId), eq(orders.customerId, customerId), eq(orders.status, 'awaiting_payment')),
    )
    .orderBy(asc(bundles.orderIndex), asc(domains.slot))
  const first = rows[0]
  if (!first) return undefined
  const groups = [...Map.groupBy(rows, (row) => row.groupId)].map(([groupId, some]) => ({
    groupId,
    plan: first.plan,
    domains: some.map((row) => row.name),
  }))
  const order = {
    plan: first.plan,
    orderCount: groups.length,
    isReserve: first.isReserve,
    domainOption: first.source === 'bought' ? ('purchase' as const) : ('own' as const),
    domains: rows.map((row) => row.name),
  }
  return { orderId, groups, quote: quoteItems(orderItems(order, prices)) }
}

async function insertOrder(
  { secrets }: Dependencies,
  tx: Db,
  {
    customerId,
    request,
    fingerprint,
    prices,
  }: Pick<NewOrder, 'customerId' | 'request' | 'fingerprint'> & { prices: Prices },
): Promise<TakenOrder> {
  const { plan, domainOption, isReserve } = request
  const orderId = newId('order')
  const units = request.bundles.map((bundle, index) => ({
    id: groupIdOf(orderId, index + 1),
    orderIndex: index + 1,
    held: platforms.flatMap((platform) => bundle[platform].map((name) => ({ name, platform }))),
  }))
  await insertRows(tx, secrets, { orderId, customerId, request, fingerprint, groups: units })
  const groups = units.map(({ id, held }) => ({ groupId: id, plan, domains: held.map(({ name }) => name) }))
  const names = groups.flatMap((group) => group.domains)
  await refuseBroken(tx, [
    fewUnpaid(customerId),
    ...(domainOption === 'purchase' ? [holdsNotRenewed(customerId, names), notNested(names)] : []),
    noForwardingLoops(customerId, { urls: [request.forwardingUrl], added: names }),
  ])
  await audit(tx, {
    customerId,
    actor: 'customer',
    action: 'order.created',
    subject: orderId,
    data: { bundles: groups.length, ...(isReserve && { isReserve }) },
  })
  const order = { plan, orderCount: groups.length, isReserve, domainOption, domains: names }
  return { orderId, groups, quote: quoteItems(orderItems(order, prices)) }
}

interface NewOrder {
  orderId: string
  customerId: string
  request: OrderRequest
  fingerprint: string
  groups: readonly { id: string; orderIndex: number; held: readonly { name: string; platform: Platform }[] }[]
}

async function insertRows(
  tx: Db,
  secrets: Secrets,
  { orderId, customerId, request, fingerprint, groups }: NewOrder,
): Promise<void> {
  const { plan, tool } = request
  const fresh = tool.connectionId ? undefined : newConnection(secrets, customerId, tool.tool, tool.values)
  const connectionId = tool.connectionId ?? fresh?.id ?? ''
  // One statement: what refers to each other is checked at its end.
  const order = tx.$with('made_order').as(
    tx.insert(orders).values({
      id: orderId,
      customerId,
      plan,
      forwardingUrl: request.forwardingUrl,
      companyName: request.companyName,
      stealthMode: request.stealthMode,
      profilePictureLink: request.profilePictureLink || null,
      isReserve: request.isReserve,
      fingerprint,
    }),
  )
  const connection = fresh && tx.$with('made_connection').as(tx.insert(toolConnections).values(fresh))
  const units = tx
    .$with('made_bundles')
    .as(
      tx
        .insert(bundles)
        .values(
          groups.map(({ id, orderIndex }) => ({ id, orderId, customerId, orderIndex, plan, connectionId })),
        ),
    )
  const people = tx
    .$with('made_personas')
    .as(
      tx
        .insert(personas)
        .values(
          groups.flatMap(({ id: bundleId, held }) =>
            provisionedShares(request.people, [...new Set(held.map(({ platform }) => platform))]).map(
              (share, position) => newPersona({ customerId, bundleId }, share, position),
            ),
          ),
        ),
    )
  await tx
    .with(...(connection ? [connection] : []), order, units, people)
    .insert(domains)
    .values(
      groups.flatMap(({ id: bundleId, held }) =>
        held.map(({ name, platform }, slot) => ({
          id: newId('domain'),
          customerId,
          bundleId,
          name,
          slot,
          platform,
          source: request.domainOption === 'purchase' ? ('bought' as const) : ('own' as const),
          statusNote: 'Waiting for the payment.',
          forwardingUrl: request.forwardingUrl,
          // Nobody has shown yet that an own name is theirs: it is held from the payment page on.
          releasedAt: request.domainOption === 'own' ? sql`now()` : null,
        })),
      ),
    )
}
