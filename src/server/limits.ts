import type { Pool } from 'pg'
import type { Place, Rate, Reservation, VendorLimits } from './providers/vendor-limits.ts'

/** Background work leaves this share of every burst to people who wait. */
const interactiveShare = 0.2
/** A wait up to this long is booked and slept through; a longer one is handed back. */
const bookableMs = 2_000

export interface Try {
  key: string
  rate: Rate
}

export interface Limits extends VendorLimits {
  /**
   * For sign-in, search and look-ups: takes one unit of each key in turn, until one has none left; that one says when
   * to come back. Never waits.
   */
  allow(...tries: readonly [Try, ...Try[]]): Promise<{ ok: true } | { ok: false; retryAfterMs: number }>
}

const now = 'extract(epoch from clock_timestamp())::float8'

/**
 * Books one place per key, each only if the one before it was booked. For every key, numbered from 0, it takes four
 * parameters: the key, the seconds to add to its arrival time, the seconds by which that may lie ahead, and the longest
 * wait beyond those. `booked<n>` is null where nothing was booked; `wait<n>` is how long that would have to wait.
 */
function bookingStatement(keys: number): string {
  const bookings = Array.from({ length: keys }, (_, n) => {
    const [key, cost, tolerance, longest] = [1, 2, 3, 4].map((parameter) => `$${4 * n + parameter}`)
    const wait = (row: string) =>
      `greatest(${row}.tat + ${cost}::float8 - ${tolerance}::float8 - ${now}, ${row}.blocked_until - ${now})`
    return {
      cte: `booking${n} as (
        insert into vendor_limits as l (key, tat) select ${key}, ${now} + ${cost}::float8
          ${n === 0 ? '' : `where exists (select from booking${n - 1})`}
        on conflict (key) do update set tat = greatest(l.tat, ${now}) + ${cost}::float8
          where ${wait('l')} <= ${longest}::float8
        returning greatest(l.tat - ${tolerance}::float8 - ${now}, l.blocked_until - ${now}, 0) as booked)`,
      answer: `(select booked from booking${n}) as booked${n},
        coalesce((select greatest(${wait('o')}, 0) from vendor_limits o where o.key = ${key}), 0) as wait${n}`,
    }
  })
  return `with ${bookings.map(({ cte }) => cte).join(', ')} select ${bookings.map(({ answer }) => answer).join(', ')}`
}

const blockStatement = `
  insert into vendor_limits as l (key, tat, blocked_until) values ($1, 0, ${now} + $2::float8)
  on conflict (key) do update set blocked_until = greatest(l.blocked_until, excluded.blocked_until)`

interface Booking {
  key: string
  /** Seconds between two units of the key. */
  intervalS: number
  /** Seconds of the key's time that are taken. */
  costS: number
  /** Seconds by which the arrival time may lie ahead. */
  toleranceS: number
  /** Longest wait beyond those, in seconds, with which a place is still booked. */
  longestS: number
}

/**
 * A generic cell rate limiter on one row per key, shared by all processes. The row keeps the theoretical
 * arrival time of the next unit; a unit may start `burst` emission intervals before it. The database's clock
 * is the only one that counts. `scale` multiplies vendors' limits, as the sandbox's own setting does.
 */
export function createLimits(pool: Pool, scale = 1): Limits {
  /** By how many keys they book. */
  const statements: string[] = []
  const statementFor = (keys: number) => {
    statements[keys] ??= bookingStatement(keys)
    return statements[keys]
  }

  /** Books one after the other until one has to wait for longer than it may; answers its wait, or the last one's. */
  async function book(bookings: readonly Booking[]): Promise<{ booked: boolean; waitS: number }> {
    const { rows } = await pool.query<Record<string, number | null>>({
      name: `book_places_${bookings.length}`,
      text: statementFor(bookings.length),
      values: bookings.flatMap(({ key, costS, toleranceS, longestS }) => [key, costS, toleranceS, longestS]),
    })
    const row = rows[0] as (typeof rows)[number]
    let waitS = 0
    for (const [n, { intervalS }] of bookings.entries()) {
      const booked = row[`booked${n}`]
      if (typeof booked !== 'number')
        return { booked: false, waitS: Math.max(row[`wait${n}`] ?? 0, intervalS) }
      waitS = booked
    }
    return { booked: true, waitS }
  }

  return {
    async reserve({ key, rate, cost = 1, interactive = false }: Reservation): Promise<Place> {
      const interval = 1 / (rate.perSecond * scale)
      const burst = Math.max(1, rate.burst * scale)
      const usable = interactive ? burst : Math.max(1, burst * (1 - interactiveShare))
      // A call that costs more than the burst could never start; it takes the whole burst instead.
      const taken = Math.min(cost, usable)
      const { booked, waitS } = await book([
        {
          key,
          intervalS: interval,
          costS: taken * interval,
          toleranceS: usable * interval,
          longestS: bookableMs / 1000,
        },
      ])
      const ms = Math.ceil(waitS * 1000)
      return booked ? { granted: true, waitMs: ms } : { granted: false, retryAfterMs: ms }
    },
    async allow(...tries) {
      const { booked, waitS } = await book(
        tries.map(({ key, rate }) => {
          const intervalS = 1 / rate.perSecond
          return { key, intervalS, costS: intervalS, toleranceS: rate.burst * intervalS, longestS: 0 }
        }),
      )
      return booked ? { ok: true } : { ok: false, retryAfterMs: Math.ceil(waitS * 1000) }
    },
    async block(key, forMs) {
      await pool.query({ name: 'block_key', text: blockStatement, values: [key, forMs / 1000] })
    },
  }
}
