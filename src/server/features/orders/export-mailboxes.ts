import { and, asc, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import { mailboxesCsvMessages } from '#shared/mailboxes-csv-messages.ts'
import { audit } from '../../audit.ts'
import { customers, domains, mailboxes, personas } from '../../db/schema/index.ts'
import type { Dependencies } from '../../dependencies.ts'
import { notFound, rateLimited, ruleBroken } from '../../http/refusal.ts'
import { mailboxesCsv } from '../../providers/csv/mailboxes-csv.ts'
import { placeOf } from '../../sealed-columns.ts'
import { passwordMatches } from '../auth/passwords.ts'

const rate = { perSecond: 1 / 30, burst: 10 }

/**
 * User names and passwords of the mailboxes that stand on some of the customer's domains. A session alone does
 * not open them: the password is asked for every time, and right or wrong is noted. Throws a `Refusal`.
 */
export async function exportMailboxes(
  { db, secrets, limits }: Dependencies,
  customerId: string,
  { domains: names, password }: { domains: readonly string[]; password: string },
  address: string,
): Promise<{ filename: string; csv: string; mailboxes: number }> {
  const place = await limits.allow(`export:${customerId}`, rate)
  if (!place.ok)
    throw rateLimited('Too many attempts. Please try again in a few minutes.', place.retryAfterMs)
  const [customer] = await db
    .select({ passwordHash: customers.passwordHash })
    .from(customers)
    .where(eq(customers.id, customerId))
  const note = (action: 'mailboxes.exported' | 'mailboxes.export_refused') =>
    audit(db, { customerId, actor: 'customer', action, data: { names }, address })
  if (!(await passwordMatches(customer?.passwordHash, password))) {
    await note('mailboxes.export_refused')
    throw ruleBroken(mailboxesCsvMessages.wrongPassword, { password: mailboxesCsvMessages.wrongPassword })
  }
  const mine = and(
    eq(domains.customerId, customerId),
    inArray(domains.name, [...names]),
    eq(domains.want, 'run'),
    isNull(domains.releasedAt),
  )
  const found = await db.$count(domains, mine)
  if (found !== new Set(names).size) throw notFound('There is no such domain in your orders.')
  const rows = await db
    .select({
      id: mailboxes.id,
      name: mailboxes.name,
      localPart: mailboxes.localPart,
      secret: mailboxes.secret,
      firstName: personas.firstName,
      lastName: personas.lastName,
      platform: domains.platform,
    })
    .from(mailboxes)
    .innerJoin(domains, eq(domains.id, mailboxes.domainId))
    .innerJoin(personas, eq(personas.id, mailboxes.personaId))
    .where(
      and(mine, eq(mailboxes.want, 'active'), eq(mailboxes.hostState, 'active'), isNotNull(mailboxes.secret)),
    )
    .orderBy(asc(mailboxes.name), asc(mailboxes.localPart))
  if (rows.length === 0) throw ruleBroken(mailboxesCsvMessages.noMailboxes)
  const csv = mailboxesCsv(
    rows.map((row) => ({
      email: `${row.localPart}@${row.name}`,
      firstName: row.firstName,
      lastName: row.lastName,
      password: secrets.open(row.secret as string, placeOf.mailbox(row.id)),
      platform: row.platform,
    })),
  )
  await note('mailboxes.exported')
  const filename = names.length === 1 ? `mailboxes-${names[0]}.csv` : `mailboxes-${names.length}-domains.csv`
  return { filename, csv, mailboxes: rows.length }
}
