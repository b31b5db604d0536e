import { sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { keysOf } from '#base/records/keys-of.ts'
import { vendorNames } from '#vendors/client/vendor-error.ts'
import type { VendorState } from '../api/console-home.ts'

interface Row extends Record<string, unknown> {
  vendor: string
  calls: number
  errors: number
  booked: number | null
  blocked_until: Date | null
}

/** How calls to each third party went in this hour and the one before, and what is used of their limits now. */
export async function readVendors(db: Db): Promise<{ since: string; states: VendorState[] }> {
  const { rows: times } = await db.execute<{ since: Date }>(
    sql`select date_trunc('hour', now()) - interval '1 hour' as since`,
  )
  const { rows } = await db.execute<Row>(sql`
    with calls as (
      select vendor, sum(calls)::int as calls, sum(errors)::int as errors from vendor_hours
      where hour >= date_trunc('hour', now()) - interval '1 hour' group by vendor
    ), limits as (
      select split_part(key, ':', 1) as vendor, max(tat) - extract(epoch from now())::float8 as booked,
        max(blocked_until) as blocked_until
      from vendor_limits group by 1
    )
    select coalesce(c.vendor, l.vendor) as vendor, coalesce(calls, 0) as calls, coalesce(errors, 0) as errors, booked,
      case when blocked_until > extract(epoch from now()) then to_timestamp(blocked_until) end as blocked_until
    from calls c full join limits l on l.vendor = c.vendor`)
  const known = new Map(rows.map((row) => [row.vendor, row]))
  return {
    since: new Date(times[0]?.since ?? Date.now()).toISOString(),
    states: keysOf(vendorNames).flatMap((vendor) => {
      const row = known.get(vendor)
      if (!row) return []
      return {
        id: vendor,
        name: vendorNames[vendor],
        calls: row.calls,
        errors: row.errors,
        blockedUntil: row.blocked_until ? new Date(row.blocked_until).toISOString() : null,
        bookedAheadMs: Math.max(0, Math.round((row.booked ?? 0) * 1000)),
      }
    }),
  }
}
