import { and, eq, ne } from 'drizzle-orm'
import { audit } from '#base/audit/audit.ts'
import type { Db } from '#base/db/client.ts'
import { customers, users } from '#base/db/schema/index.ts'
import { notFound } from '#base/http/refusal.ts'
import { type HealthMail, healthMailMessage } from '../rules/health-mail.ts'

/** Which mails about the health of their domains a customer gets. Throws a `Refusal` for no one. */
export async function readHealthMail(db: Db, customerId: string): Promise<HealthMail> {
  const [found] = await db
    .select({ mail: customers.healthMail })
    .from(customers)
    .where(eq(customers.id, customerId))
  if (!found) throw notFound('There is no such customer.')
  return found.mail
}

/** Sets it. Returns what holds now as a sentence. */
export async function setHealthMail(db: Db, customerId: string, mail: HealthMail): Promise<string> {
  await db.transaction(async (tx) => {
    const { rowCount } = await tx
      .update(customers)
      .set({ healthMail: mail })
      .where(and(eq(customers.id, customerId), ne(customers.healthMail, mail)))
    if (rowCount)
      await audit(tx, { customerId, actor: 'customer', action: 'customer.health_mail', data: { mail } })
  })
  return healthMailMessage(mail)
}

/** The same for one of the operator's staff, of everybody's domains. Throws a `Refusal` for no one. */
export async function readStaffHealthMail(db: Db, userId: string): Promise<HealthMail> {
  const [found] = await db.select({ mail: users.healthMail }).from(users).where(eq(users.id, userId))
  if (!found) throw notFound('There is no such colleague.')
  return found.mail
}

/** Sets it for one of the staff. Returns what holds now as a sentence. */
export async function setStaffHealthMail(db: Db, userId: string, mail: HealthMail): Promise<string> {
  await db.update(users).set({ healthMail: mail }).where(eq(users.id, userId))
  return healthMailMessage(mail)
}
