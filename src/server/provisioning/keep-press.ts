import { type SQL, sql } from 'drizzle-orm'
import { domainNames } from '../db/schema/index.ts'
import type { Facts } from './facts.ts'

/**
 * Facts as a run writes them, which has the name and knows nothing of what staff press meanwhile: that a renewal is
 * wanted again stays, where it was pressed since the run has read the row. What the run has read itself it may take back.
 */
export function keepingPress(facts: Facts, read: Facts): Facts | SQL {
  if (!facts.renewal) return facts
  const written = sql`${JSON.stringify(facts)}::jsonb`
  const pressed = sql`${domainNames.facts} #>> '{renewal,againAt}'`
  return sql`case when ${pressed} is not null and ${pressed} is distinct from ${read.renewal?.againAt ?? null}::text
    then jsonb_set(${written}, '{renewal,againAt}', to_jsonb(${pressed})) else ${written} end`
}
