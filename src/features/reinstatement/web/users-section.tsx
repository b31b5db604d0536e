import { useState } from 'react'
import { peopleLimit, peopleLimitMessage } from '#features/people/rules/person-name.ts'
import {
  checkProfilePictureLink,
  profilePictureLinkMessages,
} from '#features/people/rules/profile-picture-link.ts'
import { NewPersonForm } from '#features/people/web/new-person-form.tsx'
import { ProfilePictureField } from '#features/people/web/profile-picture-field.tsx'
import { useKeptPersonEntry } from '#features/people/web/use-person-entry.ts'
import type { Platform } from '#features/plans/rules/catalog.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { reinstateMessages } from '../rules/reinstate-form.ts'
import type { ReinstateStart } from '../rules/reinstate-prefill.ts'
import { type DomainStanding, reinstatedShares, type Uneven } from '../rules/reinstate-shares.ts'
import { addReinstateUser, noMailboxNote } from '../rules/reinstate-users.ts'
import { UsersTable } from './users-table.tsx'

type Users = Pick<ReinstateStart, 'users' | 'profilePictureLink'>

interface UsersSectionProps {
  form: Users
  platforms: readonly Platform[]
  /** The domains that come back. */
  standing: readonly DomainStanding[]
  onChange: (change: Partial<Users>) => void
  onSave: () => void
}

const unevenTexts: Record<Uneven, string> = {
  orders: 'These orders have different numbers of inboxes.',
  unknown:
    'How many inboxes each user had is not known of some of these domains, so they get the numbers of the plan there.',
}

/** Step 2: the people whose names the mailboxes bear. */
export function UsersSection({ form, platforms, standing, onChange, onSave }: UsersSectionProps) {
  const where = { context: 'reinstate' } as const
  const person = useKeptPersonEntry('reinstate')
  const [pictureError, setPictureError] = useState<string>()

  const add = () => {
    const users = person.accepted(addReinstateUser(form.users, person.typed))
    if (!users) return false
    onChange({ users })
    person.clear()
    return true
  }
  const save = () => {
    // A name that was typed but not added is meant.
    if (person.isTyped && !add()) return
    const link = checkProfilePictureLink(form.profilePictureLink)
    setPictureError(link.ok ? undefined : link.problem.message)
    if (link.ok) onSave()
  }
  const { shares, uneven } = reinstatedShares(form.users, standing)
  const noMailbox = noMailboxNote(shares)
  const isFull = form.users.length >= peopleLimit(where)
  return (
    <div className="flex flex-col gap-5">
      {form.users.length > 0 ? (
        <UsersTable users={form.users} shares={shares} onChange={(users) => onChange({ users })} />
      ) : (
        <Alert tone="info" title={reinstateMessages.noUserConfiguration}>
          {reinstateMessages.noUserConfigurationHint}
        </Alert>
      )}
      {uneven && (
        <p className="text-muted text-secondary">
          {unevenTexts[uneven]} Shown is the most that each user gets on any domain.
        </p>
      )}
      {noMailbox && <Alert tone="warning">{noMailbox}</Alert>}
      <NewPersonForm {...person.fields} onAdd={add} unavailable={isFull && peopleLimitMessage(where)} />
      {platforms.includes('google') && (
        <ProfilePictureField
          label="Profile Picture (Google Drive Link)"
          hint={profilePictureLinkMessages.sharing}
          value={form.profilePictureLink}
          error={pictureError}
          onChange={(profilePictureLink) => {
            onChange({ profilePictureLink })
            setPictureError(undefined)
          }}
        />
      )}
      <Button
        className="self-start"
        unavailable={form.users.length === 0 && !person.isTyped && reinstateMessages.noUsers}
        onUnavailable={person.setError}
        onClick={save}
      >
        Confirm User Configuration
      </Button>
    </div>
  )
}
