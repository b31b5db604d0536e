import { type FormEvent, useState } from 'react'
import { exportMailboxes } from '#shared/api/groups.ts'
import { mailboxesCsvMessages } from '#shared/orders/mailboxes-csv-messages.ts'
import { domainsPerCallMax } from '#shared/plans/catalog.ts'
import { countOf } from '#shared/text/count-of.ts'
import { numberText } from '#shared/text/number-text.ts'
import { ApiError, call } from '../../../api.ts'
import { quietWhenRefused } from '../../../query-client.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { toast } from '../../../ui/toast.ts'
import { useAction } from '../../../ui/use-action.ts'

interface ExportMailboxesDialogProps {
  domains: readonly string[]
  onClose: () => void
}

/** User names and passwords of mailboxes as a file, for a customer who enters the account's password. */
export default function ExportMailboxesDialog({ domains, onClose }: ExportMailboxesDialogProps) {
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string>()
  const exporting = useAction({
    mutationFn: () => call(exportMailboxes, { body: { domains: [...domains], password } }),
    meta: quietWhenRefused,
    isDone: () => true,
    onSuccess: ({ filename, csv, mailboxes }) => {
      saveFile(filename, csv)
      toast.success(`${mailboxes === 1 ? '1 mailbox' : `${numberText(mailboxes)} mailboxes`} exported`)
      onClose()
    },
    onError: (error) => {
      if (error instanceof ApiError) setProblem(error.fields.password ?? error.message)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (domains.length > domainsPerCallMax) setProblem(mailboxesCsvMessages.tooManyDomains)
    else if (password === '') setProblem(mailboxesCsvMessages.noPassword)
    else exporting.mutate()
  }
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      title="Export mailboxes"
      description={`A CSV file with the user names and passwords of the mailboxes on ${countOf(domains.length, 'domain')}.`}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" form="export-mailboxes" loading={exporting.isPending}>
            Export CSV
          </Button>
        </>
      }
    >
      <form id="export-mailboxes" onSubmit={submit} noValidate>
        <Field
          label="Your password"
          hint="Asked for every time, since the file opens every mailbox."
          error={problem}
        >
          <PasswordInput
            autoComplete="current-password"
            value={password}
            onChange={({ target }) => {
              setPassword(target.value)
              setProblem(undefined)
            }}
          />
        </Field>
      </form>
    </Dialog>
  )
}
