import { sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import type { HealthStrips } from '../../rules/health-view.ts'
import { stripDays } from '../../rules/strips.ts'
import { daysOf, stripOf } from './strip.ts'

/** The last days of some domains, everybody's without a customer; what is not theirs, or is not there, is left out. */
export async function readStrips(db: Db, ids: string, customerId?: string): Promise<HealthStrips> {
  const isTheirs = customerId === undefined ? sql`true` : sql`h.customer_id = ${customerId}`
  const { rows } = await db.execute<{ id: string; days: string | null }>(sql`
    select h.domain_id as id, ${daysOf(stripDays)} as days from domain_health h
    where h.domain_id = any(${sql.param(ids.split(','))}::text[]) and ${isTheirs}`)
  return Object.fromEntries(rows.map(({ id, days }) => [id, stripOf(days, stripDays)]))
}
