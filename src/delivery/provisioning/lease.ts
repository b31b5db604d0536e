import { randomUUID } from 'node:crypto'
import { and, eq, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Db } from '#base/db/client.ts'
import { repeatDeadlocked } from '#base/db/repeat-deadlocked.ts'
import { domainNames } from '#base/db/schema/index.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'

/** Someone else works on the name by now; whatever was under way must not be written. */
export class LeaseLost extends Error {
  constructor(name: string) {
    super(`The lease on ${name} was lost.`)
    this.name = 'LeaseLost'
  }
}

/** The customer changed their mind meanwhile: plan again before doing more. */
export class WantedChanged extends Error {
  constructor(name: string) {
    super(`What is wanted of ${name} has changed.`)
    this.name = 'WantedChanged'
  }
}

/** A lease that was not renewed is given up so much of it early, so that nothing is under way when others may take it. */
const reservedShare = 1 / 12
/** While a call is under way the lease is renewed so many times in its length. */
const renewalsPerLease = 3
/** The longest call there is: for so long after one began the lease is renewed, whatever has become of it. */
const longestCallMs = 60_000

/** What is noted in a name's row. */
export type RowChanges = PgUpdateSetSource<typeof domainNames>

/** For changes that go with the row's: the row was still the holder's. */
export const whileHeld = sql`exists (select from held)`

export interface Lease {
  name: string
  /** The wanted rev the holder plans for. */
  rev: number
  /** The time by the database's clock when the lease was taken, and from then on by the monotonic one. */
  now(): Date
  /**
   * For every outside call: renews the lease, keeps renewing it while the call is under way, and refuses when it
   * is lost or what is wanted has changed.
   */
  beforeCall: NonNullable<CallContext['beforeCall']>
  /** Calls off what is under way when the lease could not be renewed and is about to run out. */
  signal: AbortSignal
  /**
   * A transaction that exists only while the lease is ours: it first takes the name's row, so a holder that was
   * stopped and continued too late writes nothing.
   */
  write<R>(work: (tx: Db) => Promise<R>): Promise<R>
  /**
   * The same for the end of a run, which decides what is shown and when to look again: throws `WantedChanged` and
   * writes nothing when a newer wish came after the run was planned, since that wish has decided both.
   */
  conclude<R>(work: (tx: Db) => Promise<R>): Promise<R>
  /**
   * The same for changes that need no answer, in one statement instead of a transaction's five: those of the name's
   * own row, and others that are to happen with them, each of which is to apply `whileHeld` only.
   */
  update(changes: RowChanges, others?: readonly SQLWrapper[]): Promise<void>
  release(): Promise<void>
}

/**
 * Takes the name for one worker, by a token in its row; undefined while someone else has it. The database's
 * clock decides, and no lock or connection is held meanwhile. The name is due by the lease's end at the latest, so that
 * it is found again by that alone if its holder dies: leases are in no index, and renewing one touches none.
 */
export async function takeLease(db: Db, name: string, leaseSeconds: number): Promise<Lease | undefined> {
  const token = randomUUID()
  const usableMs = leaseSeconds * 1000 * (1 - reservedShare)
  let began = performance.now()
  const taken = await db.execute<{ wanted_rev: number; ms: number }>(sql`
    update domain_names set lease_token = ${token}, lease_until = now() + make_interval(secs => ${leaseSeconds}),
      next_run_at = least(next_run_at, now() + make_interval(secs => ${leaseSeconds}))
    where name = ${name} and (lease_until is null or lease_until < now())
    returning wanted_rev, (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`)
  const [row] = taken.rows
  if (!row) return undefined
  const rev = row.wanted_rev
  const aheadMs = row.ms - performance.now()

  const over = new AbortController()
  const endAsLost = () => over.abort(new LeaseLost(name))
  let expiry: NodeJS.Timeout | undefined
  const noteRenewed = (at: number) => {
    began = Math.max(began, at)
    clearTimeout(expiry)
    expiry = setTimeout(endAsLost, began + usableMs - performance.now()).unref()
  }
  noteRenewed(began)
  const renewIn = async (on: Db): Promise<number> => {
    const renewed = await on.execute<{ wanted_rev: number }>(sql`
      update domain_names set lease_until = now() + make_interval(secs => ${leaseSeconds})
      where name = ${name} and lease_token = ${token} returning wanted_rev`)
    const row = renewed.rows[0]
    if (!row) throw new LeaseLost(name)
    return row.wanted_rev
  }
  const renew = async (): Promise<number> => {
    const at = performance.now()
    const wantedRev = await renewIn(db)
    noteRenewed(at)
    return wantedRev
  }
  const transact = async <R>(work: (tx: Db) => Promise<R>, check: (wantedRev: number) => void) => {
    const at = performance.now()
    const result = await db.transaction(async (tx) => {
      check(await renewIn(tx))
      return work(tx)
    })
    noteRenewed(at)
    return result
  }

  let renewUntil = 0
  const beat = setInterval(
    () => {
      if (performance.now() > renewUntil) return
      // One that fails is tried again by the next, until the lease is about to run out.
      renew().catch((error: unknown) => error instanceof LeaseLost && endAsLost())
    },
    (leaseSeconds * 1000) / renewalsPerLease,
  ).unref()

  return {
    name,
    rev,
    now: () => new Date(performance.now() + aheadMs),
    signal: over.signal,
    async beforeCall() {
      if ((await renew()) !== rev) throw new WantedChanged(name)
      // The answer may have been read long after it came: by a process that was stopped meanwhile.
      if (performance.now() > began + usableMs) throw new LeaseLost(name)
      renewUntil = performance.now() + longestCallMs
      return { remainingMs: longestCallMs }
    },
    write: (work) => transact(work, () => {}),
    conclude: (work) =>
      transact(work, (wantedRev) => {
        if (wantedRev !== rev) throw new WantedChanged(name)
      }),
    async update(changes, others = []) {
      const at = performance.now()
      const held = db
        .update(domainNames)
        .set({
          ...changes,
          leaseUntil: sql`now() + make_interval(secs => ${leaseSeconds})`,
        })
        .where(and(eq(domainNames.name, name), eq(domainNames.leaseToken, token)))
        .returning({ name: domainNames.name })
      const parts = others.map((query, index) => sql`${sql.identifier(`other_${index}`)} as ${query}`)
      const statement = sql`with ${sql.join([sql`held as ${held}`, ...parts], sql`, `)} select from held`
      const { rowCount } = await repeatDeadlocked(() => db.execute(statement))()
      if (rowCount === 0) throw new LeaseLost(name)
      noteRenewed(at)
    },
    async release() {
      clearTimeout(expiry)
      clearInterval(beat)
      await db.execute(sql`
        update domain_names set lease_token = null, lease_until = null where name = ${name} and lease_token = ${token}`)
    },
  }
}

/**
 * For a process that has the database to itself: what its predecessor held when it was killed is nobody's any
 * more, and need not wait until its leases run out.
 */
export async function freeLeases(db: Db): Promise<void> {
  await db.execute(sql`
    update domain_names set lease_token = null, lease_until = null, next_run_at = now()
    where lease_token is not null`)
}
