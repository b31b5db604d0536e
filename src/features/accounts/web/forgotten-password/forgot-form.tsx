import { useState } from 'react'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { ButtonLink } from '#ui/button-link.tsx'
import { Field } from '#ui/field.tsx'
import { isTold } from '#ui/frame/failure-text.ts'
import { useFields } from '#ui/frame/forms/use-fields.ts'
import { Input } from '#ui/input.tsx'
import { useAction } from '#ui/use-action.ts'
import { forgotBody } from '../../rules/forgotten-password.ts'

interface ForgotFormProps {
  ask: (body: { email: string }) => Promise<{ message: string }>
  signInPath: string
}

/** Asks for a link by mail. What is answered says nothing of whose address it is. */
export function ForgotForm({ ask, signInPath }: ForgotFormProps) {
  const [answer, setAnswer] = useState<string>()
  const asking = useAction({
    mutationFn: ask,
    meta: { quiet: isTold },
    onSuccess: ({ message }) => setAnswer(message),
  })
  const { formRef, problems, isSending, field, onSubmit } = useFields({
    initial: { email: '' },
    schema: forgotBody,
    send: asking.mutateAsync,
  })
  const back = (
    <ButtonLink to={signInPath} variant="quiet">
      Back to sign in
    </ButtonLink>
  )
  if (answer !== undefined)
    return (
      <div className="mt-6 flex flex-col items-start gap-4">
        <Alert tone="info">{answer}</Alert>
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => setAnswer(undefined)}>Ask again</Button>
          {back}
        </div>
      </div>
    )
  return (
    <form
      ref={formRef}
      noValidate
      onSubmit={(event) => void onSubmit(event)}
      className="mt-6 flex flex-col gap-3"
    >
      <Field label="Email" error={problems.email ?? problems.form}>
        <Input
          {...field('email')}
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
        />
      </Field>
      <div className="mt-1 flex flex-wrap justify-between gap-2">
        {back}
        <Button type="submit" variant="primary" loading={isSending}>
          Send the link
        </Button>
      </div>
    </form>
  )
}
