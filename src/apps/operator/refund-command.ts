import { invalid } from '#base/http/refusal.ts'
import { countOf } from '#base/text/count-of.ts'
import { formatUsd } from '#base/text/usd.ts'
import { type PlannedRefund, planRefund, refund, subjectOf } from '#features/refunds/server/order-refund.ts'
import type { Command } from './command.ts'

export const refundCommand: Command = {
  name: 'refund',
  summary:
    'give a payment back, whole or in part, to the card it came from; without --yes only says what it would do',
  options: {
    checkout: { help: 'the payment, by its id' },
    invoice: { help: 'the renewal, by its invoice at Stripe' },
    order: { help: 'the payment of this order that stands; with several you are told which there are' },
    domain: { help: 'the fee of this bought domain' },
    amount: { help: 'dollars, such as 12.50; what is left of the payment, or the domain’s fee, when absent' },
    reason: { help: 'why; the same reason again is the same refund, which is paid once', required: true },
    yes: { help: 'do it', flag: true },
  },
  async run(deps, options, print) {
    const given = [options.checkout, options.invoice, options.order, options.domain].filter(
      (each) => each !== undefined,
    )
    if (given.length !== 1) throw invalid('Give one of --checkout, --invoice, --order and --domain.')
    const order = {
      checkoutId: options.checkout?.trim(),
      invoiceId: options.invoice?.trim(),
      orderId: options.order?.trim(),
      domain: options.domain?.trim().toLowerCase(),
      cents: options.amount === undefined ? undefined : centsOf(options.amount),
      reason: options.reason?.trim() ?? '',
    }
    if (order.reason === '') throw invalid('Say why with --reason.')
    if (options.yes) {
      const done = await refund(deps, order)
      return print(whatCameOf(done), { data: { cents: done.cents, isDone: done.isTaken } })
    }
    const planned = await planRefund(deps, order)
    print(`It would refund ${told(planned)}.\nDo it by adding --yes.`, {
      data: { cents: planned.cents, isDone: false },
    })
  },
}

function whatCameOf(done: Awaited<ReturnType<typeof refund>>): string {
  if (!done.isTaken)
    return `Owed: ${told(done)}. Stripe did not take it just now: it is retried every five minutes, so do not refund it another way.`
  return done.known?.stripeRefundId
    ? `This was refunded before: ${told(done)}. Nothing was paid again.`
    : `Refunded: ${told(done)}.`
}

function told({
  payment,
  email,
  cents,
  paidCents,
  refundedCents,
  known,
  heldBundles,
}: PlannedRefund): string {
  const before = refundedCents - (known?.cents ?? 0)
  return [
    `${formatUsd(cents)} of the ${formatUsd(paidCents)} that ${email} paid on ${payment.paidAt?.toISOString().slice(0, 10)}`,
    ` (${subjectOf(payment)}, payment ${payment.paymentIntentId})`,
    before > 0 ? `; ${formatUsd(before)} went back before` : '',
    heldBundles.length > 0
      ? `; nothing is left of it, so ${countOf(heldBundles.length, 'bundle')} paid by it stop: ${heldBundles.join(', ')}`
      : '',
  ].join('')
}

function centsOf(amount: string): number {
  const [, dollars, cents = ''] = /^\$?(\d{1,6})(?:\.(\d{2}))?$/.exec(amount.trim()) ?? []
  if (dollars === undefined) throw invalid('Give --amount in dollars, such as 12.50.')
  return Number(dollars) * 100 + Number(cents || 0)
}
