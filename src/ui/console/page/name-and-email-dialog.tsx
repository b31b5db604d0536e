import { type FormEvent, type ReactNode, type RefObject, useId } from 'react'
import { Alert } from '../../alert.tsx'
import { Button } from '../../button.tsx'
import { Dialog } from '../../dialog.tsx'
import { Field } from '../../field.tsx'
import { Input } from '../../input.tsx'

interface NameAndEmailDialogProps {
  title: string
  description: string
  submitLabel: string
  onClose: () => void
  /** What `useFields` gives for a form that has a name and an email. */
  form: {
    formRef: RefObject<HTMLFormElement | null>
    values: { name: string; email: string }
    problems: { name?: string | undefined; email?: string | undefined; form?: string | undefined }
    isSending: boolean
    field: (name: 'name' | 'email') => object
    onSubmit: (event: FormEvent) => Promise<void>
  }
  /** What else is asked for, below the two. */
  children?: ReactNode
}

/** Asks for somebody's name and address: a new customer's, or a colleague's. */
export function NameAndEmailDialog({
  title,
  description,
  submitLabel,
  onClose,
  form,
  children,
}: NameAndEmailDialogProps) {
  const formId = useId()
  const { formRef, values, problems, isSending, field, onSubmit } = form
  return (
    <Dialog
      open
      onOpenChange={onClose}
      unsaved={values.name !== '' || values.email !== ''}
      title={title}
      description={description}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="primary" loading={isSending}>
            {submitLabel}
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
        {children}
      </form>
    </Dialog>
  )
}
