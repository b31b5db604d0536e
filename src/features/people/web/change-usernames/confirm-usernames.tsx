import { countOf } from '#base/text/count-of.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { type DescribedChange, type DescribedGroup, describeGroups } from '../../rules/people-diff.ts'
import { fullName } from '../../rules/person-name.ts'
import { type UsernameRow, usernameChangesMessages } from '../../rules/username-changes.ts'

interface ConfirmUsernamesProps {
  open: boolean
  rows: readonly UsernameRow[]
  /** The selected groups, with those who are in them as long as this is not confirmed. */
  groups: readonly DescribedGroup[]
  onOpenChange: (open: boolean) => void
  onConfirm: () => Promise<unknown>
}

/** What becomes of each person's mailboxes, before anything is sent. */
export function ConfirmUsernames({ open, rows, groups, onOpenChange, onConfirm }: ConfirmUsernamesProps) {
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
