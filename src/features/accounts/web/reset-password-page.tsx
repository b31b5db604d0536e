import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { ButtonLink } from '#ui/button-link.tsx'
import { Card, CardHeader } from '#ui/card.tsx'
import { homePath } from '#ui/frame/last-path.ts'
import { useUser } from '#ui/frame/use-user.ts'
import { PasswordInput } from '#ui/password-input.tsx'
import { SettingRow, SettingsTable } from '#ui/settings-table.tsx'
import { passwordMessages } from '../rules/password.ts'
import { emptyField, usePasswordChange } from './use-password-change.ts'

const fields = [
  { name: 'currentPassword', label: 'Current Password', autoComplete: 'current-password' },
  {
    name: 'newPassword',
    label: 'New Password',
    autoComplete: 'new-password',
    hint: 'At least 8 characters: upper and lower case, a number and one of @$!%*?&.',
  },
  { name: 'confirmPassword', label: 'Confirm New Password', autoComplete: 'new-password' },
] as const

/** The password as it is, and twice as it is to be. */
const PasswordFields = ({
  errors,
  register,
}: Pick<ReturnType<typeof usePasswordChange>, 'errors' | 'register'>) => (
  <SettingsTable>
    {fields.map(({ name, label, autoComplete, ...field }) => {
      const problem = errors[name]
      return (
        <SettingRow
          key={name}
          // The rule needs two lines when it is broken.
          className={name === 'newPassword' ? '[&>p]:min-h-8' : undefined}
          label={label}
          hint={'hint' in field ? field.hint : undefined}
          // A missing field is marked; that something is missing is said once, above.
          error={problem?.type === emptyField ? undefined : problem?.message}
        >
          <PasswordInput
            {...register(name)}
            autoComplete={autoComplete}
            {...(problem?.message && { 'aria-invalid': true })}
          />
        </SettingRow>
      )
    })}
  </SettingsTable>
)

/** The change of one's password; asked for by the customer, or by the one-time password they came with. */
export function ResetPasswordPage() {
  const { mustChangePassword } = useUser()
  const { errors, isSubmitting, register, onSubmit } = usePasswordChange()
  const { currentPassword, newPassword, confirmPassword } = errors
  const isSomethingMissing = [currentPassword, newPassword, confirmPassword].some(
    (error) => error?.type === emptyField,
  )
  const problem = isSomethingMissing ? passwordMessages.missing : errors.root?.message
  return (
    <Card className="mx-auto max-w-column md:mt-8">
      <CardHeader
        title="Reset Password"
        description={
          mustChangePassword
            ? 'You signed in with a one-time password. Choose a password of your own to continue.'
            : 'Other devices that are signed in to your account will be signed out.'
        }
      />
      <form noValidate onSubmit={onSubmit}>
        <div className="mt-5 flex flex-col gap-3">
          {problem && <Alert className="mb-2">{problem}</Alert>}
          <PasswordFields errors={errors} register={register} />
        </div>
        <div className="mt-4 flex justify-end gap-2">
          {!mustChangePassword && (
            <ButtonLink to={homePath} variant="quiet">
              Cancel
            </ButtonLink>
          )}
          <Button type="submit" variant="primary" loading={isSubmitting}>
            Change Password
          </Button>
        </div>
      </form>
    </Card>
  )
}
export { ResetPasswordPage as Component }
