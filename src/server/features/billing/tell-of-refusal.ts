import { owedCents } from '#shared/money/owed-words.ts'
import { formatUsd } from '#shared/money/usd.ts'
import type { Db } from '../../db/client.ts'
import type { customers } from '../../db/schema/index.ts'
import type { Dependencies } from '../../dependencies.ts'
import { mailedOrders } from '../../mail/mailed-orders.ts'
import { moneyMail, owedLines } from '../../mail/money-mail.ts'
import type { OwingSubscription } from '../../providers/ports/payments.ts'
import { liveBundles } from './live-bundles.ts'

/** Mails that a renewal was refused, or that its bank asks to confirm it: each once for a renewal. */
export async function tellOfRefusal(
  deps: Pick<Dependencies, 'outbox' | 'config'>,
  tx: Db,
  customer: typeof customers.$inferSelect,
  { subscriptionId, periodEnd, owed }: OwingSubscription,
  graceUntil: Date,
  now: number,
): Promise<void> {
  const latest = owed.at(-1)
  const asks = latest?.confirming !== undefined
  const total = formatUsd(owedCents(owed))
  const grace = { until: graceUntil, isOver: graceUntil.getTime() <= now }
  const renewed = await mailedOrders(tx, await liveBundles(tx, subscriptionId))
  await deps.outbox.put(tx, {
    key: `renewal-failed:${subscriptionId}:${latest?.invoiceId ?? periodEnd?.toISOString()}${asks ? ':confirm' : ''}`,
    ...moneyMail({
      to: customer,
      subject: asks ? 'Your bank asks you to confirm a payment' : 'Your payment did not go through',
      cents: latest?.cents ?? 'price',
      happened: (amount) =>
        asks
          ? `Your bank asks you to confirm a renewal of ${amount}. Nothing is charged before that.`
          : `Your payment of ${amount} for a renewal was refused.`,
      orders: renewed.map((order) => ({ ...order, grace })),
      explains: 'past_due',
      next: [
        ...(latest ? [`You owe ${total}:`, ...owedLines(renewed[0]?.owed ?? []), ''] : []),
        `${latest ? 'Or change' : 'Change'} your card in the Payment Portal on your dashboard, and ${latest ? `the ${total} is` : 'it is'} charged to it immediately.`,
      ],
      publicUrl: deps.config.publicUrl,
    }),
  })
}
