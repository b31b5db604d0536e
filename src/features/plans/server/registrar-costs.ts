import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { costs } from '#base/db/schema/index.ts'

/** What registering a name costs the operator now, by its ending, as it was entered with the money. */
export async function registrarCosts(db: Db): Promise<Record<string, number>> {
  const rows = await db
    .selectDistinctOn([costs.subject], { tld: costs.subject, cents: costs.cents })
    .from(costs)
    .where(and(eq(costs.kind, 'registration'), sql`${costs.validFrom} <= now()`))
    .orderBy(asc(costs.subject), sql`${costs.validFrom} desc`)
  return Object.fromEntries(rows.map(({ tld, cents }) => [tld, cents]))
}
