import { countOf } from '#base/text/count-of.ts'
import { platformsOfDomains } from '#features/names/rules/domain-type.ts'
import { ChangedMeanwhile } from '#features/orders/web/shared/changed-meanwhile.tsx'
import type { Platform } from '#features/plans/rules/catalog.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { toast } from '#ui/toast.ts'
import { type DescribedChange, type DescribedGroup, describeGroups } from '../../rules/people-diff.ts'
import {
  fullName,
  type PeopleContext,
  type PersonName,
  peopleLimit,
  peopleLimitMessage,
  personNameMessages,
} from '../../rules/person-name.ts'
import { shownAfter } from '../../rules/shares-after.ts'
import {
  addUser,
  isAddDisabled,
  peopleAfter,
  removeUser,
  renameUser,
  restoreUser,
  type UsernameRow,
  usernameChangesMessages,
} from '../../rules/username-changes.ts'
import { isTyped, NewPersonForm } from '../new-person-form.tsx'
import { usePersonEntry } from '../use-person-entry.ts'
import type { EditedGroup } from './use-usernames.ts'
import { type UsernamesOptions, useUsernames } from './use-usernames.ts'
import { UsernameRowFields } from './username-row-fields.tsx'

interface UsernamesTableProps {
  groups: readonly EditedGroup[]
  rows: readonly UsernameRow[]
  platforms: readonly Platform[]
  where: PeopleContext
  onChange: (rows: UsernameRow[]) => void
}

/** The people, each to be renamed, removed or restored. */
function UsernamesTable({ groups, rows, platforms, where, onChange }: UsernamesTableProps) {
  const present = rows.filter(({ isDeleted }) => !isDeleted)
  const shares = shownAfter(peopleAfter(rows), groups)
  return (
    <table aria-label="Users" className="w-full text-left">
      <thead className="border-line border-b text-muted text-secondary max-sm:sr-only">
        <tr>
          <th scope="col" className="py-2 pr-3 font-medium">
            Current Name
          </th>
          <th scope="col" className="py-2 pr-3 font-medium">
            New First Name
          </th>
          <th scope="col" className="py-2 pr-3 font-medium">
            New Last Name
          </th>
          <th scope="col" className="py-2 pr-3 text-right font-medium">
            Inboxes / Domain
          </th>
          <th scope="col" className="py-2">
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {rows.map((row) => (
          <UsernameRowFields
            key={row.id}
            row={row}
            rows={rows}
            share={shares[present.indexOf(row)]}
            platforms={platforms}
            onRename={(typed) => onChange(renameUser(rows, row.id, typed))}
            onDelete={() => onChange(removeUser(rows, row.id))}
            onRestore={() => {
              const outcome = restoreUser(rows, row.id, where)
              if (outcome.ok) onChange(outcome.value)
              else toast.error(outcome.problem.message)
            }}
          />
        ))}
      </tbody>
    </table>
  )
}

interface ConfirmUsernamesProps {
  open: boolean
  rows: readonly UsernameRow[]
  /** The selected groups, with those who are in them as long as this is not confirmed. */
  groups: readonly DescribedGroup[]
  onOpenChange: (open: boolean) => void
  onConfirm: () => Promise<unknown>
}

/** What becomes of each person's mailboxes, before anything is sent. */
function ConfirmUsernames({ open, rows, groups, onOpenChange, onConfirm }: ConfirmUsernamesProps) {
  const described = describeGroups(rows, groups)
  const domainCount = groups.reduce((sum, group) => sum + group.domains.length, 0)
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={usernameChangesMessages.confirmTitle}
      confirmLabel="Confirm Changes"
      cancelLabel="Back"
      onConfirm={onConfirm}
    >
      <p>{usernameChangesMessages.warning}</p>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keyboard
        tabIndex={0}
        aria-label="What changes"
        className="mt-3 flex max-h-72 flex-col gap-3 overflow-y-auto text-text"
      >
        {described.map(({ labels, changes, more }) => (
          <div key={labels.join()}>
            {described.length > 1 && <p className="mb-1 font-medium">{labels.join(', ')}</p>}
            <ul className="flex flex-col gap-1">
              {changes.map((change) => (
                <li key={'before' in change ? fullName(change.before) : fullName(change.after)}>
                  {sentenceOf(change)}
                </li>
              ))}
            </ul>
            {more.map((sentence) => (
              <p key={sentence} className="mt-1 font-medium">
                {sentence}
              </p>
            ))}
          </div>
        ))}
      </section>
      <p className="mt-3">This concerns {countOf(domainCount, 'domain')}.</p>
    </ConfirmDialog>
  )
}

function sentenceOf(change: DescribedChange): string {
  if (change.kind === 'added') return `${fullName(change.after)} gets new mailboxes.`
  const name = fullName(change.before)
  if (change.kind === 'removed') return `${name}: all mailboxes are deactivated.`
  if (change.kind === 'renamed')
    return `${name} becomes ${fullName(change.after)}: the old mailboxes are deactivated, new ones are created.`
  if (change.kind === 'reduced')
    return `${name} gets fewer mailboxes: all of them are deactivated and a new set is created.`
  return `${name} keeps all mailboxes.`
}

interface AddUserFormProps {
  rows: readonly UsernameRow[]
  where: PeopleContext
  /** Who stands in the fields and was not added. */
  typed: PersonName
  onType: (person: PersonName) => void
  onAdd: (rows: UsernameRow[]) => void
}

/** Adds a person to those whom the inboxes are to bear the names of. */
function AddUserForm({ rows, where, typed, onType, onAdd }: AddUserFormProps) {
  const person = usePersonEntry(typed, onType)
  const isFull = peopleAfter(rows).length >= peopleLimit(where)
  const add = () => {
    const added = person.accepted(addUser(rows, typed, where))
    if (!added) return false
    onAdd(added)
    person.clear()
    return true
  }
  const unavailable = isFull ? peopleLimitMessage(where) : personNameMessages.bothRequired
  return (
    <NewPersonForm
      {...person.fields}
      onAdd={add}
      hint={isFull && peopleLimitMessage(where)}
      unavailable={isAddDisabled(rows, typed, where) && unavailable}
    />
  )
}

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
