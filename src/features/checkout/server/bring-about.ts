import { eq, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { checkoutItems, type customers } from '#base/db/schema/index.ts'
import { mailedOrders } from '#base/mail/mailed-orders.ts'
import { operatorLines } from '#base/mail/money-mail.ts'
import { formatUsd } from '#base/text/usd.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import type { Checkout, Unserved } from '#delivery/fulfilment.ts'
import type { NotNeeded } from '#features/billing/rules/refund-reasons.ts'
import { noteSubscription } from '#features/billing/server/note-subscription.ts'
import { raiseBilling } from '#features/billing/server/raise-billing.ts'
import { type AccountMoments, rulesOfAccount } from '#features/capacity/rules/account-states.ts'
import type { PaymentSubscription } from '#vendors/ports/payments.ts'
import { subjectsOf } from './subjects-of.ts'

/** Who pays, as they stand at the moment of the payment. */
export type Payer = AccountMoments & Pick<typeof customers.$inferSelect, 'email' | 'billingStoppedAt'>

/**
 * What a payment brings about, in the transaction that notes it: what its kind says, unless its customer was suspended
 * or closed while the page was open. Only the payment provider knows whether a page was paid or ended first, so a
 * payment may always be the quicker one. Returns what nothing came of: the caller gives it back.
 */
export async function bringAbout(
  deps: Dependencies,
  tx: Db,
  checkout: Checkout,
  /** Locked: suspending or closing at this moment comes before it, or finds what it has brought about. */
  payer: Payer,
  subscription: PaymentSubscription | undefined,
): Promise<readonly Unserved[]> {
  const { payment } = rulesOfAccount(payer)
  if (payment === 'goes back') return giveUp(deps, tx, checkout, subscription, 'closed')
  // A bank that took longer than it was waited for: what would bill it has ended, and cannot begin again.
  if (checkout.withBankSince && subscription?.status === 'ended')
    return giveUp(deps, tx, checkout, subscription, 'over')
  const waits = payment === 'waits'
  const unserved = await deps.fulfilments[checkout.kind].paid(tx, checkout, subscription, { waits })
  if (waits) await letWait(deps, tx, checkout, payer)
  return unserved
}

/** Paid by someone who is suspended: names stand still of themselves, and billing is as the operator has it. */
async function letWait(
  deps: Dependencies,
  tx: Db,
  checkout: Checkout,
  { email, billingStoppedAt }: Payer,
): Promise<void> {
  if (billingStoppedAt && checkout.subscriptionId) await raiseBilling(tx, deps, checkout.subscriptionId)
  const billing = billingStoppedAt ? 'It is not billed any further.' : 'It is billed as any other order.'
  await deps.alert(tx, {
    key: `paid-while-suspended:${checkout.id}`,
    subject: `${email} is suspended and has paid ${formatUsd(paidCentsOf(checkout))}`,
    text: [
      `Checkout ${checkout.id} was paid on a page that was open when ${email} was suspended. Nothing of it is set up while they are. ${billing}`,
      `Set it up with: npm run operator -- customer enable --email ${email}${billingStoppedAt ? ' --billing' : ''}`,
      `Or give the money back with: npm run operator -- refund --checkout ${checkout.id} --reason "paid while suspended" --yes`,
      ...operatorLines(await mailedOrders(tx, await subjectsOf(tx, checkout)), deps.config.publicUrl),
    ].join('\n\n'),
  })
}

/** Paid by someone whose account is closed, or too late: nothing is set up or charged again, and all of it is to go back. */
async function giveUp(
  deps: Dependencies,
  tx: Db,
  checkout: Checkout,
  subscription: PaymentSubscription | undefined,
  cause: NotNeeded,
): Promise<Unserved[]> {
  await deps.fulfilments[checkout.kind].expired(tx, checkout)
  // Known here, it ends: nothing live belongs to it.
  if (subscription) await noteSubscription(tx, checkout.customerId, subscription)
  const items = await tx
    .select({ id: sql<string>`coalesce(${checkoutItems.bundleId}, ${checkoutItems.domainId})` })
    .from(checkoutItems)
    .where(eq(checkoutItems.checkoutId, checkout.id))
  return items.map(({ id }) => ({ id, cause }))
}

const paidCentsOf = ({ paidCents, amountCents }: Checkout): number => paidCents ?? amountCents
