import { sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import type { ConsoleAccountPage } from '../../api/console-capacity.ts'

/** Moves under way that lead to an account, or still take something out of it, the oldest first. */
export async function readMoves(db: Db, accountId: string): Promise<ConsoleAccountPage['moves']> {
  const { rows } = await db.execute<ConsoleAccountPage['moves'][number]>(sql`
    select m.id, p.label as "to", count(*)::int as domains, count(r.outcome)::int as done
    from domain_moves m
      join provider_accounts p on p.id = m.account_id
      join domain_move_rows r on r.move_id = m.id
    where m.state = 'moving' and (m.account_id = ${accountId} or exists (
      select from domain_move_rows o
        join domains d on d.id = o.domain_id
        join domain_names n on n.name = d.name
      where o.move_id = m.id and o.outcome is null and n.provider_account_id = ${accountId}))
    group by m.id, p.label order by m.created_at`)
  return rows.map(({ id, to, domains, done }) => ({ id, to, domains, done }))
}
