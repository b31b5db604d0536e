import { and, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { bundles, domains, toolConnections } from '#base/db/schema/index.ts'
import { withdrawMails } from '#base/mail/outbox.ts'
import type { Secrets } from '#base/secrets/secrets.ts'
import { required } from '#base/text/required.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { isRunning } from '#delivery/domains/running.ts'
import { raiseWanted } from '#delivery/provisioning/wanted.ts'
import { fieldsOf, fileTools, type SendingToolId } from '../rules/sending-tools.ts'
import { newConnection, openConnection, sealConnection, typedOver } from './connections.ts'
import { leadToSamePlace } from './same-place.ts'
import type { Tried } from './try-credentials.ts'

type Row = typeof toolConnections.$inferSelect
type Values = Readonly<Record<string, string>>
/** What is to be kept; `message` and whatever else was told of it does not matter. */
type ToKeep = Pick<Tried, 'values'> & Partial<Pick<Tried, 'state' | 'opened'>>

/** One at a time for each customer: two presses find what the first one has kept. Taken before any row is locked. */
export async function lockConnections(tx: Db, customerId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`connections:${customerId}`}, 0))`)
}

/**
 * Keeps values that were checked already. What opens the place of a connection that is there is that connection, with
 * what was typed now: one account is one connection, however it was typed. Values that could not be tried are taken for
 * the same only when all of them are. `instead`: the connection, already locked, whose values these correct where no
 * other one leads to their place.
 */
export async function keepConnection(
  tx: Db,
  deps: Pick<Dependencies, 'secrets' | 'queue'>,
  customerId: string,
  tool: SendingToolId,
  kept: ToKeep,
  instead?: Row,
): Promise<Row> {
  const { secrets } = deps
  const { values, state = 'unchecked' } = kept
  await lockConnections(tx, customerId)
  const same = await findSame(tx, secrets, customerId, tool, kept)
  if (same && state !== 'working') return same
  if (same) return renew(tx, deps, same, values)
  if (instead) {
    const sealed = sealConnection(secrets, instead.id, tool, values)
    const [corrected] = await tx
      .update(toolConnections)
      .set({ ...sealed, state, problem: null, refusedAt: null })
      .where(eq(toolConnections.id, instead.id))
      .returning()
    return required(corrected, 'the corrected row')
  }
  const row = { ...newConnection(secrets, customerId, tool, values), state }
  const [made] = await tx.insert(toolConnections).values(row).returning()
  return required(made, 'the kept row')
}

/** The newest connection that these values lead to, one that a running order uses first. */
async function findSame(
  tx: Db,
  secrets: Secrets,
  customerId: string,
  tool: SendingToolId,
  { values, state, opened }: ToKeep,
): Promise<Row | undefined> {
  const rows = await tx
    .select()
    .from(toolConnections)
    .where(and(eq(toolConnections.customerId, customerId), eq(toolConnections.kind, tool), isKept))
    .orderBy(desc(runsAnOrder), desc(toolConnections.createdAt))
    .limit(comparedMax)
  return rows.find((row) => {
    const held = openConnection(secrets, row)
    return (
      isSameAs(tool, held, values) || (state === 'working' && leadToSamePlace(held, values, opened?.isOnly))
    )
  })
}

const isSameAs = (tool: SendingToolId, held: Values, values: Values): boolean =>
  fieldsOf(tool).every(({ name }) => (held[name] ?? '') === (values[name] ?? ''))

/** The connection with what was typed now and works, for all orders that share it. */
async function renew(
  tx: Db,
  { secrets, queue }: Pick<Dependencies, 'secrets' | 'queue'>,
  row: Row,
  values: Values,
): Promise<Row> {
  const held = openConnection(secrets, row)
  // What this plan does not ask for another one may need.
  const next = typedOver(held, values)
  // Before the row is locked, as whoever sets them up does.
  if (row.state === 'refused') await raiseWanted(tx, queue, await namesBehind(tx, row.id))
  const [renewed] = await tx
    .update(toolConnections)
    .set({
      ...(!isSameAs(row.kind, held, next) && sealConnection(secrets, row.id, row.kind, next)),
      state: 'working',
      problem: null,
      refusedAt: null,
    })
    .where(eq(toolConnections.id, row.id))
    .returning()
  await withdrawMails(tx, `refused:${row.id}:`)
  return required(renewed, 'the renewed row')
}

async function namesBehind(tx: Db, connectionId: string): Promise<string[]> {
  const rows = await tx
    .select({ name: domains.name })
    .from(domains)
    .innerJoin(bundles, eq(bundles.id, domains.bundleId))
    .where(and(eq(bundles.connectionId, connectionId), eq(bundles.status, 'live'), isRunning))
  return rows.map(({ name }) => name)
}

const runsAnOrder = sql`exists (select from ${bundles} b where b.connection_id = ${toolConnections.id} and b.status = 'live')`

/** Older ones than these are not compared: a customer with so many is not helped by one less. */
const comparedMax = 50

/** Not removed by the customer: what is removed stays behind the orders it served, without its values. */
const isKept = sql`(${toolConnections.kind} = any(${sql.param([...fileTools])}) or ${toolConnections.secrets} is not null)`
