import { type FormEvent, useState } from 'react'
import type { Platform } from '#shared/catalog.ts'
import { peopleLimit, peopleLimitMessage, personNameMaxLength } from '#shared/person-name.ts'
import {
  checkProfilePictureLink,
  profilePictureLinkMaxLength,
  profilePictureLinkMessages,
} from '#shared/profile-picture-link.ts'
import { reinstateMessages } from '#shared/reinstate-form.ts'
import type { ReinstateStart } from '#shared/reinstate-prefill.ts'
import { addReinstateUser } from '#shared/reinstate-users.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { UsersTable } from './users-table.tsx'

type Users = Pick<ReinstateStart, 'users' | 'profilePictureLink'>

interface UsersSectionProps {
  form: Users
  platforms: readonly Platform[]
  onChange: (change: Partial<Users>) => void
  onSave: () => void
}

const noName = { firstName: '', lastName: '' }

/** Step 2: the people whose names the mailboxes bear. */
export function UsersSection({ form, platforms, onChange, onSave }: UsersSectionProps) {
  const where = { context: 'reinstate', platforms } as const
  const [typed, setTyped] = useState(noName)
  const [error, setError] = useState<string>()
  const [pictureError, setPictureError] = useState<string>()
  const isTyped = typed.firstName.trim() !== '' || typed.lastName.trim() !== ''

  const added = () => {
    const outcome = addReinstateUser(form.users, typed, platforms)
    setError(outcome.ok ? undefined : outcome.problem.message)
    if (!outcome.ok) return false
    onChange({ users: outcome.value })
    setTyped(noName)
    return true
  }
  const add = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (added()) event.currentTarget.querySelector('input')?.focus()
  }
  const save = () => {
    // A name that was typed but not added is meant.
    if (isTyped && !added()) return
    const link = checkProfilePictureLink(form.profilePictureLink)
    setPictureError(link.ok ? undefined : link.problem.message)
    if (link.ok) onSave()
  }
  const type = (change: Partial<typeof noName>) => {
    setTyped((before) => ({ ...before, ...change }))
    setError(undefined)
  }
  const isFull = form.users.length >= peopleLimit(where)
  return (
    <div className="flex flex-col gap-5">
      {form.users.length > 0 ? (
        <UsersTable users={form.users} platforms={platforms} onChange={(users) => onChange({ users })} />
      ) : (
        <Alert tone="info" title={reinstateMessages.noUserConfiguration}>
          {reinstateMessages.noUserConfigurationHint}
        </Alert>
      )}
      <form
        noValidate
        aria-label="Add User"
        onSubmit={add}
        className="grid items-start gap-x-3 gap-y-1 sm:grid-cols-[1fr_1fr_auto]"
      >
        <Field label="First Name" error={error}>
          <Input
            value={typed.firstName}
            maxLength={2 * personNameMaxLength}
            autoComplete="off"
            onChange={(event) => type({ firstName: event.target.value })}
          />
        </Field>
        <Field label="Last Name">
          <Input
            value={typed.lastName}
            maxLength={2 * personNameMaxLength}
            autoComplete="off"
            aria-invalid={Boolean(error) || undefined}
            onChange={(event) => type({ lastName: event.target.value })}
          />
        </Field>
        <Button
          type="submit"
          className="sm:mt-6"
          unavailable={isFull && peopleLimitMessage(where)}
          onUnavailable={setError}
        >
          Add User
        </Button>
      </form>
      {platforms.includes('google') && (
        <Field
          label="Profile Picture (Google Drive Link)"
          hint={profilePictureLinkMessages.sharing}
          error={pictureError}
        >
          <Input
            value={form.profilePictureLink}
            maxLength={2 * profilePictureLinkMaxLength}
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            placeholder="https://drive.google.com/…"
            onChange={(event) => {
              onChange({ profilePictureLink: event.target.value })
              setPictureError(undefined)
            }}
          />
        </Field>
      )}
      <Button
        className="self-start"
        unavailable={form.users.length === 0 && !isTyped && reinstateMessages.noUsers}
        onUnavailable={setError}
        onClick={save}
      >
        Confirm User Configuration
      </Button>
    </div>
  )
}
