import { sql } from 'drizzle-orm'
import type { QueryOf, ResponseOf } from '#base/api/endpoint.ts'
import type { Db } from '#base/db/client.ts'
import type { ConsoleWorkItem, listWork as listWorkCall } from '../../api/console-work.ts'
import { workPageSize } from '../../rules/work-list.ts'

type Row = Omit<ConsoleWorkItem, 'customer'> & { customerId: string | null; email: string | null }

const iso = (column: string) =>
  sql`to_char(${sql.raw(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const narrowed = ({ state, kind, customer, age }: QueryOf<typeof listWorkCall>) => [
  state === 'closed' ? sql`w.closed_at is not null` : sql`w.closed_at is null`,
  ...(state === 'open' ? [sql`w.answered_at is null`] : []),
  ...(state === 'answered' ? [sql`w.answered_at is not null`] : []),
  ...(kind ? [sql`w.kind = ${kind}`] : []),
  ...(customer
    ? [sql`(c.id = ${customer} or position(lower(${customer}::text) in lower(c.email)) > 0)`]
    : []),
  ...(age ? [sql`w.created_at <= now() - make_interval(days => ${age}::int)`] : []),
]

/** A page of what people are asked to do. */
export async function listWork(
  db: Db,
  query: QueryOf<typeof listWorkCall>,
): Promise<ResponseOf<typeof listWorkCall>> {
  const isClosed = query.state === 'closed'
  const moment = sql.raw(isClosed ? 'closed_at' : 'created_at')
  const [order, beyond] = isClosed ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`]
  const { after } = query
  const conditions = [
    ...(query.item ? [sql`w.id = ${query.item}`] : narrowed(query)),
    ...(after
      ? [
          sql`(w.${moment}, w.id) ${beyond} ((select ${moment} from work_items where id = ${after}), ${after})`,
        ]
      : []),
  ]
  const { rows } = await db.execute<Row & Record<string, unknown>>(sql`
    select w.id, w.kind, w.subject, w.instructions, c.id as "customerId", c.email,
      ${iso('w.created_at')} as "createdAt", ${iso('w.answered_at')} as "answeredAt", ${iso('w.closed_at')} as "closedAt"
    from work_items w left join customers c on c.id = w.customer_id
    where ${sql.join(conditions, sql` and `)}
    order by w.${moment} ${order}, w.id ${order} limit ${workPageSize + 1}`)
  return {
    items: rows.slice(0, workPageSize).map(({ customerId, email, ...item }) => ({
      ...item,
      customer: customerId === null ? null : { id: customerId, email: email ?? '' },
    })),
    hasMore: rows.length > workPageSize,
  }
}
