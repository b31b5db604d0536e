import { callStaff } from '#ui/console/call-staff.ts'
import { useStaffAction } from '#ui/console/use-staff-action.ts'
import { SecretField } from '#ui/secret-field.tsx'
import { revealConsolePassword } from '../api/console-mailboxes.ts'

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
