import { type SQL, sql } from 'drizzle-orm'
import { domainNames } from '#base/db/schema/index.ts'
import type { Facts } from './facts.ts'

/**
 * Facts as a run writes them, which has the name and knows nothing of what is written beside it: what the operator was
 * told of its end stays as it stands in the row, and so does that a renewal or registration is wanted again, where it was
 * pressed since the run has read the row. What the run has read of that itself it may take back.
 */
export function keepingPress({ expiryAsked: _, ...facts }: Facts, read: Facts): SQL {
  const told = sql`${domainNames.facts} -> 'expiryAsked'`
  const written = sql`${JSON.stringify(facts)}::jsonb ||
    case when ${told} is null then '{}'::jsonb else jsonb_build_object('expiryAsked', ${told}) end`
  return pressed.reduce((kept, fact) => {
    if (!facts[fact]) return kept
    const at = sql`${domainNames.facts} #>> array[${fact}::text, 'againAt']`
    return sql`case when ${at} is not null and ${at} is distinct from ${read[fact]?.againAt ?? null}::text
      then jsonb_set(${kept}, array[${fact}::text, 'againAt'], to_jsonb(${at})) else ${kept} end`
  }, written)
}

/** What is paid for again only where the operator presses for it. */
const pressed = ['renewal', 'gone'] as const
