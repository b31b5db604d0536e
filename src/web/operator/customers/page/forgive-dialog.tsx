import { useState } from 'react'
import { forgiveCustomerRenewal, forgiveReasonMax } from '#shared/api/console/customer-payments.ts'
import type { OwedRenewal } from '#shared/api/owed-renewal.ts'
import { owedText } from '#shared/money/owed-words.ts'
import { formatUsd } from '#shared/money/usd.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import type { Titled } from '../../../ui/late-dialog.tsx'
import { callStaff } from '../../call-staff.ts'
import { closeWhenOver } from '../../close-when-over.ts'
import { tellAnswer } from '../../tell-answer.ts'
import { useStaffAction } from '../../use-staff-action.ts'
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
