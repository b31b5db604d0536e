import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { ButtonLink } from '#ui/button-link.tsx'
import { Card, CardHeader } from '#ui/card.tsx'
import { homePath } from '#ui/frame/last-path.ts'
import { useUser } from '#ui/frame/use-user.ts'
import { passwordMessages } from '../rules/password.ts'
import { PasswordFields } from './password-fields.tsx'
import { emptyField, usePasswordChange } from './use-password-change.ts'

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
