import { and, asc, count, eq, gt, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import { audit } from '#base/audit/audit.ts'
import type { Db } from '#base/db/client.ts'
import {
  bundles,
  customers,
  fleetImportRows,
  fleetImports,
  stripeEvents,
  subscriptions,
} from '#base/db/schema/index.ts'
import { brokenConstraint } from '#base/db/sql-state.ts'
import { Refusal, ruleBroken } from '#base/http/refusal.ts'
import { countOf } from '#base/text/count-of.ts'
import { required } from '#base/text/required.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { notifyCustomer } from '#delivery/provisioning/events.ts'
import { accountStateOf } from '#features/capacity/rules/account-states.ts'
import { addCustomer } from '#features/customers/server/add-customer.ts'
import { storeEvent } from '#features/payments/server/stripe-webhook.ts'
import { isFileTool, sendingToolNames, unknownTool } from '#features/tools/rules/sending-tools.ts'
import { keepConnection } from '#features/tools/server/keep-connection.ts'
import { type AdoptedOrder, adoptedOrder } from './adopted-order.ts'
import { customerProblem } from './compare.ts'
import type { Row, SeenDomain, SeenSubscription } from './seen.ts'
import { adoptable } from './steer-import.ts'
import { writeOrder } from './write-order.ts'

type Deps = Pick<Dependencies, 'db' | 'secrets' | 'queue'>
interface Order {
  email: string
  orderName: string
}

/**
 * Takes the next order of an import over whose domains all match, with every other that its subscription pays for, in one
 * transaction: whoever dies over it leaves nothing. What cannot be taken over is told as a contradiction. Returns whether
 * there was one.
 */
export async function adoptNextOrder(deps: Deps, importId: string): Promise<boolean> {
  const orders = await nextOrders(deps.db, importId)
  const [first] = orders
  if (!first) return false
  try {
    await adopt(deps, importId, first.email, orders)
  } catch (error) {
    const why = reasonOf(error)
    if (!why) throw error
    await noteContradiction(deps.db, importId, orders, why)
  }
  return true
}

/** All of one customer: a subscription is somebody's. */
async function nextOrders(db: Db, importId: string): Promise<Order[]> {
  const { rows } = await db.execute<{ email: string; order_name: string }>(sql`
    with ready as ${adoptable(importId)}, next as (
      select * from ready
      where exists (select from ${fleetImports} where id = ${importId} and state = 'adopting')
      order by email, order_name limit 1)
    select r.email, r.order_name from ready r join next n
      on r.email = n.email and (r.order_name = n.order_name or r.subscription = n.subscription)
    order by r.order_name`)
  return rows.map(({ email, order_name: orderName }) => ({ email, orderName }))
}

/** What keeps an order out for good, in words; undefined for what is over by itself. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof Refusal) return error.message
  switch (brokenConstraint(error)) {
    case 'domains_held_name':
      return 'One of the order’s domains has been ordered here meanwhile.'
    case 'customers_stripe_customer':
      return 'Another customer here has the customer of its subscription at Stripe.'
    case 'mailboxes_address':
      return 'One of the order’s mailboxes is still another’s here.'
    case 'domain_names_provider_account_id_provider_accounts_id_fk':
      return 'The account that its mailboxes stand in has been removed here meanwhile. Add it, and look again.'
    case 'bundles_connection_id_tool_connections_id_fk':
      return 'The credentials of its sending tool have been removed here meanwhile. Look again.'
    default:
      return undefined
  }
}

const ofOrders = (importId: string, orders: readonly Order[]) =>
  and(
    eq(fleetImportRows.importId, importId),
    or(
      ...orders.map(({ email, orderName }) =>
        and(eq(fleetImportRows.email, email), eq(fleetImportRows.orderName, orderName)),
      ),
    ),
    isNull(fleetImportRows.adoptedAt),
  )

const noteContradiction = (db: Db, importId: string, orders: readonly Order[], sentence: string) =>
  db
    .update(fleetImportRows)
    .set({
      verdict: 'contradicts',
      findings: sql`${fleetImportRows.findings} || ${JSON.stringify([{ kind: 'contradicts', sentence }])}::jsonb`,
    })
    .where(and(ofOrders(importId, orders), eq(fleetImportRows.verdict, 'matches')))

async function adopt(deps: Deps, importId: string, email: string, orders: readonly Order[]): Promise<void> {
  const customerId = await knownOrNew(deps.db, importId, email)
  await deps.db.transaction(async (tx) => {
    await refuseCustomer(tx, customerId)
    const rows = await tx
      .select()
      .from(fleetImportRows)
      .where(and(ofOrders(importId, orders), eq(fleetImportRows.verdict, 'matches')))
      .orderBy(asc(fleetImportRows.line))
      .for('update')
    await refuseChangedSince(tx, importId, rows)
    // None where another worker was faster.
    for (const of of Map.groupBy(rows, ({ orderName }) => orderName).values())
      await adoptOne(tx, deps, { importId, customerId, rows: of })
    await refuseOtherGroups(tx, rows)
    await readAgain(deps, tx, rows)
  })
}

/** What an event is called that Stripe has not sent. */
const adoptedType = 'adopted'

/**
 * Has the subscriptions read once more after the commit, and until Stripe answers. What Stripe tells while they are taken
 * over is acted on by who sees neither the orders nor whose customer it is: an end would be heard of and change nothing.
 */
async function readAgain(deps: Deps, tx: Db, rows: readonly Row[]): Promise<void> {
  for (const [subscriptionId, [first]] of Map.groupBy(rows, ({ subscription }) => subscription)) {
    if (subscriptionId === null || !first) continue
    const id = `${adoptedType}:${first.importId}:${first.line}`
    await storeEvent(deps, tx, { id, type: adoptedType, objects: { subscriptionId } })
  }
}

/**
 * A subscription that Stripe has told of since the look began is not as it was seen. One that has ended would never be
 * told of again, and its order would run here unpaid.
 */
async function refuseChangedSince(tx: Db, importId: string, rows: readonly Row[]): Promise<void> {
  const paying = [...new Set(rows.flatMap(({ subscription }) => subscription ?? []))]
  const [told] = await tx
    .select({ subscription: stripeEvents.objectId })
    .from(stripeEvents)
    .innerJoin(fleetImports, eq(fleetImports.id, importId))
    .where(
      and(
        inArray(stripeEvents.objectId, paying),
        gt(stripeEvents.receivedAt, fleetImports.lookedAt),
        ne(stripeEvents.type, adoptedType),
      ),
    )
    .limit(1)
  if (told)
    throw ruleBroken(`Stripe has told of a change to ${told.subscription} since the look. Look again.`)
}

/**
 * The look has counted what the file holds. Another import, or an order of which some stand here already, may have made
 * groups of the same subscription since: one more than Stripe bills would be charged with the next change.
 */
async function refuseOtherGroups(tx: Db, rows: readonly Row[]): Promise<void> {
  const paying = new Map(
    rows.flatMap(({ subscription, seen }) => {
      const billed = (seen as unknown as SeenDomain).subscription?.quantities
      return subscription !== null && billed ? [[subscription, billed] as const] : []
    }),
  )
  for (const [subscription, billed] of paying) {
    const live = await tx
      .select({ plan: bundles.plan, groups: count() })
      .from(bundles)
      .where(and(eq(bundles.subscriptionId, subscription), eq(bundles.status, 'live')))
      .groupBy(bundles.plan)
    for (const { plan, groups } of live)
      if (groups !== (billed[plan] ?? 0))
        throw ruleBroken(
          `With it ${countOf(groups, 'group')} here would be paid by ${subscription}, which bills ${billed[plan] ?? 0}. Where some of the order’s domains stand here already, the others are added there, not imported.`,
        )
  }
}

/** What has become of the customer since the look. Holds them until the order is there. */
async function refuseCustomer(tx: Db, customerId: string): Promise<void> {
  const [customer] = await tx
    .select()
    .from(customers)
    .where(eq(customers.id, customerId))
    .for('no key update')
  const { email, ...moments } = required(customer, 'the customer')
  const problem = customerProblem(email, accountStateOf(moments))
  if (problem !== undefined) throw ruleBroken(problem)
}

async function adoptOne(
  tx: Db,
  deps: Deps,
  { importId, customerId, rows }: { importId: string; customerId: string; rows: readonly Row[] },
): Promise<void> {
  await takeSubscription(tx, customerId, required(rows[0], 'a row of the order'))
  const connectionId = await connectionOf(tx, deps, customerId, rows)
  const made = adoptedOrder(rows, { customerId, connectionId })
  await writeOrder(tx, made)
  await noteAdopted(tx, customerId, importId, made)
  const lines = rows.map(({ line }) => line)
  await tx
    .update(fleetImportRows)
    .set({ adoptedAt: sql`now()`, verdict: 'here', claimedUntil: null })
    .where(and(eq(fleetImportRows.importId, importId), inArray(fleetImportRows.line, lines)))
}

/** Access is given and nobody is told: the customer is invited when the operator says so. */
async function knownOrNew(db: Db, importId: string, email: string): Promise<string> {
  const find = async () =>
    (
      await db.select({ id: customers.id }).from(customers).where(sql`lower(${customers.email}) = ${email}`)
    )[0]
  const known = await find()
  if (known) return known.id
  const [row] = await db
    .select({ name: fleetImportRows.customer })
    .from(fleetImportRows)
    .where(and(eq(fleetImportRows.importId, importId), eq(fleetImportRows.email, email)))
    .limit(1)
  try {
    return (await addCustomer(db, { email, name: row?.name ?? email })).id
  } catch (error) {
    const since = error instanceof Refusal ? await find() : undefined
    if (since) return since.id
    throw error
  }
}

/** As Stripe has it: nothing is charged, and its quantities are those of the order already. */
async function takeSubscription(tx: Db, customerId: string, { subscription, seen }: Row): Promise<void> {
  const found = (seen as unknown as SeenDomain).subscription
  if (subscription === null || !found) return
  await noteStripeCustomer(tx, customerId, found)
  await tx
    .insert(subscriptions)
    .values({
      stripeId: subscription,
      customerId,
      status: found.status,
      periodEnd: found.periodEnd === null ? null : new Date(found.periodEnd),
    })
    .onConflictDoNothing()
}

const noteStripeCustomer = (tx: Db, customerId: string, { customerExternalId }: SeenSubscription) =>
  tx
    .update(customers)
    .set({ stripeCustomerId: customerExternalId })
    .where(and(eq(customers.id, customerId), isNull(customers.stripeCustomerId)))

/** An order has one account at its tool; what is handed over as a file needs none. */
async function connectionOf(tx: Db, deps: Deps, customerId: string, rows: readonly Row[]) {
  const tool = rows[0]?.tool ?? unknownTool
  if (isFileTool(tool)) return (await keepConnection(tx, deps, customerId, tool, { values: {} })).id
  const known = new Set(rows.flatMap(({ seen }) => (seen as unknown as SeenDomain).tool?.connectionId ?? []))
  const [connectionId] = known
  if (connectionId === undefined || known.size > 1)
    throw ruleBroken(
      `The order’s domains are in ${known.size} accounts of ${sendingToolNames[tool]}: make an order of each in the file.`,
    )
  return connectionId
}

async function noteAdopted(tx: Db, customerId: string, importId: string, made: AdoptedOrder): Promise<void> {
  await audit(tx, {
    customerId,
    actor: 'operator',
    action: 'order.adopted',
    subject: made.order.id,
    data: { importId, domains: made.domains.length },
  })
  await notifyCustomer(tx, customerId)
}
