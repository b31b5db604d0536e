import { and, eq, inArray, isNull, ne, not, type SQL, sql } from 'drizzle-orm'
import { staffRoleNames } from '#base/access.ts'
import type { Config } from '#base/config/config.ts'
import type { Db } from '#base/db/client.ts'
import { isInvited } from '#base/db/is-invited.ts'
import { customers, users } from '#base/db/schema/index.ts'
import { isRunningAs } from '#delivery/domains/running.ts'
import { getsHealthMail, type HealthMail } from '../../rules/health-mail.ts'

/** Who reads the same news: a customer, or the operator's staff together. */
export interface Reader {
  /** The customer's id, or "staff". */
  id: string
  customerId: string | undefined
  /** The column of a domain's health that has what was told of its trouble. */
  told: 'told' | 'told_staff'
  /** The page that has all of it, and the one on which mails are switched off. */
  page: string
  account: string
}

/** One who gets a mail. */
export interface Recipient {
  id: string
  email: string
  name: string
  wish: HealthMail
}

const staffId = 'staff'

export function readerOf(id: string, { publicUrl }: Pick<Config, 'publicUrl'>): Reader {
  if (id !== staffId)
    return {
      id,
      customerId: id,
      told: 'told',
      page: `${publicUrl}/health`,
      account: `${publicUrl}/account`,
    }
  return {
    id,
    customerId: undefined,
    told: 'told_staff',
    page: `${publicUrl}/operator/health`,
    account: `${publicUrl}/operator/account`,
  }
}

/**
 * Customers who are written to. The others can do nothing: theirs stands still, nobody is there any more, or nobody has
 * come in yet, as where a fleet was brought in before its customers are invited.
 */
export const isWrittenTo = and(
  isNull(customers.suspendedAt),
  isNull(customers.eraseDueAt),
  isNull(customers.erasedAt),
  not(isInvited),
)

/** Whom a reader's mails go to: a customer's address for mail, or those of the staff who can mend something. */
export async function recipientsOf(db: Db, { customerId }: Reader): Promise<Recipient[]> {
  if (customerId !== undefined)
    return db
      .select({
        id: customers.id,
        email: customers.email,
        name: customers.name,
        wish: customers.healthMail,
      })
      .from(customers)
      .where(and(eq(customers.id, customerId), isWrittenTo))
  return db
    .select({ id: users.id, email: users.email, name: users.name, wish: users.healthMail })
    .from(users)
    .where(
      and(
        inArray(users.staffRole, staffRoleNames.filter(getsHealthMail)),
        isNull(users.staffDisabledAt),
        // Invited, and not here yet.
        ne(users.passwordHash, ''),
      ),
    )
    .orderBy(users.id)
}

/** A reader with news, and what is remembered of the mails to them. */
export interface WithNews {
  id: string
  hasGates: boolean
  digestDay: string | null
  gatheringSince: number | null
  gatesAt: number | null
}

interface Found extends Record<string, unknown> {
  id: string
  has_gates: boolean
  digest_day: string | null
  gathering_since: string | null
  gates_at: string | null
}

/** What is worse with a domain's health `h` than what was told of it; of what runs no more, `d`, or is on its way out, nothing is told. */
export const isNews = (told: Reader['told']): SQL =>
  sql`(h.due_at is not null and h.trouble > h.${sql.identifier(told)} and d.falling_since is null and d.spent_at is null and ${isRunningAs('d')})`

/** Those of whose domains there is something to tell, by the index of what is not told. */
export async function readersWithNews(db: Db): Promise<WithNews[]> {
  const { rows } = await db.execute<Found>(sql`
    with news as (
      select h.customer_id as reader, h.gate from domain_health h
        join domains d on d.id = h.domain_id join customers on customers.id = h.customer_id
        where ${isNews('told')} and ${isWrittenTo}
      union all
      select ${staffId}, h.gate from domain_health h join domains d on d.id = h.domain_id
        where ${isNews('told_staff')}
    )
    select n.reader as id, bool_or(n.gate) as has_gates, m.digest_day::text, m.gathering_since::text, m.gates_at::text
    from news n left join health_mails m on m.reader = n.reader
    group by n.reader, m.reader order by n.reader`)
  const at = (text: string | null) => (text === null ? null : new Date(text).getTime())
  return rows.map(({ id, has_gates, digest_day, gathering_since, gates_at }) => ({
    id,
    hasGates: has_gates,
    digestDay: digest_day,
    gatheringSince: at(gathering_since),
    gatesAt: at(gates_at),
  }))
}
