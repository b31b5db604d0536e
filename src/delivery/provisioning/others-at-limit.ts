import { sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { domainNames } from '#base/db/schema/index.ts'
import type { VendorError } from '#vendors/client/vendor-error.ts'

/** More than these make no difference to when a name asks again, and are not read. */
const mostRead = 200

/** How many names besides this one wait at the same used-up limit of a vendor, among those that are due next. */
export async function othersAtLimit(
  db: Db,
  name: string,
  { vendor, limit }: Pick<VendorError, 'vendor' | 'limit'>,
): Promise<number> {
  const { nextRunAt, problem } = domainNames
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*) filter (where due.name <> ${name} and due.problem->>'isOverLimit' = 'true'
      and due.problem->>'vendor' = ${vendor} and due.problem->>'limit' is not distinct from ${limit ?? null})::int as count
    from (
      select ${domainNames.name} as name, ${problem} as problem from ${domainNames}
      where ${nextRunAt} is not null order by ${nextRunAt} limit ${mostRead}) due`)
  return rows[0]?.count ?? 0
}
