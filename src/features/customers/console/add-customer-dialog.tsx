import { useState } from 'react'
import { callStaff } from '#ui/console/call-staff.ts'
import { NameAndEmailDialog } from '#ui/console/page/name-and-email-dialog.tsx'
import { useStaffAction } from '#ui/console/use-staff-action.ts'
import { useFields } from '#ui/frame/forms/use-fields.ts'
import type { Titled } from '#ui/late-dialog.tsx'
import { addConsoleCustomer } from '../api/console-customer-acts.ts'
import { addCustomerBody } from '../rules/customer-acts.ts'
import { lookAgain } from './customer-queries.ts'
import { handOverTitle } from './hand-over-title.ts'
import { OneTimePassword } from './one-time-password.tsx'

/** Gives a customer access, and shows the password to hand over. */
export default function AddCustomerDialog({ title, onClose }: { onClose: () => void } & Titled) {
  const [given, setGiven] = useState<{ email: string; password: string }>()
  const adding = useStaffAction({
    mutationFn: (body: { name: string; email: string }) => callStaff(addConsoleCustomer, { body }),
    hasForm: true,
    onSuccess: async (answer) => {
      setGiven(answer)
      await lookAgain()
    },
  })
  const form = useFields({
    initial: { name: '', email: '' },
    schema: addCustomerBody,
    send: adding.mutateAsync,
  })
  if (given) return <OneTimePassword title={handOverTitle} given={given} onClose={onClose} />
  return (
    <NameAndEmailDialog
      title={title}
      description="They sign in with a one-time password, which is shown to you next and nowhere again."
      submitLabel="Add customer"
      onClose={onClose}
      form={form}
    />
  )
}
