import { formatUsd } from '#shared/money/usd.ts'
import { countOf } from '#shared/text/count-of.ts'
import type { Db } from '../../db/client.ts'
import type { Dependencies } from '../../dependencies.ts'
import { mailedOrders } from '../../mail/mailed-orders.ts'
import { operatorLines } from '../../mail/money-mail.ts'
import type { Dispute } from '../../providers/ports/payments.ts'
import type { Money } from '../billing/holds.ts'

/** As its payer is told. A part of a payment may be disputed, and what the payment was for is more than one order. */
export function moneyOf({ amountCents: cents, outcome }: Dispute): Money {
  if (outcome === 'won')
    return { cents, happened: (amount) => `Your bank decided that the disputed payment of ${amount} stands.` }
  if (outcome === 'lost')
    return {
      cents,
      hold: 'refund',
      happened: (amount) =>
        `Your bank decided the dispute over ${amount} in your favor and returned the money to you.`,
    }
  return { cents, happened: (amount) => `A payment for this order is disputed at your bank, over ${amount}.` }
}

const subjects: Record<Dispute['outcome'], (amount: string) => string> = {
  inquiry: (amount) => `A bank asks about a payment of ${amount}`,
  inquiry_closed: (amount) => `A bank’s inquiry about a payment of ${amount} was closed`,
  open: (amount) => `A payment of ${amount} is disputed`,
  won: (amount) => `A dispute over ${amount} was won`,
  lost: (amount) => `A dispute over ${amount} was lost`,
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
