import { Button } from '#ui/button.tsx'
import { useStaffAction } from '#ui/console/use-staff-action.ts'
import { Field } from '#ui/field.tsx'
import { useCheckedFields } from '#ui/frame/forms/use-checked-fields.ts'
import { Textarea } from '#ui/textarea.tsx'
import { noteMaxLength, noteMissing } from '../../rules/customer-notes.ts'
import { lookAgain } from '../customer-queries.ts'

interface NoteFormProps {
  label: string
  button: string
  initial?: string
  send: (text: string) => Promise<unknown>
  /** With it, the form can be left as well. */
  onDone?: () => void
}

/** A note that is written or changed. */
export function NoteForm({ label, button, initial = '', send, onDone }: NoteFormProps) {
  const sending = useStaffAction({
    mutationFn: send,
    hasForm: true,
    onSuccess: async () => {
      set('text', '')
      onDone?.()
      await lookAgain()
    },
  })
  const { formRef, problems, field, set, isSending, onSubmit } = useCheckedFields<{ text: string }>({
    initial: { text: initial },
    check: ({ text }) => (text.trim() === '' ? { text: noteMissing } : {}),
    send: ({ text }) => sending.mutateAsync(text),
  })
  const { onChange, ...text } = field('text')
  return (
    <form ref={formRef} noValidate onSubmit={(event) => void onSubmit(event)} className="mt-3">
      <Field label={label} error={problems.text ?? problems.form}>
        <Textarea
          {...text}
          rows={2}
          maxLength={noteMaxLength}
          onChange={({ target }) => set('text', target.value)}
        />
      </Field>
      <div className="flex gap-2">
        <Button type="submit" size="small" loading={isSending}>
          {button}
        </Button>
        {onDone && (
          <Button size="small" variant="quiet" onClick={onDone}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  )
}
