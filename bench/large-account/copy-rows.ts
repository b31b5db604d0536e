import { getTableName, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '#base/db/client.ts'
import { idPrefixes, newId } from '#base/db/ids.ts'
import { domainEvents, domainNames, orders, toolConnections } from '#base/db/schema/index.ts'
import { placeOf } from '#base/db/sealed-columns.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { type Desired, mailboxesDigest, toolDigest } from '#delivery/provisioning/desired.ts'
import type { Facts } from '#delivery/provisioning/facts.ts'
import { proofSubject } from '#delivery/provisioning/proof-facts.ts'
import { readDesiredOf } from '#delivery/provisioning/read-desired.ts'
import { driftDelayMs } from '#delivery/provisioning/retry.ts'
import { recordsDigest, wantedRecords } from '#delivery/provisioning/wanted-records.ts'
import { groupIdOf } from '#features/orders/rules/order-groups.ts'
import { sealConnection } from '#features/tools/server/connections.ts'
import type { PlannedOrder } from './account-plan.ts'
import { type CopiedTable, copiedTables, insertOrder, type Row } from './copied-tables.ts'
import type { BundleOriginal, OrderOriginal } from './order-originals.ts'
import { rewriterOf, type Words } from './rewrite.ts'

/** An order as it will be: its original, what differs, and the same for each of its bundles. */
export interface OrderCopy {
  plan: PlannedOrder
  original: OrderOriginal
  words: Words
  bundles: { original: BundleOriginal; words: Words }[]
}

const rowsAtOnce = 2_000
const namesAtOnce = 250
/** What has happened moves to the time of the copy; what is to come (renewal, purging) stays. */
const momentsOfThePast = [
  'created_at',
  'paid_at',
  'changed_at',
  'setup_started_at',
  'delivered_at',
  'at',
  'answered_at',
  'closed_at',
]

/** Writes copies of orders into the database, in one transaction. */
export async function copyRows(
  { db, secrets }: Pick<Dependencies, 'db' | 'secrets'>,
  setUpBy: Date,
  copies: readonly OrderCopy[],
): Promise<void> {
  const rows = Object.fromEntries(insertOrder.map((table) => [table, [] as Row[]])) as Record<
    CopiedTable,
    Row[]
  >
  const [orderRows, connectionRows]: [Row[], Row[]] = [[], []]
  for (const { plan, original, bundles, ...copy } of copies) {
    const orderId = newId('order')
    const words: Words = {
      ...copy.words,
      [idOf(original.order)]: orderId,
      [idOf(original.connection)]: newId('connection'),
    }
    const moved = moverOf(setUpBy, plan.orderedAt, original.order)
    const rewrite = rewriterOf(words)
    orderRows.push(moved(rewrite(original.order)))
    const { values, ...connection } = original.connection
    const connected = moved(rewrite(connection))
    const sealed = sealConnection(
      secrets,
      idOf(connected),
      plan.kind.tool,
      rewrite(values) as Record<string, string>,
    )
    connectionRows.push({ ...connected, ...sealed })
    for (const [at, bundle] of bundles.entries()) {
      const own = { ...words, ...bundle.words, ...newIds(bundle.original, groupIdOf(orderId, at + 1)) }
      const rewriteOwn = rewriterOf(own)
      for (const table of insertOrder)
        for (const row of bundle.original.rows[table]) rows[table].push(moved(rewriteOwn(row)))
      Object.assign(rows.bundles.at(-1) as Row, { order_index: at + 1, subscription_id: null })
    }
  }
  for (const row of rows.mailboxes)
    row.secret = secrets.seal(row.secret as string, placeOf.mailbox(idOf(row)))

  await db.transaction(async (tx) => {
    await insertRows(tx, toolConnections, connectionRows)
    await insertRows(tx, orders, orderRows)
    for (const name of insertOrder)
      if (name !== 'domain_names') await insertRows(tx, copiedTables[name].table, rows[name])
    await insertRows(tx, domainNames, await known(tx, rows.domain_names))
  })
}

const idOf = (row: Row) => row.id as string

const kindOf = new Map(Object.entries(idPrefixes).map(([kind, prefix]) => [prefix, kind])) as Map<
  string,
  keyof typeof idPrefixes
>

/** A new id for every row that has one, of the same kind. */
function newIds({ rows }: BundleOriginal, bundleId: string): Words {
  const made: Record<string, string> = {}
  for (const row of Object.values(rows).flat())
    if (typeof row.id === 'string') made[row.id] = newId(kindOf.get(row.id.slice(0, 3)) ?? 'domain')
  made[idOf(rows.bundles[0] as Row)] = bundleId
  return made
}

/** Moves what happened while the original was set up to when the copy is said to have been ordered. */
function moverOf(setUpBy: Date, orderedAt: Date, order: Row): (row: Row) => Row {
  const by = orderedAt.getTime() - Date.parse(order.created_at as string)
  return (row) => {
    for (const column of momentsOfThePast) {
      const at = row[column]
      if (typeof at !== 'string') continue
      const moment = Date.parse(at)
      if (moment < setUpBy.getTime()) row[column] = new Date(moment + by).toISOString()
    }
    return row
  }
}

/** The names' rows with what is known of the copies: the original's facts, told by their own digests. */
async function known(tx: Db, rows: Row[]): Promise<Row[]> {
  for (let i = 0; i < rows.length; i += namesAtOnce) {
    const some = rows.slice(i, i + namesAtOnce)
    const desired = await readDesiredOf(
      tx,
      some.map(({ name }) => name as string),
    )
    for (const [at, row] of some.entries()) {
      const wanted = desired[at] as Desired
      row.facts = withDigestsOf(wanted, row.facts as Facts)
      if (wanted.holding?.want === 'run')
        row.next_run_at = new Date(Date.now() + driftDelayMs(Math.random())).toISOString()
    }
  }
  return rows
}

function withDigestsOf(desired: Desired, facts: Facts): Facts {
  const records = recordsDigest(wantedRecords(desired, facts))
  const tool = toolDigest(desired)
  const digests = {
    records,
    dns: records,
    mailboxes: mailboxesDigest(desired),
    tool,
    delivered: tool,
  } satisfies Partial<Record<keyof Facts, string>>
  const told = { ...facts }
  for (const name of Object.keys(digests) as (keyof typeof digests)[]) {
    const fact = told[name]
    if (fact) told[name] = { ...fact, digest: digests[name] }
  }
  if (told.proof) told.proof = { ...told.proof, of: proofSubject(told) }
  return told
}

/** What happens is numbered by the database itself. */
const isNumbered = (table: PgTable) => table === domainEvents
/** Each domain has another one, which the database makes. */
const madeByDefault = 'report_token'
/** Columns that the database computes. */
const computed = (table: PgTable) =>
  new Set(
    getTableConfig(table)
      .columns.filter(({ generated }) => generated)
      .map(({ name }) => toSnakeCase(name)),
  )

async function insertRows(tx: Db, table: PgTable, rows: readonly Row[]): Promise<void> {
  const name = sql.identifier(getTableName(table))
  const isComputed = computed(table)
  const columns = Object.keys(rows[0] ?? {}).filter(
    (column) =>
      !isComputed.has(column) && !(column === 'id' && isNumbered(table)) && column !== madeByDefault,
  )
  const list = sql.join(
    columns.map((column) => sql.identifier(column)),
    sql`, `,
  )
  for (let i = 0; i < rows.length; i += rowsAtOnce)
    await tx.execute(
      sql`insert into ${name} (${list}) select ${list} from jsonb_populate_recordset(null::${name}, ${JSON.stringify(rows.slice(i, i + rowsAtOnce))}::jsonb)`,
    )
}
