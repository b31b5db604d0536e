import { asc, eq } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { domainMoveRows, domainMoves, domains, providerAccounts } from '#base/db/schema/index.ts'
import { notFound } from '#base/http/refusal.ts'
import { countOf } from '#base/text/count-of.ts'
import type { DomainMove } from '../../api/console-domains.ts'

/** How far a move is, and what stays where it is. Throws a `Refusal`. */
export async function readMove(db: Db, moveId: string): Promise<DomainMove> {
  const [move] = await db
    .select({ state: domainMoves.state, label: providerAccounts.label })
    .from(domainMoves)
    .innerJoin(providerAccounts, eq(providerAccounts.id, domainMoves.accountId))
    .where(eq(domainMoves.id, moveId))
  if (!move) throw notFound('There is no such move.')
  const rows = await db
    .select({
      id: domains.id,
      name: domains.name,
      outcome: domainMoveRows.outcome,
      why: domainMoveRows.why,
    })
    .from(domainMoveRows)
    .innerJoin(domains, eq(domains.id, domainMoveRows.domainId))
    .where(eq(domainMoveRows.moveId, moveId))
    .orderBy(asc(domainMoveRows.place))
  const moved = rows.filter(({ outcome }) => outcome === 'moved').length
  const stay = rows.flatMap(({ id, name, outcome, why }) =>
    outcome === 'stays' ? [{ id, name, why: why ?? '' }] : [],
  )
  const left = rows.length - moved - stay.length
  return {
    state: move.state,
    domains: rows.length,
    moved,
    stay,
    message: [
      moved === 0
        ? 'No domain was moved.'
        : `${countOf(moved, 'domain')} placed at ${move.label}${stay.length > 0 ? `, ${countOf(stay.length, 'domain')} left where they are` : ''}.`,
      ...(move.state === 'stopped' && left > 0
        ? [`Stopped before ${countOf(left, 'other', 'others')}, which stay where they are.`]
        : []),
    ].join(' '),
  }
}
