import type { Pool } from 'pg'
import type { Rate, VendorLimits } from '#vendors/client/vendor-limits.ts'
import { required } from '../text/required.ts'
import { reservePlace } from './reserve-place.ts'

interface Try {
  key: string
  rate: Rate
  /** Units it takes; 1 when absent. More than the burst are never granted. */
  cost?: number
}

export interface Limits extends VendorLimits {
  /**
   * For sign-in, search and look-ups: takes from each key in turn, until one has too little left; that one is named, and says when
   * to come back. Never waits.
   */
  allow(
    ...tries: readonly [Try, ...Try[]]
  ): Promise<{ ok: true } | { ok: false; retryAfterMs: number; key: string }>
}

const now = 'extract(epoch from clock_timestamp())::float8'

/**
 * Takes from one key after the other, from each only if there was enough at the one before it. For every key, numbered
 * from 0, it takes three parameters: the key, the seconds to add to its arrival time, and the seconds by which that may
 * lie ahead. `booked<n>` is null where nothing was taken; `wait<n>` is how long that would have to wait.
 */
function bookingStatement(keys: number): string {
  const bookings = Array.from({ length: keys }, (_, n) => {
    const [key, cost, tolerance] = [1, 2, 3].map((parameter) => `$${3 * n + parameter}`)
    const wait = (row: string) =>
      `greatest(${row}.tat + ${cost}::float8 - ${tolerance}::float8 - ${now}, ${row}.blocked_until - ${now})`
    return {
      cte: `booking${n} as (
        insert into vendor_limits as l (key, tat) select ${key}, ${now} + ${cost}::float8
          ${n === 0 ? '' : `where exists (select from booking${n - 1})`}
        on conflict (key) do update set tat = greatest(l.tat, ${now}) + ${cost}::float8
          where ${wait('l')} <= 0
        returning greatest(l.tat - ${tolerance}::float8 - ${now}, l.blocked_until - ${now}, 0) as booked)`,
      answer: `(select booked from booking${n}) as booked${n},
        coalesce((select greatest(${wait('o')}, 0) from vendor_limits o where o.key = ${key}), 0) as wait${n}`,
    }
  })
  return `with ${bookings.map(({ cte }) => cte).join(', ')} select ${bookings.map(({ answer }) => answer).join(', ')}`
}

const blockStatement = `
  insert into vendor_limits as l (key, tat, blocked_until, doubted) values ($1, 0, ${now} + $2::float8, $3)
  on conflict (key) do update set blocked_until = greatest(l.blocked_until, excluded.blocked_until),
    doubted = coalesce(excluded.doubted, case when l.blocked_until > ${now} then l.doubted end)`

interface Booking {
  key: string
  /** Seconds between two units of the key. */
  intervalS: number
  /** Seconds of the key's time that are taken. */
  costS: number
  /** Seconds by which the arrival time may lie ahead. */
  toleranceS: number
}

/**
 * Generic cell rate limiters, a row per key, shared by all processes. A row keeps the theoretical arrival time of the
 * next unit; a unit may start `burst` emission intervals before it. The database's clock is the only one that counts.
 * Vendors' limits are divided by purpose (`reserve-place.ts`); `scale` multiplies them, as the sandbox's setting does.
 */
export function createLimits(pool: Pool, scale = 1): Limits {
  /** By how many keys they book. */
  const statements: string[] = []
  const statementFor = (keys: number) => {
    statements[keys] ??= bookingStatement(keys)
    return statements[keys]
  }

  /** Books one after the other until one has to wait for longer than it may; returns its wait in seconds. */
  async function book(
    bookings: readonly Booking[],
  ): Promise<{ booked: true } | { booked: false; waitS: number; key: string }> {
    const { rows } = await pool.query<Record<string, number | null>>({
      name: `book_places_${bookings.length}`,
      text: statementFor(bookings.length),
      values: bookings.flatMap(({ key, costS, toleranceS }) => [key, costS, toleranceS]),
    })
    const row = required(rows[0], 'the booking')
    for (const [n, { key, intervalS }] of bookings.entries())
      if (typeof row[`booked${n}`] !== 'number')
        return { booked: false, waitS: Math.max(row[`wait${n}`] ?? 0, intervalS), key }
    return { booked: true }
  }

  return {
    reserve: (reservation) => reservePlace(pool, scale, reservation),
    async allow(...tries) {
      const answer = await book(
        tries.map(({ key, rate, cost = 1 }) => {
          const intervalS = 1 / rate.perSecond
          return { key, intervalS, costS: cost * intervalS, toleranceS: rate.burst * intervalS }
        }),
      )
      if (answer.booked) return { ok: true }
      return { ok: false, retryAfterMs: Math.ceil(answer.waitS * 1000), key: answer.key }
    },
    async block(key, forMs, doubted) {
      await pool.query({
        name: 'block_key',
        text: blockStatement,
        values: [key, forMs / 1000, doubted ?? null],
      })
    },
  }
}
