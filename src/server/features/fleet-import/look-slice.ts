import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { verdictOf } from '#shared/fleet-import/import-verdict.ts'
import type { Db } from '../../db/client.ts'
import { fleetImportRows, fleetImports } from '../../db/schema/index.ts'
import type { Dependencies } from '../../dependencies.ts'
import { VendorError } from '../../providers/vendor-error.ts'
import { compare } from './compare.ts'
import { type Look, lookAtDomain } from './look-at-domain.ts'
import type { Row } from './seen.ts'
import { inSeconds } from './store-import.ts'

/** Domains that are asked about at once. */
const sliceRows = 20
/** Silence after which the worker that was asking counts as gone. */
const claimSeconds = 120

type Deps = Pick<Dependencies, 'db' | 'config'>

/** Domains of an import that nobody is asking about, for this worker; none where it is not to be looked at any more. */
async function claimRows(db: Db, importId: string): Promise<Row[]> {
  const { rows } = await db.execute<{ line: number }>(sql`
    update ${fleetImportRows} set claimed_until = ${inSeconds(claimSeconds)}
    where import_id = ${importId} and line in (
      select line from ${fleetImportRows}
      where import_id = ${importId} and looked_at is null and adopted_at is null
        and (claimed_until is null or claimed_until < now())
        and exists (select from ${fleetImports} where id = ${importId} and state = 'looking')
      order by line limit ${sliceRows} for update skip locked)
    returning line`)
  if (rows.length === 0) return []
  return db
    .select()
    .from(fleetImportRows)
    .where(
      and(
        eq(fleetImportRows.importId, importId),
        inArray(
          fleetImportRows.line,
          rows.map(({ line }) => line),
        ),
      ),
    )
}

/**
 * Compares the next domains of an import with the third parties. Each is noted as soon as it is known, so another worker
 * continues where one died. Returns how many were claimed; throws where a vendor's limit is used up.
 */
export async function lookAtSlice(deps: Deps, importId: string, look: Look): Promise<number> {
  const rows = await claimRows(deps.db, importId)
  const outcomes = await Promise.allSettled(rows.map((row) => lookAtRow(deps, look, row)))
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) {
    await giveBack(deps.db, importId, rows, failed.reason)
    throw failed.reason
  }
  return rows.length
}

async function lookAtRow({ db, config }: Deps, look: Look, row: Row): Promise<void> {
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
    .where(
      and(
        eq(fleetImportRows.importId, row.importId),
        eq(fleetImportRows.line, row.line),
        isNull(fleetImportRows.adoptedAt),
      ),
    )
}

/** Those of a slice that were not answered are asked again, once the limit allows it. */
async function giveBack(db: Db, importId: string, rows: readonly Row[], error: unknown): Promise<void> {
  const waitMs = error instanceof VendorError ? (error.retryAfterMs ?? 5_000) : 0
  await db
    .update(fleetImportRows)
    .set({ claimedUntil: inSeconds(waitMs / 1000) })
    .where(
      and(
        eq(fleetImportRows.importId, importId),
        isNull(fleetImportRows.lookedAt),
        inArray(
          fleetImportRows.line,
          rows.map(({ line }) => line),
        ),
      ),
    )
}
