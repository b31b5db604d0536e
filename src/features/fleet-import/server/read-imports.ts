import { and, asc, desc, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { domains, fleetImportRows, fleetImports } from '#base/db/schema/index.ts'
import { notFound } from '#base/http/refusal.ts'
import { isHeld } from '#delivery/domains/held.ts'
import type { ImportedRow, ListedImport, ShownImport } from '../api/console-fleet-import.ts'
import { type ImportVerdict, importLookHours } from '../rules/import-verdict.ts'
import { countAdoptable, nothingReady } from './steer-import.ts'

/** Newer ones are all that anybody asks for. */
const importsShown = 50
const rowsShown = 100

const count = (condition: SQL) => sql<number>`(count(*) filter (where ${condition}))::int`
const { verdict, lookedAt, adoptedAt } = fleetImportRows

async function readListed(db: Db, which?: SQL): Promise<ListedImport[]> {
  const rows = await db
    .select({
      found: fleetImports,
      domains: sql<number>`count(${fleetImportRows.line})::int`,
      looked: count(sql`${lookedAt} is not null`),
      matches: count(sql`${verdict} = 'matches'`),
      contradicts: count(sql`${verdict} = 'contradicts'`),
      unknown: count(sql`${verdict} = 'unknown'`),
      here: count(sql`${verdict} = 'here' and ${adoptedAt} is null`),
      adopted: count(sql`${adoptedAt} is not null`),
    })
    .from(fleetImports)
    .leftJoin(fleetImportRows, eq(fleetImportRows.importId, fleetImports.id))
    .where(which)
    .groupBy(fleetImports.id)
    .orderBy(desc(fleetImports.createdAt))
    .limit(importsShown)
  return rows.map(({ found, ...counts }) => ({
    id: found.id,
    fileName: found.fileName,
    madeBy: found.madeBy,
    madeAt: found.createdAt.toISOString(),
    state: found.state,
    since: found.stateSince.toISOString(),
    lookedAt: found.lookedAt?.toISOString() ?? null,
    problem: found.problem,
    counts,
  }))
}

/** Fleets that are being brought in, the newest first. */
export const listImports = (db: Db): Promise<ListedImport[]> => readListed(db)

/** How far one is; throws a `Refusal` where there is none. */
export async function readImportState(db: Db, importId: string): Promise<ListedImport> {
  const [found] = await readListed(db, eq(fleetImports.id, importId))
  if (!found) throw notFound('There is no such import.')
  return found
}

/** One of them with a page of its domains, in the order of the file. */
export async function showImport(
  db: Db,
  importId: string,
  { verdict: wanted, after = 0 }: { verdict?: ImportVerdict | undefined; after?: number | undefined },
): Promise<ShownImport> {
  const fleet = await readImportState(db, importId)
  const [adoptable, rows] = await Promise.all([
    countAdoptable(db, importId),
    readRows(
      db,
      and(
        eq(fleetImportRows.importId, importId),
        gt(fleetImportRows.line, after),
        wanted && eq(verdict, wanted),
      ),
      rowsShown + 1,
    ),
  ])
  return {
    fleet,
    adoptable,
    notYet: notYet(fleet, adoptable.domains),
    rows: rows.slice(0, rowsShown),
    next: rows.length > rowsShown ? (rows[rowsShown - 1]?.line ?? null) : null,
  }
}

/** Why nothing can be adopted now, before anybody presses. */
function notYet({ state, lookedAt: at }: ListedImport, domains: number): string | null {
  if (state !== 'resting') return 'Something is being done with it.'
  if (at === null) return 'Look first: nothing is compared yet.'
  if (Date.now() - Date.parse(at) > importLookHours * 3_600_000)
    return `The last look is older than ${importLookHours} hours. Look again first.`
  return domains === 0 ? nothingReady : null
}

/** The rows that a condition picks, in the order of the file. */
export async function readRows(db: Db, which: SQL | undefined, limit?: number): Promise<ImportedRow[]> {
  const selected = db
    .select({
      row: fleetImportRows,
      mailboxes: sql<number>`coalesce((select sum(jsonb_array_length(value)) from jsonb_each(${fleetImportRows.hosted})), 0)::int`,
      domainId: domains.id,
    })
    .from(fleetImportRows)
    .leftJoin(domains, and(eq(domains.name, fleetImportRows.domain), isHeld))
    .where(which)
    .orderBy(asc(fleetImportRows.line))
  const rows = await (limit === undefined ? selected : selected.limit(limit))
  return rows.map(({ row, mailboxes, domainId }) => ({
    line: row.line,
    domain: row.domain,
    email: row.email,
    order: row.orderName,
    plan: row.plan,
    verdict: row.verdict,
    findings: row.findings,
    mailboxes,
    adoptedAt: row.adoptedAt?.toISOString() ?? null,
    domainId: row.verdict === 'here' ? domainId : null,
  }))
}
