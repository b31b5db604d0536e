import { and, eq, isNull, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Db } from '#base/db/client.ts'
import {
  fleetImportAccounts,
  fleetImportRows,
  fleetImports,
  providerAccounts,
} from '#base/db/schema/index.ts'
import { conflict, notFound, ruleBroken } from '#base/http/refusal.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { importLookHours } from '../rules/import-verdict.ts'
import { noteImport, removeImport } from './store-import.ts'

type Import = typeof fleetImports.$inferSelect
type Deps = Pick<Dependencies, 'db'>

/** The import, locked; throws a `Refusal` where there is none. */
async function lockImport(tx: Db, importId: string): Promise<Import> {
  const [found] = await tx.select().from(fleetImports).where(eq(fleetImports.id, importId)).for('update')
  if (!found) throw notFound('There is no such import.')
  return found
}

function refuseAtWork({ state }: Import): void {
  if (state === 'looking') throw conflict('It is being looked at. Wait for that, or stop it.')
  if (state === 'adopting') throw conflict('It is being adopted. Wait for that, or stop it.')
}

const begin = (tx: Db, importId: string, set: PgUpdateSetSource<typeof fleetImports>) =>
  tx
    .update(fleetImports)
    .set({ ...set, stateSince: sql`now()`, problem: null })
    .where(eq(fleetImports.id, importId))

/**
 * Has every domain that is not adopted yet compared with the third parties, anew: workers do it. Throws a `Refusal` while
 * something else is being done with the import.
 */
export async function beginLook({ db }: Deps, importId: string): Promise<{ domains: number }> {
  return db.transaction(async (tx) => {
    const found = await lockImport(tx, importId)
    refuseAtWork(found)
    const { rowCount } = await tx
      .update(fleetImportRows)
      .set({ hosted: {}, seen: null, lookedAt: null, verdict: null, findings: [], claimedUntil: null })
      .where(and(eq(fleetImportRows.importId, importId), isNull(fleetImportRows.adoptedAt)))
    await tx.delete(fleetImportAccounts).where(eq(fleetImportAccounts.importId, importId))
    const accounts = await tx.select({ id: providerAccounts.id }).from(providerAccounts)
    if (accounts.length > 0)
      await tx.insert(fleetImportAccounts).values(accounts.map(({ id }) => ({ importId, accountId: id })))
    await begin(tx, importId, { state: 'looking', lookedAt: sql`now()` })
    const domains = rowCount ?? 0
    await noteImport(tx, 'import.look_begun', { importId, file: found.fileName, domains })
    return { domains }
  })
}

/**
 * Orders of an import of which every domain matches, or is here already, and one at least is to be adopted. Orders that
 * one subscription pays for are ready together: with a part of them here, it would be billed for that part alone.
 */
export const adoptable = (importId: string) => sql`(
  select o.email, o.order_name, o.subscription from ${fleetImportRows} o
  where o.import_id = ${importId} and o.adopted_at is null
    and not exists (select from ${fleetImportRows} u
      where u.import_id = ${importId} and u.adopted_at is null and u.subscription = o.subscription
        and not coalesce(u.verdict in ('matches', 'here'), false))
  group by o.email, o.order_name, o.subscription
  having bool_and(coalesce(o.verdict in ('matches', 'here'), false)) and bool_or(o.verdict = 'matches'))`

/** How many domains adopting would take over now. */
export async function countAdoptable(
  db: Db,
  importId: string,
): Promise<{ domains: number; orders: number; customers: number; mailboxes: number }> {
  const { rows } = await db.execute<{
    domains: number
    orders: number
    customers: number
    mailboxes: number
  }>(sql`
    select count(*)::int as domains, count(distinct (r.email, r.order_name))::int as orders,
      count(distinct r.email)::int as customers,
      coalesce(sum((select sum(jsonb_array_length(value)) from jsonb_each(r.hosted))), 0)::int as mailboxes
    from ${fleetImportRows} r join ${adoptable(importId)} a on a.email = r.email and a.order_name = r.order_name
    where r.import_id = ${importId} and r.adopted_at is null and r.verdict = 'matches'`)
  return rows[0] ?? { domains: 0, orders: 0, customers: 0, mailboxes: 0 }
}

/** Why there is nothing to adopt after a look. */
export const nothingReady =
  'No order is ready: one is adopted once all of its domains match, and all others that its subscription pays for.'

/**
 * Has every order whose domains all match taken over as it stands: workers do it. Throws a `Refusal` where nothing is to
 * adopt, or the look is too old.
 */
export async function beginAdopting(
  { db }: Deps,
  importId: string,
): Promise<{ domains: number; orders: number }> {
  return db.transaction(async (tx) => {
    const found = await lockImport(tx, importId)
    refuseAtWork(found)
    const isYoung = sql<boolean>`${fleetImports.lookedAt} > now() - make_interval(hours => ${importLookHours})`
    const [look] = await tx.select({ isYoung }).from(fleetImports).where(eq(fleetImports.id, importId))
    if (!look?.isYoung)
      throw ruleBroken(
        found.lookedAt
          ? `The last look is older than ${importLookHours} hours. Look again first.`
          : 'Nobody has looked yet. Look first.',
      )
    const { domains, orders } = await countAdoptable(tx, importId)
    if (domains === 0) throw ruleBroken(`${nothingReady} See what the look says.`)
    await begin(tx, importId, { state: 'adopting' })
    await noteImport(tx, 'import.adopting_begun', { importId, file: found.fileName, domains })
    return { domains, orders }
  })
}

/** Ends what is being done with the import after the domains that are under way; what is done stays. */
export async function stopImport({ db }: Deps, importId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const found = await lockImport(tx, importId)
    if (found.state === 'resting') return
    await begin(tx, importId, { state: 'resting' })
    await noteImport(tx, 'import.stopped', { importId, file: found.fileName })
  })
}

/** Forgets a file and what was seen; adopted domains stay. Throws a `Refusal` while something is being done with it. */
export async function forgetImport({ db }: Deps, importId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const found = await lockImport(tx, importId)
    refuseAtWork(found)
    await removeImport(tx, importId)
    await noteImport(tx, 'import.removed', { importId, file: found.fileName })
  })
}
