import { eq, inArray, or } from 'drizzle-orm'
import { bundles, checkouts, customers, domains, orders, outbox, refunds } from '#base/db/schema/index.ts'
import { sealedOf } from '#base/mail/deliver-mail.ts'
import { formatUsd } from '#base/text/usd.ts'
import type { Dependencies } from '#delivery/dependencies.ts'

/** Everything that names a customer, or what is theirs: their address, name, orders, domains and amounts. */
async function wordsOf({ db }: Pick<Dependencies, 'db'>, id: string): Promise<string[]> {
  const [person] = await db.select().from(customers).where(eq(customers.id, id))
  const groups = await db
    .select({ id: bundles.id, company: bundles.companyName, orderId: orders.id, ofOrder: orders.companyName })
    .from(bundles)
    .innerJoin(orders, eq(orders.id, bundles.orderId))
    .where(eq(orders.customerId, id))
  const names = await db.select({ name: domains.name }).from(domains).where(eq(domains.customerId, id))
  const paid = await db.select().from(checkouts).where(eq(checkouts.customerId, id))
  const back = await db
    .select({ cents: refunds.cents })
    .from(refunds)
    .where(
      inArray(
        refunds.checkoutId,
        paid.map((checkout) => checkout.id),
      ),
    )
  const cents = [...paid.map(({ amountCents }) => amountCents), ...back.map(({ cents }) => cents)]
  return [
    id,
    person?.email ?? '',
    person?.name ?? '',
    ...groups.flatMap(({ company, ...group }) => [...Object.values(group), company ?? '']),
    ...names.map(({ name }) => name),
    ...cents.map(formatUsd),
  ].filter(Boolean)
}

/** Every mail to these two, and what it says that is the other's alone. */
export async function mailsOfTwo(
  { db, secrets }: Pick<Dependencies, 'db' | 'secrets'>,
  two: readonly [{ id: string; email: string }, { id: string; email: string }],
) {
  const words = [await wordsOf({ db }, two[0].id), await wordsOf({ db }, two[1].id)] as const
  const mails = await db
    .select()
    .from(outbox)
    .where(or(...two.map(({ email }) => eq(outbox.recipient, email))))
  return mails.map((mail) => {
    const at = mail.recipient === two[0].email ? 0 : 1
    const { text = mail.body, attachments } = sealedOf(mail, secrets)
    const all = [mail.subject, text, ...attachments.map(({ content }) => content)].join('\n')
    const own: readonly string[] = words[at]
    return {
      kind: mail.dedupeKey.split(':')[0] ?? '',
      to: mail.recipient,
      text: all,
      ofAnother: words[1 - at]?.filter((word) => !own.includes(word) && all.includes(word)) ?? [],
    }
  })
}
