import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { fleetImportRows, fleetImports } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { runEach } from '#vendors/client/run-each.ts'
import { VendorError } from '#vendors/client/vendor-error.ts'
import { verdictOf } from '../rules/import-verdict.ts'
import { inSeconds, isClaim, tokenOf } from './claim-token.ts'
import { compare } from './compare.ts'
import { type Look, lookAtDomain } from './look-at-domain.ts'
import type { Row } from './seen.ts'

/** Domains that a worker claims at once. */
const sliceRows = 20
/** Those it asks about at a time: each takes seven places or so in the vendors' limits, and all wait for the pool's few connections. */
const rowsAtOnce = 4
/** Silence after which the worker that was asking counts as gone: longer than slow vendors have it wait for their answers. */
const claimSeconds = 300

type Deps = Pick<Dependencies, 'db' | 'config'>

interface Slice {
  rows: Row[]
  /** Those of them that are still this worker's, and not answered yet. */
  own: SQL | undefined
}

/** Domains of an import that nobody is asking about, for this worker; none where it is not to be looked at any more. */
async function claimSlice(db: Db, importId: string): Promise<Slice> {
  const { claimedUntil, line } = fleetImportRows
  const claimed = await db.execute<{ line: number; token: string }>(sql`
    update ${fleetImportRows} set claimed_until = ${inSeconds(claimSeconds)}
    where import_id = ${importId} and line in (
      select line from ${fleetImportRows}
      where import_id = ${importId} and looked_at is null and adopted_at is null
        and (claimed_until is null or claimed_until < now())
        and exists (select from ${fleetImports} where id = ${importId} and state = 'looking')
      order by line limit ${sliceRows} for update skip locked)
    returning line, ${tokenOf(claimedUntil)} as token`)
  const [first] = claimed.rows
  if (!first) return { rows: [], own: undefined }
  const own = and(
    eq(fleetImportRows.importId, importId),
    inArray(
      line,
      claimed.rows.map((row) => row.line),
    ),
    isClaim(claimedUntil, first.token),
  )
  return { rows: await db.select().from(fleetImportRows).where(own), own }
}

/**
 * Compares the next domains of an import with the third parties. Each is noted as soon as it is known, so another worker
 * continues where one died. Returns how many were claimed; throws where a vendor's limit is used up.
 */
export async function lookAtSlice(deps: Deps, importId: string, look: Look): Promise<number> {
  const { rows, own } = await claimSlice(deps.db, importId)
  try {
    const outcomes = await runEach(rows, rowsAtOnce, (row) => lookAtRow(deps, look, row, own))
    const failed = outcomes.find((outcome) => !outcome.ok)
    if (failed) throw failed.error
  } catch (error) {
    await giveBack(deps.db, own, error)
    throw error
  }
  return rows.length
}

/** What was seen of a domain that another worker has claimed meanwhile is for that one to note. */
async function lookAtRow({ db, config }: Deps, look: Look, row: Row, own: Slice['own']): Promise<void> {
  const { seen, unknown } = await lookAtDomain(look, row)
  const findings = [...compare(row, seen, look.context, config.acceptedNameServers), ...unknown]
  await db
    .update(fleetImportRows)
    .set({
      seen: { ...seen },
      findings,
      verdict: verdictOf(findings),
      lookedAt: sql`now()`,
      claimedUntil: null,
    })
    .where(and(own, eq(fleetImportRows.line, row.line)))
}

/** Those of a slice that were not answered are asked again, once the limit allows it. */
async function giveBack(db: Db, own: Slice['own'], error: unknown): Promise<void> {
  const waitMs = error instanceof VendorError ? (error.retryAfterMs ?? 5_000) : 0
  await db
    .update(fleetImportRows)
    .set({ claimedUntil: inSeconds(waitMs / 1000) })
    .where(own)
}
