import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import type { CallContext } from '../providers/ports.ts'

/** Somebody else works on the name by now; whatever was under way must not be written. */
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

/** Kept back of the time a call may take, so that its result can still be written under the lease. */
const reservedShare = 1 / 12

export interface Lease {
  name: string
  /** The wanted rev the holder plans for. */
  rev: number
  /** The time by the database's clock when the lease was taken, and from then on by the monotonic one. */
  now(): Date
  /** For every outside call: renews the lease, and refuses when it is lost or what is wanted has changed. */
  beforeCall: NonNullable<CallContext['beforeCall']>
  /**
   * A transaction that exists only while the lease is ours: it first takes the name's row, so a holder that was
   * stopped and continued too late writes nothing.
   */
  write<R>(work: (tx: Db) => Promise<R>): Promise<R>
  release(): Promise<void>
}

/**
 * Takes the name for one worker, by a token in its row; undefined while somebody else has it. The database's
 * clock decides, and no lock or connection is held meanwhile.
 */
export async function takeLease(db: Db, name: string, leaseSeconds: number): Promise<Lease | undefined> {
  const token = randomUUID()
  const taken = await db.execute<{ wanted_rev: number; ms: number }>(sql`
    update domain_names set lease_token = ${token}, lease_until = now() + make_interval(secs => ${leaseSeconds})
    where name = ${name} and (lease_until is null or lease_until < now())
    returning wanted_rev, (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`)
  const [row] = taken.rows
  if (!row) return undefined
  const rev = row.wanted_rev
  const aheadMs = row.ms - performance.now()

  const renew = async (on: Db): Promise<number> => {
    const renewed = await on.execute<{ wanted_rev: number }>(sql`
      update domain_names set lease_until = now() + make_interval(secs => ${leaseSeconds})
      where name = ${name} and lease_token = ${token} returning wanted_rev`)
    const row = renewed.rows[0]
    if (!row) throw new LeaseLost(name)
    return row.wanted_rev
  }

  return {
    name,
    rev,
    now: () => new Date(performance.now() + aheadMs),
    async beforeCall() {
      const began = performance.now()
      if ((await renew(db)) !== rev) throw new WantedChanged(name)
      const usableMs = leaseSeconds * 1000 * (1 - reservedShare)
      return { remainingMs: Math.floor(usableMs - (performance.now() - began)) }
    },
    write: (work) =>
      db.transaction(async (tx) => {
        await renew(tx)
        return work(tx)
      }),
    async release() {
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
