import { countOf } from '#base/text/count-of.ts'
import { numberText } from '#base/text/number-text.ts'
import { domainsPerCallMax } from '#features/plans/rules/catalog.ts'
import { call } from '#ui/api.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { OwnPasswordField, useOwnPassword } from '#ui/frame/own-password.tsx'
import { saveFile } from '#ui/save-file.ts'
import { toast } from '#ui/toast.ts'
import { exportMailboxes } from '../../api/mailboxes-csv.ts'
import { mailboxesCsvMessages } from '../../rules/mailboxes-csv-messages.ts'

interface ExportMailboxesDialogProps {
  domains: readonly string[]
  onClose: () => void
}

/** User names and passwords of mailboxes as a file, for a customer who enters the account's password. */
export default function ExportMailboxesDialog({ domains, onClose }: ExportMailboxesDialogProps) {
  const asked = useOwnPassword({
    refuse: () => (domains.length > domainsPerCallMax ? mailboxesCsvMessages.tooManyDomains : undefined),
    send: (password) => call(exportMailboxes, { body: { domains: [...domains], password } }),
    onGiven: ({ filename, csv, mailboxes, notHeld }) => {
      saveFile(filename, csv)
      toast.success(`${mailboxes === 1 ? '1 mailbox' : `${numberText(mailboxes)} mailboxes`} exported`)
      if (notHeld > 0)
        toast.error(
          `The passwords of ${countOf(notHeld, 'mailbox', 'mailboxes')} are not held here, so they are not in the file. Ask support to set new ones.`,
        )
      onClose()
    },
  })
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
          <Button variant="primary" type="submit" form="export-mailboxes" loading={asked.isSending}>
            Export CSV
          </Button>
        </>
      }
    >
      <form id="export-mailboxes" onSubmit={asked.submit} noValidate>
        <OwnPasswordField asked={asked} hint="Asked for every time, since the file opens every mailbox." />
      </form>
    </Dialog>
  )
}
