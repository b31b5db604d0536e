import { getTableColumns, getTableName, is, type SQL, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { afterEach, expect } from 'vitest'
import type { Db } from '#base/db/client.ts'
import * as schema from '#base/db/schema/index.ts'

/** Every id, name and address of what stands beside a test's own begins with this. */
const mark = 'beside'
/** Whether a name is of what stands beside a test's own. */
export const isBeside = (name: string): boolean => name.startsWith(mark)
const days = (n: number) => new Date(Date.now() + n * 24 * 3600_000)

/** The states in which another order is found. Each is what some use case looks for. */
const ofSameCustomer = ['live', 'cancelled'] as const
const ofAnother = [...ofSameCustomer, 'refund', 'past_due', 'unpaid'] as const
type State = (typeof ofAnother)[number]

/** An order and a domain for each state, as rows alone: nothing of them is at a vendor, and no job is due for them. */
async function addOrders(db: Db, customerId: string, id: string, states: readonly State[]): Promise<void> {
  const isMine = !isBeside(customerId)
  const each = states.map((state) => {
    const name = `${id}-${state.replace('_', '')}.com`
    return { state, name, id: `${id}-${state}`, isPaid: state !== 'unpaid', isOver: state === 'cancelled' }
  })
  const connectionId = `${id}-connection`
  const subscriptionId = isMine ? null : `${id}-subscription`
  await db.insert(schema.toolConnections).values({
    id: connectionId,
    customerId,
    kind: 'other',
    details: { username: mark },
    state: 'working',
  })
  if (subscriptionId)
    await db.insert(schema.subscriptions).values({
      stripeId: subscriptionId,
      customerId,
      status: 'active',
      periodEnd: days(20),
    })
  await db.insert(schema.orders).values(
    each.map(({ id, isPaid }) => ({
      id,
      customerId,
      plan: 'google' as const,
      forwardingUrl: 'https://beside.example',
      companyName: 'Beside',
      status: isPaid ? ('active' as const) : ('awaiting_payment' as const),
      paidAt: isPaid ? days(-10) : null,
      createdAt: isPaid ? days(-11) : days(0),
    })),
  )
  await db.insert(schema.bundles).values(
    each.map(({ id, state, isPaid, isOver }) => ({
      id,
      orderId: id,
      customerId,
      orderIndex: 1,
      plan: 'google' as const,
      connectionId,
      status: isOver ? ('cancelled' as const) : isPaid ? ('live' as const) : ('awaiting_payment' as const),
      refundedSince: state === 'refund' ? days(-3) : null,
      pastDueSince: state === 'past_due' ? days(-2) : null,
      subscriptionId: isPaid ? subscriptionId : null,
      monthlyCents: 50_00,
      cancelledAt: isOver ? days(-4) : null,
    })),
  )
  await db
    .insert(schema.domainNames)
    .values(each.map(({ name }) => ({ name, registration: 'registered' as const, expiresAt: days(300) })))
  await db.insert(schema.domains).values(
    each.map(({ id, name, isPaid, isOver }) => ({
      id,
      customerId,
      bundleId: id,
      name,
      slot: 0,
      platform: 'google' as const,
      source: 'bought' as const,
      want: isOver ? ('retire' as const) : isPaid ? ('run' as const) : ('hold' as const),
      status: isOver ? ('cancelled' as const) : isPaid ? ('done' as const) : ('pending' as const),
      forwardingUrl: 'https://beside.example',
      deliveredAt: isPaid ? days(-9) : null,
      retireAt: isOver ? days(26) : null,
    })),
  )
  await db.insert(schema.personas).values(
    each.map(({ id }) => ({
      id,
      customerId,
      bundleId: id,
      position: 0,
      firstName: 'Beside',
      lastName: 'Others',
      googlePerDomain: 1,
    })),
  )
  const made = each.filter(({ isPaid }) => isPaid)
  await db.insert(schema.mailboxes).values(
    made.map(({ id, name, isOver }) => ({
      id,
      customerId,
      domainId: id,
      name,
      personaId: id,
      localPart: mark,
      want: isOver ? ('disabled' as const) : ('active' as const),
      hostState: isOver ? ('disabled' as const) : ('active' as const),
    })),
  )
  await db.insert(schema.mailboxLinks).values(made.map(({ id }) => ({ mailboxId: id, connectionId })))
}

/** Another customer with an order in every state, a session, and an update of a tool that is done. */
async function addAnother(db: Db, id: string): Promise<void> {
  await db.insert(schema.customers).values({ id, email: `${id}@example.test`, name: 'Bea Side' })
  await addOrders(db, id, id, ofAnother)
  await db.insert(schema.bulkJobs).values({
    id,
    customerId: id,
    tool: 'smartlead',
    operation: 'update-tags',
    status: 'done',
    finishedAt: days(-1),
  })
}

/** Columns that say whose a row is, or what it is about. */
const keysOf = (table: PgTable) =>
  Object.values(getTableColumns(table)).filter(
    (column) => column.getSQLType() === 'text' && /^(id|name|email|recipient|.*_id)$/.test(column.name),
  )

type Row = Record<string, unknown>

/** Columns by which tests move time, and what a database counts of itself. */
const passing = ['created_at', 'changed_at', 'rev']

/** Every row of the product's that is about what stands beside, by its table and key. */
async function rowsBeside(db: Db): Promise<Map<string, Row>> {
  const parts: SQL[] = []
  for (const table of Object.values(schema)) {
    if (!is(table, PgTable)) continue
    const keys = keysOf(table)
    if (keys.length === 0) continue
    const key = (name: string) => sql`t.${sql.identifier(name)}`
    const isMeant = sql.join(
      keys.map(({ name }) => sql`${key(name)} like ${`${mark}%`}`),
      sql` or `,
    )
    const called = sql.join(
      keys.map(({ name }) => key(name)),
      sql`, `,
    )
    parts.push(
      sql`select concat_ws(' ', ${getTableName(table)}::text, ${called}) as key, to_jsonb(t) as row from ${table} t where ${isMeant}`,
    )
  }
  const { rows } = await db.execute<{ key: string; row: Row }>(sql.join(parts, sql` union all `))
  return new Map(
    rows.map(({ key, row }) => [
      key,
      Object.fromEntries(Object.entries(row).filter(([name]) => !passing.includes(name))),
    ]),
  )
}

/** What became of them, a line for each value that is another. */
const changesOf = (before: ReadonlyMap<string, Row>, after: ReadonlyMap<string, Row>): string[] =>
  [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    const [was, is] = [before.get(key), after.get(key)]
    if (!was || !is) return [`${key}: ${is ? 'was added' : 'is gone'}`]
    return Object.keys(is)
      .filter((name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]))
      .map((name) => `${key}: ${name} was ${JSON.stringify(was[name])}, is ${JSON.stringify(is[name])}`)
  })

let count = 0

/**
 * What a use case must leave alone: another customer with orders in every state, and other orders of the customer whom it is
 * about. After each test of the file all of it has to be what it was: a statement that forgets whose, or which order, it is
 * for changes some of it.
 */
export function keepOthers(db: Db) {
  let before: ReadonlyMap<string, Row> | undefined
  const known = new Set<string>()
  afterEach(expectOthersUntouched)

  async function expectOthersUntouched(): Promise<void> {
    if (!before) return
    const after = await rowsBeside(db)
    const changed = changesOf(before, after)
    before = after
    expect(changed, 'what belongs to another customer, or to another order, changed').toEqual([])
  }

  /** Puts the others beside a customer: once for each, and the other customer once for all. */
  return async function besides(customerId: string, which: 'customer' | 'customer and order'): Promise<void> {
    if (before && (known.has(customerId) || which === 'customer')) return
    await expectOthersUntouched()
    if (!before) await addAnother(db, `${mark}${++count}`)
    if (which === 'customer and order') {
      known.add(customerId)
      await addOrders(db, customerId, `${mark}${++count}`, ofSameCustomer)
    }
    before = await rowsBeside(db)
  }
}
