import { useState } from 'react'
import { formatUsd } from '#base/text/usd.ts'
import type { OwedRenewal } from '#features/billing/api/owed-renewal.ts'
import { owedText } from '#features/billing/rules/owed-words.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { callStaff } from '#ui/console/call-staff.ts'
import { closeWhenOver } from '#ui/console/close-when-over.ts'
import { tellAnswer } from '#ui/console/tell-answer.ts'
import { useStaffAction } from '#ui/console/use-staff-action.ts'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import type { Titled } from '#ui/late-dialog.tsx'
import { forgiveCustomerRenewal, forgiveReasonMax } from '../../api/console-customer-payments.ts'
import { lookAgain } from '../customer-queries.ts'

interface ForgiveDialogProps extends Titled {
  customerId: string
  renewal: OwedRenewal
  onClose: () => void
}

/** Asks why a renewal that was refused is not to be paid by anybody. */
export default function ForgiveDialog({ title, customerId, renewal, onClose }: ForgiveDialogProps) {
  const [reason, setReason] = useState('')
  const forgiving = useStaffAction({
    mutationFn: () =>
      callStaff(forgiveCustomerRenewal, {
        params: { customerId, invoiceId: renewal.invoiceId },
        body: { reason },
      }),
    onSuccess: tellAnswer(lookAgain),
    // It may have been paid, or forgiven by somebody else.
    onError: closeWhenOver(lookAgain, onClose),
  })
  const amount = formatUsd(renewal.cents)
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={title}
      confirmLabel={`Forgive ${amount}`}
      danger
      onConfirm={() => forgiving.mutateAsync()}
    >
      Invoice {renewal.number ?? renewal.invoiceId}, {owedText(renewal)}, is voided at Stripe and can’t be
      paid anymore. A hold that waits only for it ends. The customer is told by mail, without the reason.
      <Field label="Reason" className="mt-3">
        <Input
          value={reason}
          maxLength={forgiveReasonMax}
          autoComplete="off"
          onChange={({ target }) => setReason(target.value)}
        />
      </Field>
    </ConfirmDialog>
  )
}
