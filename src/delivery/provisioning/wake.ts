import { sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import type { JobKind, Queue } from '#base/queue/queue.ts'
import { isHeldAs } from '../domains/held.ts'

type Kind = Extract<JobKind, `reconcile${string}`>

/**
 * Wakes the reconciler for these names. The caller's transaction has locked their rows, so a worker that has just
 * taken one of them out of the queue reads what the caller wrote; that is why a name which still waits is not queued
 * again. What is urgent has workers of its own, and takes its customer's turn with the others: were it before all turns,
 * one large customer who is stopped at a vendor's limit would keep every worker from everyone else.
 */
export async function wake(
  tx: Db,
  queue: Queue,
  names: readonly { name: string; urgent: boolean }[],
): Promise<void> {
  const all = names.map(({ name }) => name)
  await putInLine(
    tx,
    queue,
    'reconcile-urgent',
    names.filter(({ urgent }) => urgent).map(({ name }) => name),
  )
  await putInLine(tx, queue, 'reconcile', all)
}

/**
 * Customers take turns: the first name of one goes with the first of every other, the second with the second, and
 * a later one begins at the turn that the queue has reached. So a customer's names wait for as many of each
 * other customer's as their own are, however many more those have.
 */
async function putInLine(tx: Db, queue: Queue, kind: Kind, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  const { rows } = await tx.execute<{ name: string; customer: string | null; turn: number }>(sql`
    with waiting as materialized (
      select data ->> 'name' as name, group_id as customer, -priority as turn
      from jobs.job where name = ${kind} and state < 'active' and not blocked
    ), reached as (
      select min(turn) as turn from waiting
    ), taken as (
      select customer, max(turn) as turn from waiting group by customer
    )
    select n.name, d.customer_id as customer,
      (greatest(reached.turn, taken.turn + 1, 0) - 1
        + row_number() over (partition by d.customer_id order by n.name))::int as turn
    from unnest(${sql.param([...names])}::text[]) n(name)
    left join domains d on d.name = n.name and ${isHeldAs('d')}
    left join taken on taken.customer = d.customer_id
    cross join reached
    where not exists (select from waiting w where w.name = n.name)`)
  await queue.add(
    tx,
    kind,
    rows.map(({ name, customer, turn }) => ({
      name,
      standing: {
        priority: -turn,
        group: customer === null ? undefined : { id: customer },
      },
    })),
  )
}
