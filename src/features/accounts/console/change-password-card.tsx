import { useState } from 'react'
import { staffChangePassword } from '#features/staff/api/staff.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Card, CardHeader } from '#ui/card.tsx'
import { callStaff } from '#ui/console/call-staff.ts'
import { useStaffAction } from '#ui/console/use-staff-action.ts'
import { Field } from '#ui/field.tsx'
import { anotherPasswordForm } from '#ui/frame/forms/chosen-password.ts'
import { NewPasswordFields } from '#ui/frame/forms/new-password-fields.tsx'
import { useFields } from '#ui/frame/forms/use-fields.ts'
import { PasswordInput } from '#ui/password-input.tsx'
import { toast } from '#ui/toast.ts'
import { lookAgain } from './account-queries.ts'

/** Another password; once changed, the form begins anew. */
export function ChangePasswordCard() {
  const [changes, setChanges] = useState(0)
  return (
    <Card>
      <CardHeader title="Password" description="Changing it ends every other session of yours." />
      <ChangePassword key={changes} onDone={() => setChanges(changes + 1)} />
    </Card>
  )
}

function ChangePassword({ onDone }: { onDone: () => void }) {
  const changing = useStaffAction({
    mutationFn: (body: { currentPassword: string; newPassword: string }) =>
      callStaff(staffChangePassword, { body }),
    hasForm: true,
    onSuccess: ({ message }) => {
      toast.success(message)
      onDone()
      void lookAgain()
    },
  })
  const { formRef, problems, isSending, field, onSubmit } = useFields({
    initial: { currentPassword: '', newPassword: '', repeated: '' },
    schema: anotherPasswordForm,
    send: ({ currentPassword, newPassword }) => changing.mutateAsync({ currentPassword, newPassword }),
  })
  return (
    <form
      ref={formRef}
      noValidate
      onSubmit={(event) => void onSubmit(event)}
      className="mt-5 flex max-w-form flex-col gap-3"
    >
      {problems.form && <Alert>{problems.form}</Alert>}
      <Field label="Current password" error={problems.currentPassword}>
        <PasswordInput {...field('currentPassword')} autoComplete="current-password" />
      </Field>
      <NewPasswordFields problems={problems} field={field} />
      <Button type="submit" variant="primary" loading={isSending} className="self-start">
        Change password
      </Button>
    </form>
  )
}
