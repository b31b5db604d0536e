import { platformsOfDomains } from '#features/names/rules/domain-type.ts'
import { ChangedMeanwhile } from '#features/orders/web/shared/changed-meanwhile.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { isTyped } from '../new-person-form.tsx'
import { AddUserForm } from './add-user-form.tsx'
import { ConfirmUsernames } from './confirm-usernames.tsx'
import { type UsernamesOptions, useUsernames } from './use-usernames.ts'
import { UsernamesTable } from './usernames-table.tsx'

interface UsernamesFormProps extends Omit<UsernamesOptions, 'onUpdated'> {
  onClose: () => void
}

/** The list of people as it is to be. Nothing is sent before it is confirmed. */
export function UsernamesForm({ groups, domains, onClose }: UsernamesFormProps) {
  const { where, rows, setRows, problem, ...usernames } = useUsernames({
    groups,
    domains,
    onUpdated: onClose,
  })
  const { person } = usernames
  const isTyping = isTyped(person)
  return (
    <Dialog
      open
      size="wide"
      onOpenChange={(isOpen) => isOpen || onClose()}
      title="Change Usernames"
      description="The people whose names the mailboxes of the selected orders bear."
      unsaved={problem?.code !== 'nothing_changed' || isTyping}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            unavailable={
              isTyping
                ? 'Add the user you are entering, or clear the fields, first.'
                : (problem?.message ?? false)
            }
            onClick={() => usernames.setConfirming(true)}
          >
            Submit Changes
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <ChangedMeanwhile news={usernames.news} />
        <UsernamesTable
          groups={usernames.started}
          rows={rows}
          platforms={platformsOfDomains(domains)}
          where={where}
          onChange={setRows}
        />
        <AddUserForm rows={rows} where={where} typed={person} onType={usernames.typePerson} onAdd={setRows} />
        {rows.every(({ isDeleted }) => isDeleted) && problem && (
          <p className="text-danger text-secondary">{problem.message}</p>
        )}
      </div>
      <ConfirmUsernames
        open={usernames.isConfirming}
        rows={rows}
        groups={usernames.started}
        onOpenChange={usernames.setConfirming}
        onConfirm={usernames.update}
      />
    </Dialog>
  )
}
