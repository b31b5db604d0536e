import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import type { FormEvent } from 'react'
import { type Resolver, useForm } from 'react-hook-form'
import { useLocation, useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { keysOf } from '#base/records/keys-of.ts'
import { ApiError, call } from '#ui/api.ts'
import { pathAskedFor } from '#ui/frame/last-path.ts'
import { sessionQuery } from '#ui/frame/session.ts'
import { useUser } from '#ui/frame/use-user.ts'
import { queryClient, quietWhenRefused } from '#ui/query-client.ts'
import { toast } from '#ui/toast.ts'
import { useAction } from '#ui/use-action.ts'
import { changePassword } from '../api/auth.ts'
import { asOneForm, changePasswordBody, passwordMessages } from '../rules/password.ts'

/** What the form holds: the call's body and the new password once more. */
const resetPasswordForm = z
  .extend(changePasswordBody, { confirmPassword: z.string().check(z.minLength(1, passwordMessages.missing)) })
  .check(
    z.refine(({ newPassword, confirmPassword }) => asOneForm(newPassword) === asOneForm(confirmPassword), {
      error: passwordMessages.mismatch,
      path: ['confirmPassword'],
    }),
  )
type ResetPasswordForm = z.output<typeof resetPasswordForm>

const empty: ResetPasswordForm = { currentPassword: '', newPassword: '', confirmPassword: '' }

const checkForm: Resolver<ResetPasswordForm> = standardSchemaResolver(resetPasswordForm)
/** The type of a problem that a field is empty. */
export const emptyField = 'required'

const resolver: Resolver<ResetPasswordForm> = async (values, context, options) => {
  const checked = await checkForm(values, context, options)
  for (const name of keysOf(empty)) {
    const problem = checked.errors[name]
    if (problem && !values[name]) problem.type = emptyField
  }
  return checked
}

/** The customer has a password of their own now. */
function markPasswordChanged(): void {
  queryClient.setQueryData(sessionQuery.queryKey, (user) => user && { ...user, mustChangePassword: false })
}

/** The form, and what the server says of it beside the fields that it is about. */
export function usePasswordChange() {
  const navigate = useNavigate()
  const location = useLocation()
  const user = useUser()
  const form = useForm<ResetPasswordForm>({
    resolver,
    defaultValues: empty,
  })
  const change = useAction({
    mutationFn: ({ currentPassword, newPassword }: ResetPasswordForm) =>
      call(changePassword, { body: { currentPassword, newPassword } }),
    meta: quietWhenRefused,
    onSuccess: ({ message }) => {
      markPasswordChanged()
      toast.success(message)
      void navigate(pathAskedFor(location, user.id), { replace: true })
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return
      const named = keysOf(empty).filter((name) => error.fields[name])
      for (const name of named) form.setError(name, { message: error.fields[name] }, { shouldFocus: true })
      // What stands beside its field is not said twice.
      if (!named.some((name) => error.fields[name] === error.message))
        form.setError('root', { message: error.message })
    },
  })

  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit((values) =>
    // What went wrong has been shown by then.
    change.mutateAsync(values).catch(() => {}),
  )
  return {
    errors,
    isSubmitting,
    register: form.register,
    onSubmit: (event: FormEvent) => {
      event.preventDefault()
      if (!isSubmitting) void submit(event)
    },
  }
}
