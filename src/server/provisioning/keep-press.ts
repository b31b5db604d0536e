import { type SQL, sql } from 'drizzle-orm'
import { domainNames } from '../db/schema/index.ts'
import type { Facts } from './facts.ts'

/**
 * Facts as a run writes them, which has the name and knows nothing of what is written beside it: what the operator was
 * told of its end stays as it stands in the row, and so does that a renewal is wanted again, where it was pressed since
 * the run has read the row. What the run has read of that itself it may take back.
 */
export function keepingPress({ expiryAsked: _, ...facts }: Facts, read: Facts): SQL {
  const told = sql`${domainNames.facts} -> 'expiryAsked'`
  const written = sql`${JSON.stringify(facts)}::jsonb ||
    case when ${told} is null then '{}'::jsonb else jsonb_build_object('expiryAsked', ${told}) end`
  if (!facts.renewal) return written
  const pressed = sql`${domainNames.facts} #>> '{renewal,againAt}'`
  return sql`case when ${pressed} is not null and ${pressed} is distinct from ${read.renewal?.againAt ?? null}::text
    then jsonb_set(${written}, '{renewal,againAt}', to_jsonb(${pressed})) else ${written} end`
}
