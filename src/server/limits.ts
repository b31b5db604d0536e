import type { Pool } from 'pg'
import type { Place, Rate, Reservation, VendorLimits } from './providers/vendor-limits.ts'

/** Background work leaves this share of every burst to people who wait. */
const interactiveShare = 0.2
/** A wait up to this long is booked and slept through; a longer one is handed back. */
const bookableMs = 2_000

export interface Limits extends VendorLimits {
  /** For sign-in, search and look-ups: takes one unit or says when to come back. Never waits. */
  allow(key: string, rate: Rate): Promise<{ ok: true } | { ok: false; retryAfterMs: number }>
}

const now = 'extract(epoch from clock_timestamp())::float8'
/** How far the arrival time after a booking lies beyond what the burst tolerates, in seconds. */
const wait = (row: string) =>
  `greatest(${row}.tat + $2::float8 - $3::float8 - ${now}, ${row}.blocked_until - ${now})`

/**
 * Adds `$2` seconds to the arrival time of the key `$1` if the wait for it, beyond the `$3` that are tolerated, is not
 * longer than `$4`. A row that is not returned was not booked.
 */
const bookStatement = `
  with fresh as (
    insert into vendor_limits as l (key, tat) values ($1, ${now} + $2::float8)
    on conflict (key) do update set tat = greatest(l.tat, ${now}) + $2::float8
      where ${wait('l')} <= $4::float8
    returning greatest(l.tat - $3::float8 - ${now}, l.blocked_until - ${now}, 0) as booked
  )
  select (select booked from fresh) as booked,
    coalesce((select greatest(${wait('o')}, 0) from vendor_limits o where o.key = $1), 0) as wait`

const blockStatement = `
  insert into vendor_limits as l (key, tat, blocked_until) values ($1, 0, ${now} + $2::float8)
  on conflict (key) do update set blocked_until = greatest(l.blocked_until, excluded.blocked_until)`

/**
 * A generic cell rate limiter on one row per key, shared by all processes. The row keeps the theoretical
 * arrival time of the next unit; a unit may start `burst` emission intervals before it. The database's clock
 * is the only one that counts. `scale` multiplies vendors' limits, as the sandbox's own setting does.
 */
export function createLimits(pool: Pool, scale = 1): Limits {
  /** Books `costS` seconds of a key's time; answers the wait, in seconds too. */
  async function book(
    key: string,
    intervalS: number,
    costS: number,
    toleranceS: number,
    maxWaitS: number,
  ): Promise<{ bookedWaitS?: number; waitS: number }> {
    const { rows } = await pool.query<{ booked: number | null; wait: number }>({
      name: 'book_place',
      text: bookStatement,
      values: [key, costS, toleranceS, maxWaitS],
    })
    const row = rows[0] as (typeof rows)[number]
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
      await pool.query({ name: 'block_key', text: blockStatement, values: [key, forMs / 1000] })
    },
  }
}
