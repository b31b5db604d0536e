import { useId } from 'react'
import type { StaffRoleName } from '#shared/access.ts'
import { invitationHours, inviteBody } from '#shared/accounts/staff.ts'
import { inviteStaff } from '#shared/api/staff.ts'
import { useFields } from '../../app-shell/forms/use-fields.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { toast } from '../../ui/toast.ts'
import { callStaff } from '../call-staff.ts'
import { useStaffAction } from '../use-staff-action.ts'
import { RoleChoice } from './role-choice.tsx'
import { lookAgain } from './staff-queries.ts'

const empty = { name: '', email: '', role: 'support' satisfies StaffRoleName as StaffRoleName }

/** Asks a colleague to join, by mail. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const formId = useId()
  const inviting = useStaffAction({
    mutationFn: (body: typeof empty) => callStaff(inviteStaff, { body }),
    hasForm: true,
    onSuccess: async ({ message }) => {
      toast.success(message)
      onClose()
      await lookAgain()
    },
  })
  const { formRef, values, problems, isSending, field, set, onSubmit } = useFields({
    initial: empty,
    schema: inviteBody,
    send: inviting.mutateAsync,
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      unsaved={values.name !== '' || values.email !== ''}
      title="Invite a colleague"
      description={`They get a mail with a link that works once within ${invitationHours} hours, and choose a password and a second factor.`}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="primary" loading={isSending}>
            Send invitation
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
        <Field label="Name" error={problems.name}>
          <Input {...field('name')} autoComplete="off" />
        </Field>
        <Field label="Email" error={problems.email}>
          <Input
            {...field('email')}
            type="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </Field>
        <RoleChoice chosen={values.role} onChoose={(role) => set('role', role)} />
      </form>
    </Dialog>
  )
}
