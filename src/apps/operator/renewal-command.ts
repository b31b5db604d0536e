import { invalid } from '#base/http/refusal.ts'
import { formatUsd } from '#base/text/usd.ts'
import { forgiveRenewal } from '#features/billing/server/forgive-renewal.ts'
import { forgiveReasonMax } from '#features/customers/api/console-customer-payments.ts'
import { type Command, given } from './command.ts'

export const renewalCommand: Command = {
  name: 'renewal forgive',
  summary: 'forgive a refused renewal: its invoice is voided, and the customer is emailed',
  options: {
    invoice: { help: 'the invoice at Stripe, by its id (in_…)', required: true },
    reason: { help: 'why, for your own records', required: true },
  },
  async run(deps, options, print) {
    const reason = given(options, 'reason').trim()
    if (reason === '' || reason.length > forgiveReasonMax)
      throw invalid(`Say why with --reason, in at most ${forgiveReasonMax} characters.`)
    const cents = await forgiveRenewal(deps, { invoiceId: given(options, 'invoice').trim(), reason })
    print(`Forgiven: ${formatUsd(cents)} is no longer owed.`, { data: { cents } })
  },
}
