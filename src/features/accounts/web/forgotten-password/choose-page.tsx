import type { ComponentType, ReactNode } from 'react'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { ButtonLink } from '#ui/button-link.tsx'
import { isTold } from '#ui/frame/failure-text.ts'
import { asTyped } from '#ui/frame/forms/as-typed.ts'
import { firstPasswordForm } from '#ui/frame/forms/chosen-password.ts'
import { NewPasswordFields } from '#ui/frame/forms/new-password-fields.tsx'
import { useFields } from '#ui/frame/forms/use-fields.ts'
import { useSecretOfAddress } from '#ui/frame/secret-of-address.ts'
import { SkeletonText } from '#ui/skeleton.tsx'
import { useAction } from '#ui/use-action.ts'
import { forgottenMessages } from '../../rules/forgotten-password.ts'
import { forgottenTexts } from './forgotten-texts.ts'
import { useLinkWorks } from './use-link-works.ts'

interface ChooseFormProps {
  choose: (password: string) => Promise<{ message: string }>
  onChosen: (message: string) => void
  /** Where another link is asked for. */
  forgotPath: string
}

/** Another password by the link of a mail. */
function ChooseForm({ choose, onChosen, forgotPath }: ChooseFormProps) {
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

interface ChoosePageProps {
  /** What the page stands in, of its side. */
  Frame: ComponentType<{ title: string; about: ReactNode; children: ReactNode }>
  check: (body: { token: string }) => Promise<{ works: boolean }>
  choose: (body: { token: string; password: string }) => Promise<{ message: string }>
  onChosen: (message: string) => void
  /** Where another link is asked for. */
  forgotPath: string
}

/** Where the link of a mail leads. One that was used or has ended says so before a password is chosen. */
export function ChoosePage({ Frame, check, choose, onChosen, forgotPath }: ChoosePageProps) {
  const token = useSecretOfAddress()
  const works = useLinkWorks(check, token)
  if (token === '' || works === false)
    return (
      <Frame
        title={token === '' ? forgottenTexts.chooseTitle : forgottenTexts.overTitle}
        about={token === '' ? forgottenTexts.noLink : forgottenMessages.linkOver}
      >
        <ButtonLink to={forgotPath} className="mt-6 self-start">
          Ask for a link
        </ButtonLink>
      </Frame>
    )
  return (
    <Frame title={forgottenTexts.chooseTitle} about={forgottenTexts.chooseAbout}>
      {works ? (
        <ChooseForm
          key={token}
          choose={(password) => choose({ token, password })}
          onChosen={onChosen}
          forgotPath={forgotPath}
        />
      ) : (
        <div role="status" aria-label="Loading" className="mt-6">
          <SkeletonText lines={4} />
        </div>
      )}
    </Frame>
  )
}
