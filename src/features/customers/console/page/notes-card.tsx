import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Card, CardHeader } from '#ui/card.tsx'
import { callStaff } from '#ui/console/call-staff.ts'
import { useStaffAction } from '#ui/console/use-staff-action.ts'
import { Field } from '#ui/field.tsx'
import { useCheckedFields } from '#ui/frame/forms/use-checked-fields.ts'
import { Loaded } from '#ui/frame/loaded.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { momentText } from '#ui/time-texts.ts'
import {
  addCustomerNote,
  type CustomerNote,
  changeCustomerNote,
  removeCustomerNote,
} from '../../api/console-customer.ts'
import { noteMaxLength, noteMissing } from '../../rules/customer-notes.ts'
import { lookAgain, notesQuery } from '../customer-queries.ts'

interface NoteFormProps {
  label: string
  button: string
  initial?: string
  send: (text: string) => Promise<unknown>
  /** With it, the form can be left as well. */
  onDone?: () => void
}

/** A note that is written or changed. */
function NoteForm({ label, button, initial = '', send, onDone }: NoteFormProps) {
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

interface NotesCardProps {
  customerId: string
  mayWrite: boolean
}

/** What staff note about a customer for each other. */
export function NotesCard({ customerId, mayWrite }: NotesCardProps) {
  const query = useQuery(notesQuery(customerId))
  return (
    <Card>
      <CardHeader title="Notes" description="For your colleagues. The customer does not see them." />
      {mayWrite && (
        <NoteForm
          label="New note"
          button="Add note"
          send={(text) => callStaff(addCustomerNote, { params: { customerId }, body: { text } })}
        />
      )}
      <div className="mt-3">
        <Loaded query={query} failed="The notes could not be loaded." within="padding">
          {(notes) =>
            notes.length === 0 ? (
              <p className="text-muted text-secondary">Nothing was noted yet.</p>
            ) : (
              <ul aria-label="Notes" className="divide-y divide-line border-line border-t">
                {notes.map((note) => (
                  <Note key={note.id} note={note} customerId={customerId} mayWrite={mayWrite} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </div>
    </Card>
  )
}

interface NoteProps extends NotesCardProps {
  note: CustomerNote
}

function Note({ note, customerId, mayWrite }: NoteProps) {
  const { id, text, by, at, editedAt, isMine } = note
  const [isEditing, setEditing] = useState(false)
  const params = { customerId, noteId: id }
  const removing = useStaffAction({
    mutationFn: () => callStaff(removeCustomerNote, { params }),
    // It goes with the list that is asked for next.
    isDone: () => true,
    onSuccess: lookAgain,
  })
  return (
    <li className="py-3">
      {isEditing ? (
        <NoteForm
          label="Change note"
          button="Save"
          initial={text}
          send={(next) => callStaff(changeCustomerNote, { params, body: { text: next } })}
          onDone={() => setEditing(false)}
        />
      ) : (
        <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>
      )}
      <div className="mt-1 flex flex-wrap items-center gap-x-3 text-muted text-secondary">
        <span className="min-w-0 wrap-anywhere">
          {by}, {momentText(at)}
          {editedAt && `, changed ${momentText(editedAt)}`}
        </span>
        {mayWrite && isMine && !isEditing && (
          <span className="flex gap-1">
            <Button size="small" variant="quiet" onClick={() => setEditing(true)}>
              Change
            </Button>
            <Button
              size="small"
              variant="quiet"
              loading={removing.isPending}
              onClick={() => removing.mutate()}
            >
              Remove
            </Button>
          </span>
        )}
      </div>
    </li>
  )
}
