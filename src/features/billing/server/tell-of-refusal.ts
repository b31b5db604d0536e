import type { Db } from '#base/db/client.ts'
import { openInvoices } from '#base/db/owed-renewals.ts'
import type { customers, OpenInvoices } from '#base/db/schema/index.ts'
import { mailedOrders } from '#base/mail/mailed-orders.ts'
import { moneyMail, owedLines } from '#base/mail/money-mail.ts'
import { formatUsd } from '#base/text/usd.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import type { OwingSubscription } from '#vendors/ports/payments.ts'
import { owedCents } from '../rules/owed-words.ts'
import { liveBundles } from './live-bundles.ts'

/** Mails that a renewal was refused, or that its bank asks to confirm it: each time that it turns to one or the other. */
export async function tellOfRefusal(
  deps: Pick<Dependencies, 'outbox' | 'config'>,
  tx: Db,
  customer: typeof customers.$inferSelect,
  {
    subscriptionId,
    periodEnd,
    open,
  }: Pick<OwingSubscription, 'subscriptionId' | 'periodEnd'> & {
    open: OpenInvoices | null
  },
  { until, now }: { until: Date; now: number },
): Promise<void> {
  const owed = openInvoices(open)
  const latest = owed.at(-1)
  const { isToConfirm: asks = false, turns = 0 } = latest ?? {}
  const total = formatUsd(owedCents(owed))
  const grace = { until, isOver: until.getTime() <= now }
  const key = `renewal-failed:${subscriptionId}:${latest?.id ?? periodEnd?.toISOString()}`
  const renewed = await mailedOrders(tx, await liveBundles(tx, subscriptionId))
  await deps.outbox.put(tx, {
    key: `${key}${asks ? ':confirm' : ''}${turns > 0 ? `:${turns}` : ''}`,
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
