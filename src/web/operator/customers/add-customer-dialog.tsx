import { useId, useState } from 'react'
import { addCustomerBody } from '#shared/accounts/customer-acts.ts'
import { addConsoleCustomer } from '#shared/api/console/customer-acts.ts'
import { useFields } from '../../app-shell/forms/use-fields.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { callStaff } from '../call-staff.ts'
import { useStaffAction } from '../use-staff-action.ts'
import { lookAgain } from './customer-queries.ts'
import { OneTimePassword } from './one-time-password.tsx'

/** Gives a customer access, and shows the password to hand over. */
export function AddCustomerDialog({ onClose }: { onClose: () => void }) {
  const formId = useId()
  const [given, setGiven] = useState<{ email: string; password: string }>()
  const adding = useStaffAction({
    mutationFn: (body: { name: string; email: string }) => callStaff(addConsoleCustomer, { body }),
    hasForm: true,
    onSuccess: async (answer) => {
      setGiven(answer)
      await lookAgain()
    },
  })
  const { formRef, values, problems, isSending, field, onSubmit } = useFields({
    initial: { name: '', email: '' },
    schema: addCustomerBody,
    send: adding.mutateAsync,
  })
  if (given) return <OneTimePassword given={given} onClose={onClose} />
  return (
    <Dialog
      open
      onOpenChange={onClose}
      unsaved={values.name !== '' || values.email !== ''}
      title="Add a customer"
      description="They sign in with a one-time password, which is shown to you next and nowhere again."
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="primary" loading={isSending}>
            Add customer
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
      </form>
    </Dialog>
  )
}
