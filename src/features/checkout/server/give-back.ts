import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { audit } from '#base/audit/audit.ts'
import type { Db } from '#base/db/client.ts'
import { newId } from '#base/db/ids.ts'
import { leftOfPayment } from '#base/db/left-of-payment.ts'
import { checkoutItems, customers, domains, refunds } from '#base/db/schema/index.ts'
import { mailedOrders } from '#base/mail/mailed-orders.ts'
import { moneyMail, operatorLines } from '#base/mail/money-mail.ts'
import { formatUsd } from '#base/text/usd.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import type { Checkout, Unserved } from '#delivery/fulfilment.ts'
import { type NotNeeded, notNeededWords, refundReasons } from '#features/billing/rules/refund-reasons.ts'
import { raiseBilling } from '#features/billing/server/raise-billing.ts'
import { subjectsOf } from './subjects-of.ts'
import { whatGoesBack } from './what-goes-back.ts'

/**
 * Part of the transaction that notes a payment: what nothing came of goes back by itself, and is billed no more. A
 * payment of which nothing is left is refunded as a whole and its subscription ended; of another one the items go
 * back, each domain's fee under its own name. Customer and operator are told.
 */
export async function giveBack(
  deps: Dependencies,
  tx: Db,
  checkout: Checkout,
  unserved: readonly Unserved[],
): Promise<void> {
  const items = await tx
    .select({
      bundleId: checkoutItems.bundleId,
      domainId: checkoutItems.domainId,
      ofBundle: domains.bundleId,
      cents: checkoutItems.netCents,
    })
    .from(checkoutItems)
    .leftJoin(domains, eq(domains.id, checkoutItems.domainId))
    .where(eq(checkoutItems.checkoutId, checkout.id))
  const leftCents = await leftOfPayment(tx, checkout.id)
  const { parts, cents, whole, cause } = whatGoesBack(items, unserved, leftCents)
  for (const part of parts)
    await tx
      .insert(refunds)
      .values({
        id: newId('refund'),
        checkoutId: checkout.id,
        cause: 'not_needed',
        reason: refundReasons.not_needed,
        ...part,
      })
      .onConflictDoNothing()
  if (checkout.subscriptionId) await raiseBilling(tx, deps, checkout.subscriptionId)

  await audit(tx, {
    customerId: checkout.customerId,
    actor: 'system',
    action: 'payment.surplus',
    subject: checkout.id,
    data: { cents, cause, whole, about: await subjectsOf(tx, checkout) },
  })
  await tell(deps, tx, checkout, { cents, cause, names: await namesOf(tx, unserved) })
}

async function namesOf(tx: Db, unserved: readonly Unserved[]): Promise<string[]> {
  const ids = unserved.map(({ id }) => id)
  const rows = await tx
    .selectDistinct({ name: domains.name })
    .from(domains)
    .where(or(inArray(domains.id, ids), and(inArray(domains.bundleId, ids), isNull(domains.replacedAt))))
    .orderBy(sql`1`)
  return rows.map(({ name }) => name)
}

async function tell(
  { outbox, alert, brand, config }: Dependencies,
  tx: Db,
  checkout: Checkout,
  { cents, cause, names }: { cents: number; cause: NotNeeded; names: readonly string[] },
): Promise<void> {
  const why = notNeededWords[cause]
  const [person] = await tx
    .select({ email: customers.email, name: customers.name })
    .from(customers)
    .where(eq(customers.id, checkout.customerId))
  const paidCents = checkout.paidCents ?? 0
  const paid = formatUsd(paidCents)
  const orders = await mailedOrders(tx, await subjectsOf(tx, checkout))
  if (person)
    await outbox.put(tx, {
      key: `surplus:${checkout.id}`,
      ...moneyMail({
        to: person,
        subject:
          cents > 0 ? `We are giving ${formatUsd(cents)} back to you` : 'A payment of yours was not needed',
        cents: cents > 0 ? cents : paidCents,
        happened: (amount) =>
          [
            `We have received ${paid} from you. ${cents > 0 ? `${amount} of it goes back to the payment method you used` : 'It was not needed'}, because ${why}:`,
            '',
            ...names.map((name) => `  ${name}`),
          ].join('\n'),
        orders,
        next: [`What was not needed is not billed again, and you don’t have to do anything.`],
        publicUrl: config.publicUrl,
        // Nobody signs in to a closed account.
        ...(cause === 'closed' && { link: `Questions? Write to ${brand.now.supportEmail}.` }),
      }),
    })
  await alert(tx, {
    key: `surplus:${checkout.id}`,
    subject: 'A payment was not needed and goes back',
    text: [
      // What names someone goes when they are erased, which may be at once, and this is told all the same.
      `Checkout ${checkout.id} of ${cause === 'closed' || !person ? checkout.customerId : person.email}: ${paid} were paid, ${formatUsd(cents)} are refunded by themselves, because ${why}: ${names.join(', ')}.`,
      checkout.subscriptionId
        ? `Subscription ${checkout.subscriptionId} is set to what runs for it, or ended.`
        : 'No subscription belongs to it.',
      ...(cause === 'closed' ? [] : operatorLines(orders, config.publicUrl)),
      'Nothing is left to do unless another alert says that the refund was refused.',
    ].join('\n'),
  })
}
