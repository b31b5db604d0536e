import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { passwordMessages } from '#shared/accounts/password.ts'
import { changePassword } from '#shared/api/auth.ts'
import { ApiError, call } from '../../api.ts'
import { homePath } from '../../app-shell/last-path.ts'
import { markPasswordChanged, useUser } from '../../app-shell/session.ts'
import { quietWhenRefused } from '../../query-client.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { toast } from '../../ui/toast.ts'
import { type ResetPasswordForm, resetPasswordForm } from './reset-password-form.ts'

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

/** The change of one's password; asked for by the customer, or by the one-time password they came with. */
export function ResetPasswordPage() {
  const { mustChangePassword } = useUser()
  const navigate = useNavigate()
  const form = useForm<ResetPasswordForm>({
    resolver: standardSchemaResolver(resetPasswordForm),
    defaultValues: { currentPassword: '', newPassword: '', confirmPassword: '' },
  })
  const change = useMutation({
    mutationFn: ({ currentPassword, newPassword }: ResetPasswordForm) =>
      call(changePassword, { body: { currentPassword, newPassword } }),
    meta: quietWhenRefused,
    onSuccess: ({ message }) => {
      markPasswordChanged()
      toast.success(message)
      void navigate(homePath, { replace: true })
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return
      const named = fields.filter(({ name }) => error.fields[name])
      for (const { name } of named)
        form.setError(name, { message: error.fields[name] }, { shouldFocus: true })
      // What stands beside its field is not said twice.
      if (!named.some(({ name }) => error.fields[name] === error.message))
        form.setError('root', { message: error.message })
    },
  })

  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit((values) =>
    // What went wrong has been shown by then.
    change.mutateAsync(values).catch(() => {}),
  )
  const isSomethingMissing = fields.some(({ name }) => errors[name]?.message === passwordMessages.missing)
  const problem = isSomethingMissing ? passwordMessages.missing : errors.root?.message
  return (
    <Card className="mx-auto max-w-[30rem] md:mt-8">
      <CardHeader
        title="Reset Password"
        description={
          mustChangePassword
            ? 'You signed in with a one-time password. Choose a password of your own to go on.'
            : 'Other devices that are signed in to your account will be signed out.'
        }
      />
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!isSubmitting) void submit(event)
        }}
      >
        <div className="mt-5 flex flex-col gap-3">
          {problem && <Alert className="mb-2">{problem}</Alert>}
          {fields.map(({ name, label, autoComplete, ...field }) => {
            const message = errors[name]?.message
            return (
              <Field
                key={name}
                // The rule needs two lines when it is broken.
                className={name === 'newPassword' ? '[&>p]:min-h-8' : undefined}
                label={label}
                hint={'hint' in field ? field.hint : undefined}
                // A missing field is marked; that something is missing is said once, above.
                error={message === passwordMessages.missing ? undefined : message}
              >
                <PasswordInput
                  {...form.register(name)}
                  autoComplete={autoComplete}
                  {...(message && { 'aria-invalid': true })}
                />
              </Field>
            )
          })}
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
