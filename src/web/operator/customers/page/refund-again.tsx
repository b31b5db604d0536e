import { type PaidBack, refundCustomerAgain } from '#shared/api/console/customer-payments.ts'
import { formatUsd } from '#shared/money/usd.ts'
import { LateConfirmDialog } from '../../../ui/late-confirm-dialog.tsx'
import { callStaff } from '../../call-staff.ts'
import { closeWhenOver } from '../../close-when-over.ts'
import { tellAnswer } from '../../tell-answer.ts'
import { useStaffAction } from '../../use-staff-action.ts'
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
