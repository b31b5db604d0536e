import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { ButtonLink } from '#ui/button-link.tsx'
import { isTold } from '#ui/frame/failure-text.ts'
import { asTyped } from '#ui/frame/forms/as-typed.ts'
import { firstPasswordForm } from '#ui/frame/forms/chosen-password.ts'
import { NewPasswordFields } from '#ui/frame/forms/new-password-fields.tsx'
import { useFields } from '#ui/frame/forms/use-fields.ts'
import { useAction } from '#ui/use-action.ts'

interface ChooseFormProps {
  choose: (password: string) => Promise<{ message: string }>
  onChosen: (message: string) => void
  /** Where another link is asked for. */
  forgotPath: string
}

/** Another password by the link of a mail. */
export function ChooseForm({ choose, onChosen, forgotPath }: ChooseFormProps) {
  const choosing = useAction({
    mutationFn: choose,
    meta: { quiet: isTold },
    onSuccess: ({ message }) => onChosen(message),
  })
  const { formRef, problems, isSending, field, onSubmit } = useFields({
    initial: { newPassword: '', repeated: '' },
    schema: firstPasswordForm,
    send: ({ newPassword }) => choosing.mutateAsync(newPassword).catch(asTyped),
  })
  return (
    <form
      ref={formRef}
      noValidate
      onSubmit={(event) => void onSubmit(event)}
      className="mt-6 flex flex-col gap-3"
    >
      {problems.form && (
        <Alert
          action={
            <ButtonLink to={forgotPath} size="small">
              Ask for a link
            </ButtonLink>
          }
        >
          {problems.form}
        </Alert>
      )}
      <NewPasswordFields problems={problems} field={field} autoFocus />
      <Button type="submit" variant="primary" loading={isSending} className="mt-1 w-full">
        Change the password
      </Button>
    </form>
  )
}
