import type { Db } from '#base/db/client.ts'
import { type MailedBundle, mailedOrders } from '#base/mail/mailed-orders.ts'
import { moneyMail, operatorLines } from '#base/mail/money-mail.ts'
import { withdrawMails } from '#base/mail/outbox.ts'
import { countOf } from '#base/text/count-of.ts'
import { formatUsd } from '#base/text/usd.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import type { Money } from '#features/billing/server/holds.ts'
import type { Dispute } from '#vendors/ports/payments.ts'

/** What has become of a disputed payment, as its payer is told. */
export type DisputedMoney = Money & { subject: string }

/** A part of a payment may be disputed, and what the payment was for is more than one order. */
export function moneyOf({ amountCents: cents, outcome }: Dispute, payment: string): DisputedMoney {
  if (outcome === 'won')
    return {
      cents,
      subject: 'Your bank closed a dispute',
      happened: (amount) =>
        `Your bank closed the dispute over ${amount} of ${payment}. The money is not returned to you.`,
    }
  if (outcome === 'lost')
    return {
      cents,
      hold: 'refund',
      subject: 'Your bank returned a payment to you',
      happened: (amount) =>
        `Your bank decided the dispute over ${amount} of ${payment} in your favor and returned the money to you.`,
    }
  return {
    cents,
    hold: 'dispute',
    subject: 'A payment is disputed at your bank',
    happened: (amount) => `${amount} of ${payment} is disputed at your bank.`,
  }
}

const subjects: Record<Dispute['outcome'], (amount: string) => string> = {
  inquiry: (amount) => `A bank asks about a payment of ${amount}`,
  inquiry_closed: (amount) => `A bank’s inquiry about a payment of ${amount} was closed`,
  open: (amount) => `A payment of ${amount} is disputed`,
  won: (amount) => `A dispute over ${amount} was won`,
  lost: (amount) => `A dispute over ${amount} was lost`,
}

/**
 * Tells its payer what no hold, and no end of one, has told: of orders that were on hold `before` and still are, or that
 * ran and still do.
 */
export async function tellPayer(
  deps: Pick<Dependencies, 'config' | 'outbox'>,
  tx: Db,
  { disputeId, outcome }: Dispute,
  { subject, cents, happened, hold }: DisputedMoney,
  before: readonly MailedBundle[],
): Promise<void> {
  // Of one that is decided it is not so any more that it is open.
  await withdrawMails(tx, `dispute:${disputeId}:`)
  const holds = new Map(before.map((order) => [order.id, order.hold]))
  const orders = (await mailedOrders(tx, [...holds.keys()])).filter(
    (order) => order.hold === holds.get(order.id),
  )
  const [first] = orders
  if (!first) return
  const isOther = outcome !== 'open' && orders.some((order) => order.hold === 'dispute')
  await deps.outbox.put(tx, {
    key: `dispute:${disputeId}:${outcome}:${first.id}`,
    ...moneyMail({
      to: first.to,
      subject,
      cents,
      happened,
      orders,
      explains: hold,
      next: isOther
        ? [
            `Another dispute of a payment for it is still open.${outcome === 'lost' ? ' Once that is decided, pay for the order again to resume it.' : ''}`,
          ]
        : [],
      publicUrl: deps.config.publicUrl,
    }),
  })
}

/** Tells the operator, with the orders that it concerns. */
export async function tellOfDispute(
  deps: Pick<Dependencies, 'alert' | 'config'>,
  tx: Db,
  dispute: Dispute,
  live: readonly string[],
): Promise<void> {
  const { disputeId, outcome, amountCents } = dispute
  const told = await mailedOrders(tx, live)
  // For any cause.
  const held = told.filter(({ hold }) => hold !== null)
  const ids = held.map(({ id }) => id)
  await deps.alert(tx, {
    key: `dispute:${disputeId}:${outcome}`,
    subject: subjects[outcome](formatUsd(amountCents)),
    text: [
      `Dispute ${disputeId} over ${formatUsd(amountCents)}: ${outcome.replace('_', ' ')}.`,
      ...(outcome === 'inquiry'
        ? [
            'The bank only asks about this payment, and nothing is on hold for it. Answer it at Stripe, or refund the payment: left unanswered it can become a dispute.',
          ]
        : []),
      ...operatorLines(told, deps.config.publicUrl),
      `On hold: ${ids.length === 0 ? 'nothing' : `${countOf(ids.length, 'order')} (${ids.join(', ')})`}.`,
      ...(outcome === 'lost' && ids.length > 0
        ? [
            'It resumes by itself when its customer pays for it again. To let it run without that: operator -- order release --order ID. To end it: operator -- order end --order ID --reason …',
          ]
        : []),
    ].join('\n'),
  })
}
