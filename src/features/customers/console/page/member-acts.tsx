import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { callStaff } from '#ui/console/call-staff.ts'
import { tellAnswer } from '#ui/console/tell-answer.ts'
import { useStaffAction } from '#ui/console/use-staff-action.ts'
import { LateConfirmDialog } from '#ui/late-confirm-dialog.tsx'
import { lateDialog } from '#ui/late-dialog.tsx'
import type { CustomerMember } from '../../api/console-customer.ts'
import { removeCustomerFactor, resetCustomerPassword } from '../../api/console-customer-acts.ts'
import { lookAgain } from '../customer-queries.ts'
import { handOverTitle } from '../hand-over-title.ts'

const loadPassword = async () => ({ default: (await import('../one-time-password.tsx')).OneTimePassword })
const OneTimePassword = lateDialog(loadPassword, { frame: 'medium', title: handOverTitle })

interface MemberActsProps {
  customerId: string
  member: CustomerMember
}

/** What is done for one who cannot get in. */
export const MemberActs = (props: MemberActsProps) => (
  <span className="flex flex-wrap justify-end gap-2">
    {props.member.hasSecondFactor && <RemoveFactor {...props} />}
    <NewPassword {...props} />
  </span>
)

/** Another way in for one who has lost theirs, or never used it. */
function NewPassword({ customerId, member }: { customerId: string; member: CustomerMember }) {
  const { id: userId, name, isInvited } = member
  const [isAsked, setAsked] = useState(false)
  const resetting = useStaffAction({
    mutationFn: () => callStaff(resetCustomerPassword, { params: { customerId, userId }, body: {} }),
    onSuccess: lookAgain,
  })
  const ask = () => {
    setAsked(true)
    // The password is shown once: what shows it is there before it is made.
    loadPassword().catch(() => {})
  }
  const verb = isInvited ? 'Invite again' : 'Reset password'
  return (
    <>
      <Button size="small" aria-label={`${verb}: ${name}`} onClick={ask}>
        {verb}
      </Button>
      {isAsked && (
        <LateConfirmDialog
          onClose={() => setAsked(false)}
          title={isInvited ? `Give ${name} another way in?` : `Reset the password of ${name}?`}
          confirmLabel={verb}
          danger={!isInvited}
          onConfirm={() => resetting.mutateAsync()}
        >
          {isInvited
            ? 'They get a new one-time password, which you hand over; the one before opens nothing any more.'
            : 'Their password opens nothing any more, and every session of theirs ends. They get a one-time password, which you hand over, and choose another when they sign in.'}
        </LateConfirmDialog>
      )}
      {resetting.data && <OneTimePassword given={resetting.data} onClose={resetting.reset} />}
    </>
  )
}

/** For one who has lost authenticator and recovery codes. */
function RemoveFactor({ customerId, member: { id: userId, name } }: MemberActsProps) {
  const [isAsked, setAsked] = useState(false)
  const removing = useStaffAction({
    mutationFn: () => callStaff(removeCustomerFactor, { params: { customerId, userId } }),
    onSuccess: tellAnswer(lookAgain),
  })
  return (
    <>
      <Button size="small" aria-label={`Remove second factor: ${name}`} onClick={() => setAsked(true)}>
        Remove second factor
      </Button>
      {isAsked && (
        <LateConfirmDialog
          onClose={() => setAsked(false)}
          title={`Remove the second factor of ${name}?`}
          confirmLabel="Remove second factor"
          danger
          onConfirm={() => removing.mutateAsync()}
        >
          Their password alone signs them in from then on, until they set up another one. They are told by
          mail. Be sure that it is them who asks.
        </LateConfirmDialog>
      )}
    </>
  )
}
