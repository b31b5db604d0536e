import { createHash } from 'node:crypto'
import { and, asc, eq, exists, inArray, isNull, or, sql } from 'drizzle-orm'
import { domainEntryMessages } from '#shared/domain-entry.ts'
import { fillMessage } from '#shared/message.ts'
import { groupIdOf } from '#shared/order-groups.ts'
import type { OrderBody } from '#shared/order-payload.ts'
import { orderItems, type Quote, quoteItems } from '#shared/pricing.ts'
import { connectionIdOf, type OrderRequest, readOrder } from '#shared/read-order.ts'
import { provisionedShares } from '#shared/username-update.ts'
import { audit } from '../../audit.ts'
import type { Db } from '../../db/client.ts'
import { newId } from '../../db/ids.ts'
import { bundles, checkouts, domains, orders, personas, toolConnections } from '../../db/schema/index.ts'
import { brokenConstraint } from '../../db/sql-state.ts'
import type { Dependencies } from '../../dependencies.ts'
import { conflict, ruleBroken } from '../../http/refusal.ts'
import { findSession } from '../checkout/find-session.ts'
import { syncCheckout } from '../checkout/sync-checkout.ts'
import { findConnection, newConnection, presentConnection } from '../connections/connections.ts'
import { newPersona } from '../people/new-persona.ts'
import { expireOrder } from './order-fulfilment.ts'

export interface TakenOrder {
  orderId: string
  groups: { groupId: string; plan: OrderRequest['plan']; domains: string[] }[]
  quote: Quote
}

/**
 * Takes an order, validated again from scratch; nothing is set up before it is paid. The same draft sent twice
 * is one order. A name in another unpaid order of the same customer moves here, once the payment provider has
 * confirmed that the other one cannot be paid any more.
 */
export async function createOrder(
  deps: Dependencies,
  customerId: string,
  body: OrderBody,
): Promise<TakenOrder> {
  const { db, secrets, config } = deps
  const connectionId = connectionIdOf(body)
  const saved = connectionId ? await findConnection(db, customerId, connectionId) : undefined
  const read = readOrder(body, {
    soldPlans: config.plansEnabled,
    tlds: config.purchasableTlds,
    connection: saved && presentConnection(secrets, saved),
  })
  if (!read.ok) throw ruleBroken(read.problem.message)
  const request = read.value
  const names = request.bundles.flatMap((bundle) => [...bundle.azure, ...bundle.google])
  const fingerprint = fingerprintOf(request)

  const unpaid = await findUnpaid(db, customerId, fingerprint, names)
  const same = unpaid.find((order) => order.isSame)
  const present = same && (await presentOrder(db, customerId, same.id))
  if (present) return present
  for (const { id } of unpaid) await endUnpaidOrder(deps, id)
  try {
    return await db.transaction((tx) => insertOrder(deps, tx, customerId, request, fingerprint))
  } catch (error) {
    const constraint = brokenConstraint(error)
    if (constraint !== 'orders_one_unpaid' && constraint !== 'domains_held_name') throw error
    const [twin] = await findUnpaid(db, customerId, fingerprint, [])
    const made = twin && (await presentOrder(db, customerId, twin.id))
    if (made) return made
    if (constraint !== 'domains_held_name') throw error
    const held = await heldNames(db, names)
    throw conflict(heldMessage(held), { domains: held })
  }
}

const fingerprintOf = (request: OrderRequest): string =>
  createHash('sha256').update(JSON.stringify(request)).digest('base64url')

const quoteOf = (
  plan: OrderRequest['plan'],
  orderCount: number,
  option: OrderRequest['domainOption'],
  names: readonly string[],
) => quoteItems(orderItems({ plan, orderCount, domainOption: option, domains: names }))

/** The customer's unpaid orders that hold some of the names, and the same one when it was sent before. */
const findUnpaid = (
  db: Db,
  customerId: string,
  fingerprint: string,
  names: readonly string[],
): Promise<{ id: string; isSame: boolean }[]> => {
  const holdsSome = exists(
    db
      .select({ one: sql`1` })
      .from(bundles)
      .innerJoin(domains, eq(domains.bundleId, bundles.id))
      .where(
        and(eq(bundles.orderId, orders.id), inArray(domains.name, [...names]), isNull(domains.releasedAt)),
      ),
  )
  const isSame = eq(orders.fingerprint, fingerprint)
  return db
    .select({ id: orders.id, isSame: sql<boolean>`${isSame} is true` })
    .from(orders)
    .where(
      and(eq(orders.customerId, customerId), eq(orders.status, 'awaiting_payment'), or(isSame, holdsSome)),
    )
}

/** An order as its payment needs it. Undefined when there is no such unpaid order of the customer. */
export async function presentOrder(
  db: Db,
  customerId: string,
  orderId: string,
): Promise<TakenOrder | undefined> {
  const rows = await db
    .select({ groupId: bundles.id, plan: bundles.plan, name: domains.name, source: domains.source })
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
  const option = first.source === 'bought' ? ('purchase' as const) : ('own' as const)
  return {
    orderId,
    groups,
    quote: quoteOf(
      first.plan,
      groups.length,
      option,
      rows.map((row) => row.name),
    ),
  }
}

async function endUnpaidOrder(deps: Dependencies, orderId: string): Promise<void> {
  const attempts = await deps.db
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.orderId, orderId), inArray(checkouts.status, ['prepared', 'open'])))
  for (const attempt of attempts) {
    const session =
      attempt.sessionId ??
      (await findSession(deps.vendors.payments, attempt, { interactive: true }))?.sessionId
    if (!session) continue
    await deps.vendors.payments.expireCheckout(session, { interactive: true })
    if ((await syncCheckout(deps, session))?.status === 'paid')
      throw conflict(
        'An earlier order with these domains has just been paid. You can follow it on your dashboard.',
      )
  }
  await deps.db.transaction(async (tx) => {
    await tx
      .update(checkouts)
      .set({ status: 'expired' })
      .where(and(eq(checkouts.orderId, orderId), eq(checkouts.status, 'prepared')))
    await expireOrder(tx, orderId)
  })
}

const heldMessage = (held: readonly string[]) =>
  held.length === 1
    ? fillMessage(domainEntryMessages.alreadyExists, { d: held[0] ?? '' })
    : fillMessage(domainEntryMessages.manyAlreadyExist, { n: held.length })

const heldNames = async (db: Db, names: readonly string[]): Promise<string[]> => {
  const rows = await db
    .select({ name: domains.name })
    .from(domains)
    .where(and(inArray(domains.name, [...names]), isNull(domains.releasedAt)))
  return rows.map(({ name }) => name)
}

async function insertOrder(
  { secrets }: Dependencies,
  tx: Db,
  customerId: string,
  request: OrderRequest,
  fingerprint: string,
): Promise<TakenOrder> {
  const { plan, tool } = request
  const orderId = newId('order')
  const fresh = tool.connectionId ? undefined : newConnection(secrets, customerId, tool.tool, tool.values)
  const connectionId = tool.connectionId ?? fresh?.id ?? ''
  const groups = request.bundles.map((bundle, index) => ({
    id: groupIdOf(orderId, index + 1),
    orderIndex: index + 1,
    held: (['azure', 'google'] as const).flatMap((platform) =>
      bundle[platform].map((name) => ({ name, platform })),
    ),
  }))
  // One statement: what refers to each other is checked at its end.
  const order = tx.$with('made_order').as(
    tx.insert(orders).values({
      id: orderId,
      customerId,
      plan,
      forwardingUrl: request.forwardingUrl,
      company: request.companyName,
      stealthMode: request.stealthMode,
      profilePictureLink: request.profilePictureLink || null,
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
        })),
      ),
    )
  await audit(tx, {
    customerId,
    actor: 'customer',
    action: 'order.created',
    subject: orderId,
    data: { bundles: groups.length },
  })
  const domainGroups = groups.map(({ id, held }) => ({
    groupId: id,
    plan,
    domains: held.map(({ name }) => name),
  }))
  const names = domainGroups.flatMap((group) => group.domains)
  return {
    orderId,
    groups: domainGroups,
    quote: quoteOf(plan, groups.length, request.domainOption, names),
  }
}
