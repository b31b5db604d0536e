import { invalid } from '#base/http/refusal.ts'
import { formatUsd } from '#base/text/usd.ts'
import { refundState } from '#features/refunds/server/refund-state.ts'
import { refundAgain, settleRefund, unsettledRefunds } from '#features/refunds/server/unsettled-refunds.ts'
import { type Command, reading, table } from './command.ts'

const refund = { help: 'the refund, by its id', required: true }

/** Refunds of which the money has not arrived. */
export const unsettledRefundCommands: readonly Command[] = [
  reading({
    name: 'refund list',
    summary: 'money that is to go back and has not arrived: owed, pending at Stripe, or failed',
    read: ({ db }) => unsettledRefunds(db),
    show: (rows) =>
      table(
        rows.map(({ id, cents, email, reason, since, ...row }) => ({
          refund: id,
          amount: formatUsd(cents),
          customer: email,
          state: refundState(row),
          since: since.toISOString().slice(0, 10),
          reason,
        })),
      ),
  }),
  {
    name: 'refund again',
    summary: 'have a refund that failed paid to the card once more',
    options: { refund },
    async run(deps, options, print) {
      const { cents, message } = await refundAgain(deps, options.refund?.trim() ?? '')
      print(message, { data: { cents } })
    },
  },
  {
    name: 'refund settle',
    summary: 'note that the money of a refund that failed was given in another way',
    options: { refund, how: { help: 'how it was given, for the books', required: true } },
    async run(deps, options, print) {
      const how = options.how?.trim() ?? ''
      if (how === '' || how.length > 500) throw invalid('Say how with --how, in at most 500 characters.')
      const { cents } = await settleRefund(deps, options.refund?.trim() ?? '', how)
      print(`Noted: ${formatUsd(cents)} were given in another way.`, { data: { cents } })
    },
  },
]
