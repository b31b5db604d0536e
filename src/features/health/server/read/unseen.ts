import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import type { SignalCode } from '../../rules/health-signals.ts'

/** What is asked of all domains at once: whether anybody sees it. */
const askedOfAll = ['placement', 'spamRate'] as const satisfies readonly SignalCode[]

/**
 * What of it nobody sees, of any delivered domain, or of any of one customer's. Signals are most of what is kept of a
 * domain: where something is seen, as it is as a rule, those of the first few tell so, and no others are read.
 */
export async function readUnseen(db: Db, customerId: string | undefined): Promise<SignalCode[]> {
  const isTheirs = customerId === undefined ? sql`true` : sql`h.customer_id = ${customerId}`
  const isAny = (signal: string): SQL => sql`exists (select from domain_health h
    where h.due_at is not null and ${isTheirs} and jsonb_path_exists(h.signals, ${`$[*] ? (${signal})`}::jsonpath))`
  const { rows } = await db.execute<Record<SignalCode, boolean>>(
    sql`select ${sql.join(
      askedOfAll.map((code) => {
        const isOfCode = `@.code == "${code}"`
        return sql`${isAny(isOfCode)} and not ${isAny(`${isOfCode} && @.verdict != "unwatched"`)} as ${sql.identifier(code)}`
      }),
      sql`, `,
    )}`,
  )
  return askedOfAll.filter((code) => rows[0]?.[code])
}
