import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { isFileTool, sendingToolNames, unknownTool } from '#shared/tools/sending-tools.ts'
import { audit } from '../../audit/audit.ts'
import type { Db } from '../../db/client.ts'
import { customers, fleetImportRows, fleetImports, subscriptions } from '../../db/schema/index.ts'
import { brokenConstraint } from '../../db/sql-state.ts'
import type { Dependencies } from '../../dependencies.ts'
import { Refusal, ruleBroken } from '../../http/refusal.ts'
import { notifyCustomer } from '../../provisioning/events.ts'
import { keepConnection } from '../connections/connections.ts'
import { addCustomer } from '../customers/add-customer.ts'
import { type AdoptedOrder, adoptedOrder } from './adopted-order.ts'
import type { Row, SeenDomain, SeenSubscription } from './seen.ts'
import { adoptable } from './steer-import.ts'
import { writeOrder } from './write-order.ts'

type Deps = Pick<Dependencies, 'db' | 'secrets'>
interface Order {
  email: string
  orderName: string
}

/**
 * Takes the next order of an import over whose domains all match, in one transaction: whoever dies over it leaves
 * nothing. An order that cannot be taken over is told as a contradiction. Returns whether there was one.
 */
export async function adoptNextOrder(deps: Deps, importId: string): Promise<boolean> {
  const order = await nextOrder(deps.db, importId)
  if (!order) return false
  try {
    await adopt(deps, importId, order)
  } catch (error) {
    const why = reasonOf(error)
    if (!why) throw error
    await noteContradiction(deps.db, importId, order, why)
  }
  return true
}

async function nextOrder(db: Db, importId: string): Promise<Order | undefined> {
  const { rows } = await db.execute<{ email: string; order_name: string }>(sql`
    select email, order_name from ${adoptable(importId)} as orders
    where exists (select from ${fleetImports} where id = ${importId} and state = 'adopting')
    order by email, order_name limit 1`)
  return rows[0] && { email: rows[0].email, orderName: rows[0].order_name }
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
    default:
      return undefined
  }
}

const ofOrder = (importId: string, { email, orderName }: Order) =>
  and(
    eq(fleetImportRows.importId, importId),
    eq(fleetImportRows.email, email),
    eq(fleetImportRows.orderName, orderName),
    isNull(fleetImportRows.adoptedAt),
  )

const noteContradiction = (db: Db, importId: string, order: Order, sentence: string) =>
  db
    .update(fleetImportRows)
    .set({
      verdict: 'contradicts',
      findings: sql`${fleetImportRows.findings} || ${JSON.stringify([{ kind: 'contradicts', sentence }])}::jsonb`,
    })
    .where(and(ofOrder(importId, order), eq(fleetImportRows.verdict, 'matches')))

async function adopt({ db, secrets }: Deps, importId: string, order: Order): Promise<void> {
  const customerId = await knownOrNew(db, importId, order)
  await db.transaction(async (tx) => {
    const rows = await tx
      .select()
      .from(fleetImportRows)
      .where(and(ofOrder(importId, order), eq(fleetImportRows.verdict, 'matches')))
      .orderBy(asc(fleetImportRows.line))
      .for('update')
    const [first] = rows
    // Another worker was faster.
    if (!first) return
    await takeSubscription(tx, customerId, first)
    const connectionId = await connectionOf(tx, secrets, customerId, rows)
    const made = adoptedOrder(rows, { customerId, connectionId })
    await writeOrder(tx, made)
    await noteAdopted(tx, customerId, importId, made)
    await tx
      .update(fleetImportRows)
      .set({ adoptedAt: sql`now()`, verdict: 'here', claimedUntil: null })
      .where(
        and(
          eq(fleetImportRows.importId, importId),
          inArray(
            fleetImportRows.line,
            rows.map(({ line }) => line),
          ),
        ),
      )
  })
}

/** Access is given and nobody is told: the customer is invited when the operator says so. */
async function knownOrNew(db: Db, importId: string, order: Order): Promise<string> {
  const find = async () =>
    (
      await db
        .select({ id: customers.id })
        .from(customers)
        .where(sql`lower(${customers.email}) = ${order.email}`)
    )[0]
  const known = await find()
  if (known) return known.id
  const [row] = await db.select().from(fleetImportRows).where(ofOrder(importId, order)).limit(1)
  try {
    return (await addCustomer(db, { email: order.email, name: row?.customer ?? order.email })).id
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
async function connectionOf(tx: Db, secrets: Deps['secrets'], customerId: string, rows: readonly Row[]) {
  const tool = rows[0]?.tool ?? unknownTool
  if (isFileTool(tool)) return (await keepConnection(tx, secrets, customerId, tool, {})).id
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
