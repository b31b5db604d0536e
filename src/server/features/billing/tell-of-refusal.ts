import { owedCents } from '#shared/money/owed-words.ts'
import { formatUsd } from '#shared/money/usd.ts'
import type { Db } from '../../db/client.ts'
import type { customers } from '../../db/schema/index.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { OwingSubscription, PaymentInvoice } from '../../providers/ports/payments.ts'

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
  const ends = asks ? 'you have confirmed it' : 'you have paid what you owe'
  await deps.outbox.put(tx, {
    key: `renewal-failed:${subscriptionId}:${latest?.invoiceId ?? periodEnd?.toISOString()}${asks ? ':confirm' : ''}`,
    to: customer.email,
    subject: asks ? 'Your bank asks you to confirm a payment' : 'Your payment did not go through',
    text: [
      `Hello ${customer.name},`,
      '',
      `${
        asks
          ? 'your bank asks you to confirm the renewal of your inboxes, which is not charged before that.'
          : 'your card was refused for the renewal of your inboxes.'
      } ${
        graceUntil.getTime() > now
          ? `They keep running until ${day(graceUntil)}; after that they are paused, and not billed, until ${ends}${asks ? '' : ' by then'}.`
          : `They are paused, and not billed, until ${ends}.`
      } Nothing is deleted.`,
      '',
      ...(latest ? [`You owe ${total}:`, ...owed.map(owedLine), ''] : []),
      `Or change your card in the Payment Portal, and ${latest ? `the ${total} are` : 'it is'} charged to it immediately: ${deps.config.publicUrl}/dashboard`,
    ].join('\n'),
  })
}

const day = (moment: Date): string => moment.toISOString().slice(0, 10)

const owedLine = ({ cents, period, url, confirming }: PaymentInvoice): string =>
  `  ${period ? `${day(period.from)} to ${day(period.until)}: ` : ''}${formatUsd(cents)}${url ? `, ${confirming ? 'confirm it here' : 'pay it now'}: ${url}` : ''}`
