import { and, asc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { bundles, domains, mailboxes, personas } from '#base/db/schema/index.ts'
import { placeOf } from '#base/db/sealed-columns.ts'
import type { Secrets } from '#base/secrets/secrets.ts'
import { required } from '#base/text/required.ts'
import type { CsvMailbox } from '#vendors/csv/adapter/mailboxes-csv.ts'

export interface MailboxLogin extends CsvMailbox {
  id: string
  /** Its domain. */
  name: string
}

/** How many of those have a password that is not held, since they were taken over with their own: no file has them. */
export const countUnheld = async (db: Db, which: SQL | undefined): Promise<number> => {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(mailboxes)
    .innerJoin(domains, eq(domains.id, mailboxes.domainId))
    .innerJoin(bundles, eq(bundles.id, domains.bundleId))
    .where(
      and(which, eq(mailboxes.want, 'active'), eq(mailboxes.hostState, 'active'), isNull(mailboxes.secret)),
    )
  return row?.count ?? 0
}

/**
 * The active mailboxes that a condition on mailboxes, domains or bundles picks, with their passwords in the clear,
 * by domain and address. The caller has made sure that they may be told.
 */
export async function readMailboxLogins(
  db: Db,
  secrets: Secrets,
  which: SQL | undefined,
): Promise<MailboxLogin[]> {
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
    .innerJoin(personas, eq(personas.id, mailboxes.personaId))
    .innerJoin(domains, eq(domains.id, mailboxes.domainId))
    .innerJoin(bundles, eq(bundles.id, domains.bundleId))
    .where(and(which, eq(mailboxes.want, 'active'), isNotNull(mailboxes.secret)))
    .orderBy(asc(mailboxes.name), asc(mailboxes.localPart))
  return rows.map(({ localPart, secret, ...row }) => ({
    ...row,
    email: `${localPart}@${row.name}`,
    password: secrets.open(required(secret, 'the password'), placeOf.mailbox(row.id)),
  }))
}
