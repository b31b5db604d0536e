import { formatUsd } from '#base/text/usd.ts'
import { callStaff } from '#ui/console/call-staff.ts'
import { closeWhenOver } from '#ui/console/close-when-over.ts'
import { tellAnswer } from '#ui/console/tell-answer.ts'
import { useStaffAction } from '#ui/console/use-staff-action.ts'
import { LateConfirmDialog } from '#ui/late-confirm-dialog.tsx'
import { type PaidBack, refundCustomerAgain } from '../../api/console-customer-payments.ts'
import { lookAgain } from '../customer-queries.ts'

interface RefundAgainProps {
  customerId: string
  refund: PaidBack
  onClose: () => void
}

/** Asks whether a refund that the bank did not take is to be paid to the card once more. */
export function RefundAgain({ customerId, refund, onClose }: RefundAgainProps) {
  const again = useStaffAction({
    mutationFn: () =>
      callStaff(refundCustomerAgain, { params: { customerId, refundId: refund.id }, body: {} }),
    onSuccess: tellAnswer(lookAgain),
    // Somebody else may have had it paid.
    onError: closeWhenOver(lookAgain, onClose),
  })
  const amount = formatUsd(refund.cents)
  return (
    <LateConfirmDialog
      onClose={onClose}
      title={`Pay ${amount} to the card again?`}
      confirmLabel={`Pay ${amount}`}
      onConfirm={() => again.mutateAsync()}
    >
      The bank did not take the refund for “{refund.reason}”, and the money is back in the balance at Stripe.
      If it was given in another way since, do not pay it again.
    </LateConfirmDialog>
  )
}
