import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { fleetImportRows, fleetImports } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { VendorError } from '#vendors/client/vendor-error.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import { adoptNextOrder } from './adopt-order.ts'
import { readContext } from './import-context.ts'
import { areListed, listNextAccount } from './list-accounts.ts'
import { lookAtSlice } from './look-slice.ts'

/** A page may wait so long for its place in a vendor's limit. */
const patienceMs = 30_000

type Deps = Pick<Dependencies, 'db' | 'config' | 'vendors' | 'log' | 'secrets' | 'prices' | 'queue'>

/**
 * Goes on with every import that is being looked at or adopted, until nothing is left to do or the signal says so. Any
 * number of workers may do it at once; what one leaves undone is taken up when its claims have run out. Throws the first
 * fault of ours, after all of them had their turn.
 */
export async function runImports(deps: Deps, { signal }: { signal?: AbortSignal } = {}): Promise<void> {
  const atWork = await deps.db
    .select({ id: fleetImports.id, state: fleetImports.state })
    .from(fleetImports)
    .where(ne(fleetImports.state, 'resting'))
    .orderBy(asc(fleetImports.stateSince))
  const faults: unknown[] = []
  for (const { id, state } of atWork) {
    if (signal?.aborted) break
    try {
      await (state === 'looking' ? lookOn : adoptOn)(deps, id, signal)
    } catch (error) {
      // A fault of ours in one of them holds up none of the others.
      if (!(error instanceof VendorError)) faults.push(error)
      deps.log.info({ importId: id, err: error }, 'an import waits')
      await noteProblem(deps.db, id, error instanceof VendorError ? error.message : ourFault)
    }
  }
  if (faults.length > 0) throw faults[0]
}

const ourFault =
  'it failed, for a reason that is in the log. It is tried again; stop it if that does not help.'

/** Why it cannot go on just now; null once it does. */
const noteProblem = (db: Db, importId: string, problem: string | null) =>
  db
    .update(fleetImports)
    .set({ problem })
    .where(and(eq(fleetImports.id, importId), sql`${fleetImports.problem} is distinct from ${problem}`))

async function lookOn(deps: Deps, importId: string, signal: AbortSignal | undefined): Promise<void> {
  const { db, vendors } = deps
  const call: CallContext = { purpose: 'looks', patienceMs, ...(signal && { signal }) }
  while (!signal?.aborted && (await listNextAccount(deps, importId, call))) {
    // One account after the other: their limits are their own.
    await noteProblem(db, importId, null)
  }
  if (signal?.aborted || !(await areListed(db, importId))) return
  const look = { vendors, call, context: await readContext(deps, importId), subscriptions: new Map() }
  while (!signal?.aborted && (await lookAtSlice(deps, importId, look)) > 0) {
    await noteProblem(db, importId, null)
  }
  await rest(db, importId, 'looking', isNull(fleetImportRows.lookedAt))
}

async function adoptOn(deps: Deps, importId: string, signal: AbortSignal | undefined): Promise<void> {
  while (!signal?.aborted && (await adoptNextOrder(deps, importId))) {
    await noteProblem(deps.db, importId, null)
  }
  if (!signal?.aborted) await rest(deps.db, importId, 'adopting')
}

/** Nothing is left to do; unless another worker has some of it still. */
async function rest(
  db: Db,
  importId: string,
  state: 'looking' | 'adopting',
  isLeft = sql`${fleetImportRows.claimedUntil} > now()`,
): Promise<void> {
  const left = and(eq(fleetImportRows.importId, importId), isNull(fleetImportRows.adoptedAt), isLeft)
  if ((await db.$count(fleetImportRows, left)) > 0) return
  await db
    .update(fleetImports)
    .set({ state: 'resting', stateSince: sql`now()`, problem: null })
    .where(and(eq(fleetImports.id, importId), eq(fleetImports.state, state)))
}
