import { revealConsolePassword } from '#shared/api/console/mailboxes.ts'
import { SecretField } from '../../ui/secret-field.tsx'
import { callStaff } from '../call-staff.ts'
import { useStaffAction } from '../use-staff-action.ts'

/** Hidden until it is asked for; who read it is noted with their name. */
export function MailboxPassword({ mailboxId }: { mailboxId: string }) {
  const revealing = useStaffAction({
    mutationFn: () => callStaff(revealConsolePassword, { params: { mailboxId }, body: {} }),
  })
  return (
    <SecretField
      label="the password"
      masked="••••••••"
      reveal={async () => (await revealing.mutateAsync()).value}
    />
  )
}
