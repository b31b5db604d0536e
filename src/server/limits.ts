import { sql } from 'drizzle-orm'
import type { Db } from './db/client.ts'
import type { Place, Rate, Reservation, VendorLimits } from './providers/vendor-limits.ts'

/** Background work leaves this share of every burst to people who wait. */
const interactiveShare = 0.2
/** A wait up to this long is booked and slept through; a longer one is handed back. */
const bookableMs = 2_000

export interface Limits extends VendorLimits {
  /** For sign-in, search and look-ups: takes one unit or says when to come back. Never waits. */
  allow(key: string, rate: Rate): Promise<{ ok: true } | { ok: false; retryAfterMs: number }>
}

/**
 * A generic cell rate limiter on one row per key, shared by all processes. The row keeps the theoretical
 * arrival time of the next unit; a unit may start `burst` emission intervals before it. The database's clock
 * is the only one that counts. `scale` multiplies vendors' limits, as the sandbox's own setting does.
 */
export function createLimits(db: Db, scale = 1): Limits {
  /**
   * Adds `cost` intervals to the key's arrival time if the wait for it stays within `maxWait` seconds; answers the wait.
   * A row that is not returned was not booked.
   */
  async function book(
    key: string,
    intervalS: number,
    costS: number,
    toleranceS: number,
    maxWaitS: number,
  ): Promise<{ bookedWaitS?: number; waitS: number }> {
    const now = sql`extract(epoch from clock_timestamp())::float8`
    // The wait of a booking: how far the arrival time after it lies beyond what the burst tolerates.
    const result = await db.execute<{ booked: number | null; wait: number }>(sql`
      with fresh as (
        insert into vendor_limits as l (key, tat) values (${key}, ${now} + ${costS}::float8)
        on conflict (key) do update set tat = greatest(l.tat, ${now}) + ${costS}::float8
          where greatest(l.tat + ${costS}::float8 - ${toleranceS}::float8 - ${now}, l.blocked_until - ${now}) <= ${maxWaitS}::float8
        returning greatest(l.tat - ${toleranceS}::float8 - ${now}, l.blocked_until - ${now}, 0) as booked
      )
      select (select booked from fresh) as booked,
        coalesce((select greatest(o.tat + ${costS}::float8 - ${toleranceS}::float8 - ${now}, o.blocked_until - ${now}, 0)
          from vendor_limits o where o.key = ${key}), 0) as wait`)
    const row = result.rows[0] as { booked: number | null; wait: number }
    return row.booked === null
      ? { waitS: Math.max(row.wait, intervalS) }
      : { bookedWaitS: row.booked, waitS: row.booked }
  }

  return {
    async reserve({ key, rate, cost = 1, interactive = false }: Reservation): Promise<Place> {
      const interval = 1 / (rate.perSecond * scale)
      const burst = Math.max(1, rate.burst * scale)
      const usable = interactive ? burst : Math.max(1, burst * (1 - interactiveShare))
      // A call that costs more than the burst could never start; it takes the whole burst instead.
      const taken = Math.min(cost, usable)
      const place = await book(key, interval, taken * interval, usable * interval, bookableMs / 1000)
      return place.bookedWaitS === undefined
        ? { granted: false, retryAfterMs: Math.ceil(place.waitS * 1000) }
        : { granted: true, waitMs: Math.ceil(place.bookedWaitS * 1000) }
    },
    async allow(key, rate) {
      const interval = 1 / rate.perSecond
      const place = await book(key, interval, interval, rate.burst * interval, 0)
      return place.bookedWaitS === undefined
        ? { ok: false, retryAfterMs: Math.ceil(place.waitS * 1000) }
        : { ok: true }
    },
    async block(key, forMs) {
      const until = sql`extract(epoch from clock_timestamp())::float8 + ${forMs / 1000}::float8`
      await db.execute(sql`
        insert into vendor_limits as l (key, tat, blocked_until) values (${key}, 0, ${until})
        on conflict (key) do update set blocked_until = greatest(l.blocked_until, excluded.blocked_until)`)
    },
  }
}
