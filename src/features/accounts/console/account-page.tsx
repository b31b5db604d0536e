import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { staffRoles } from '#base/access.ts'
import { setStaffHealthMail } from '#features/health/api/console-health.ts'
import { getsHealthMail } from '#features/health/rules/health-mail.ts'
import { MailCard } from '#features/health/web/parts/mail-card.tsx'
import {
  endOtherStaffSessions,
  endStaffSession,
  staffChangePassword,
  staffRecoveryCodes,
} from '#features/staff/api/staff.ts'
import * as api from '#features/staff/api/staff-factors.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Card, CardHeader } from '#ui/card.tsx'
import { callStaff } from '#ui/console/call-staff.ts'
import { useStaff } from '#ui/console/staff-session.ts'
import { useStaffAction } from '#ui/console/use-staff-action.ts'
import { Field } from '#ui/field.tsx'
import { anotherPasswordForm } from '#ui/frame/forms/chosen-password.ts'
import { NewPasswordFields } from '#ui/frame/forms/new-password-fields.tsx'
import { useFields } from '#ui/frame/forms/use-fields.ts'
import { Loaded } from '#ui/frame/loaded.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { queryClient } from '#ui/query-client.ts'
import { toast } from '#ui/toast.ts'
import type { OpenSession } from '../rules/open-session.ts'
import { passkeyTexts } from '../rules/passkeys.ts'
import type { FactorCalls } from '../web/second-factor/factor-calls.ts'
import { FactorsCard } from '../web/second-factor/factors-card.tsx'
import { SessionsCard as Sessions } from '../web/sessions-card.tsx'
import { healthMailQuery, lookAgain, ownAccountQuery, ownFactorsQuery } from './account-queries.ts'

/** Another password; once changed, the form begins anew. */
function ChangePasswordCard() {
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

const calls: FactorCalls = {
  wantsPassword: false,
  keepsOne: passkeyTexts.lastOfStaff,
  beginApp: () => callStaff(api.beginStaffAuthenticator, { body: {} }),
  addApp: (code) => callStaff(api.addStaffAuthenticator, { body: { code } }),
  removeApp: () => callStaff(api.removeStaffAuthenticator),
  beginPasskey: () => callStaff(api.beginStaffPasskey, { body: {} }),
  addPasskey: (body) => callStaff(api.addStaffPasskey, { body }),
  renamePasskey: (id, name) => callStaff(api.renameStaffPasskey, { params: { id }, body: { name } }),
  removePasskey: (id) => callStaff(api.removeStaffPasskey, { params: { id } }),
  newCodes: () => callStaff(staffRecoveryCodes, { body: {} }),
  lookAgain: () => queryClient.invalidateQueries(ownFactorsQuery),
}

/** The second factors of somebody at the console. */
function SecondFactorCard() {
  const { data } = useQuery(ownFactorsQuery)
  return data ? <FactorsCard factors={data} calls={calls} /> : null
}

/** Where one is signed in to the console. */
const SessionsCard = ({ sessions }: { sessions: readonly OpenSession[] }) => (
  <Sessions
    sessions={sessions}
    endOne={(id) => callStaff(endStaffSession, { params: { id } })}
    endOthers={() => callStaff(endOtherStaffSessions, { body: {} })}
    lookAgain={lookAgain}
  />
)

/** What somebody of the staff does about their own way in. */
export function AccountPage() {
  const { name, email, role } = useStaff()
  return (
    <div className="mx-auto max-w-column">
      <h1 className="text-page-title">Account</h1>
      <p className="mt-1 text-muted wrap-anywhere">
        {name}, {email}. {staffRoles[role].title}: {staffRoles[role].about}
      </p>
      <div className="mt-5 flex flex-col gap-5">
        <Access />
        <SecondFactorCard />
        <ChangePasswordCard />
        {getsHealthMail(role) && (
          <MailCard
            query={healthMailQuery}
            description="About all customers’ domains, by the account that they are at. To you; each colleague chooses for themselves."
            choose={(mail) => callStaff(setStaffHealthMail, { body: { mail } })}
          />
        )}
      </div>
    </div>
  )
}

function Access() {
  const query = useQuery(ownAccountQuery)
  return (
    <Loaded query={query} failed="Where you are signed in could not be loaded." within="page">
      {({ sessions }) => <SessionsCard sessions={sessions} />}
    </Loaded>
  )
}

export { AccountPage as Component }
