import { useId, useState } from 'react'
import * as z from 'zod/mini'
import { countOf } from '#base/text/count-of.ts'
import { boundedText } from '#base/text/outcome.ts'
import { formatUsd } from '#base/text/usd.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { callStaff } from '#ui/console/call-staff.ts'
import { tellAnswer } from '#ui/console/tell-answer.ts'
import { useStaffAction } from '#ui/console/use-staff-action.ts'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { useFields } from '#ui/frame/forms/use-fields.ts'
import { Input } from '#ui/input.tsx'
import type { Titled } from '#ui/late-dialog.tsx'
import {
  type CustomerPayment,
  planCustomerRefund,
  type RefundPlan,
  refundCustomer,
} from '../../api/console-customer-payments.ts'
import { customerActMessages, refundBody } from '../../rules/customer-acts.ts'
import { lookAgain } from '../customer-queries.ts'

interface RefundDialogProps extends Titled {
  customerId: string
  payment: CustomerPayment
  onClose: () => void
}

type Values = { amount: string; reason: string }

/** Cents of "12.50"; undefined for anything else. */
function centsOf(text: string): number | undefined {
  const [, dollars, cents = ''] = /^\$?(\d{1,6})(?:\.(\d{2}))?$/.exec(text.trim()) ?? []
  return dollars === undefined ? undefined : Number(dollars) * 100 + Number(cents || 0)
}

const schema = z.object({
  amount: boundedText(20).check(
    z.refine((text) => (centsOf(text) ?? 0) > 0, customerActMessages.amountWrong),
  ),
  reason: refundBody.shape.reason,
})

/** First what would go back and stop, in numbers; then it is done. */
export default function RefundDialog({ title, customerId, payment, onClose }: RefundDialogProps) {
  const formId = useId()
  const [plan, setPlan] = useState<RefundPlan>()
  const of = payment.kind === 'renewal' ? { invoiceId: payment.id } : { checkoutId: payment.id }
  const input = ({ amount, reason }: Values) => {
    const cents = centsOf(amount)
    // All that is left is said without an amount: it may be less by now.
    const some = cents !== undefined && cents !== payment.leftCents && { cents }
    return { params: { customerId }, body: { of, reason, ...some } }
  }
  const planning = useStaffAction({
    mutationFn: (values: Values) => callStaff(planCustomerRefund, input(values)),
    hasForm: true,
    onSuccess: setPlan,
  })
  const refunding = useStaffAction({
    mutationFn: (values: Values) => callStaff(refundCustomer, input(values)),
    hasForm: true,
    onSuccess: tellAnswer(lookAgain, onClose),
  })
  const { formRef, values, problems, isSending, field, onSubmit } = useFields<Values>({
    initial: { amount: (payment.leftCents / 100).toFixed(2), reason: '' },
    schema,
    send: (given) => (plan ? refunding.mutateAsync(given) : planning.mutateAsync(given)),
  })
  return (
    <Dialog
      open
      onOpenChange={() => isSending || onClose()}
      unsaved={values.reason !== ''}
      title={title}
      description={`${formatUsd(payment.leftCents)} is left of ${formatUsd(payment.paidCents)}. It goes back to the card it came from.`}
      footer={
        <>
          <Button variant="quiet" onClick={plan ? () => setPlan(undefined) : onClose}>
            {plan ? 'Back' : 'Cancel'}
          </Button>
          <Button type="submit" form={formId} variant={plan ? 'danger' : 'primary'} loading={isSending}>
            {plan ? `Refund ${formatUsd(plan.cents)}` : 'See what happens'}
          </Button>
        </>
      }
    >
      <form
        ref={formRef}
        id={formId}
        noValidate
        onSubmit={(event) => void onSubmit(event)}
        className="flex flex-col gap-3"
      >
        {problems.form && <Alert>{problems.form}</Alert>}
        {plan ? (
          <Planned plan={plan} reason={values.reason} />
        ) : (
          <>
            <Field label="Amount in dollars" error={problems.amount}>
              <Input {...field('amount')} inputMode="decimal" autoComplete="off" />
            </Field>
            <Field
              label="Reason"
              hint="The same reason again is the same refund, which is paid once."
              error={problems.reason}
            >
              <Input {...field('reason')} autoComplete="off" maxLength={300} />
            </Field>
          </>
        )}
      </form>
    </Dialog>
  )
}

function Planned({ plan, reason }: { plan: RefundPlan; reason: string }) {
  const { cents, paidCents, refundedCents, isKnown, groups, domains, mailboxes } = plan
  return (
    <ul aria-label="What happens" className="flex list-disc flex-col gap-1.5 pl-5">
      <li>
        {isKnown
          ? `${formatUsd(cents)} was refunded for this reason before: nothing is paid again.`
          : `${formatUsd(cents)} of ${formatUsd(paidCents)} goes back, for: ${reason.trim()}`}
      </li>
      {refundedCents > 0 && <li>{formatUsd(refundedCents)} went back before.</li>}
      {groups > 0 ? (
        <li>
          Nothing is left that pays for {countOf(groups, 'group')}:{' '}
          {countOf(mailboxes, 'mailbox', 'mailboxes')} on {countOf(domains, 'domain')} stop, and billing
          stops, until paid for again or released.
        </li>
      ) : (
        <li>No mailbox stops.</li>
      )}
    </ul>
  )
}
