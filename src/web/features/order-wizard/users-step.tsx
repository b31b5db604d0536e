import { X } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { plans, platformContents, platformsOf } from '#shared/catalog.ts'
import {
  checkNewPerson,
  fullName,
  fullNameKey,
  peopleLimit,
  peopleLimitMessage,
  personNameMaxLength,
  personNameMessages,
} from '#shared/person-name.ts'
import {
  checkProfilePictureLink,
  profilePictureLinkMaxLength,
  profilePictureLinkMessages,
} from '#shared/profile-picture-link.ts'
import { shownShares } from '#shared/username-update.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import type { SettingsStepProps } from './basic-step.tsx'
import type { ChangeDraft } from './order-draft-store.ts'

/** The people whose names the inboxes bear. Each is kept as soon as they are added. */
export function UsersStep({ draft, change, onSave, onEdited }: SettingsStepProps & { change: ChangeDraft }) {
  const platforms = platformsOf(draft.plan ?? 'azure')
  const where = { context: 'wizard', platforms } as const
  const [firstName, setFirstName] = useState('')
  const [lastName, setLastName] = useState('')
  const [picture, setPicture] = useState(draft.profilePictureLink)
  const [error, setError] = useState<string>()
  const [pictureError, setPictureError] = useState<string>()
  const firstNameRef = useRef<HTMLInputElement>(null)
  const isTyped = firstName !== '' || lastName !== ''
  const isEdited = isTyped || picture !== draft.profilePictureLink
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the fact is told, not every render's function
  useEffect(() => onEdited(isEdited), [isEdited])

  const newPerson = () => {
    const outcome = checkNewPerson({ firstName, lastName }, draft.people, where)
    setError(outcome.ok ? undefined : outcome.problem.message)
    return outcome.ok ? { id: fullNameKey(outcome.value), ...outcome.value } : undefined
  }
  const clear = () => {
    setFirstName('')
    setLastName('')
  }
  const add = (event: FormEvent) => {
    event.preventDefault()
    const person = newPerson()
    if (!person) return
    change((present) => ({ ...present, people: [...present.people, person] }))
    clear()
    firstNameRef.current?.focus()
  }
  const remove = (id: string) => {
    setError(undefined)
    change((present) => ({ ...present, people: present.people.filter((person) => person.id !== id) }))
  }
  const save = () => {
    // A name that was typed but not added is meant.
    const person = isTyped ? newPerson() : undefined
    if (isTyped && !person) return
    const link = checkProfilePictureLink(picture)
    setPictureError(link.ok ? undefined : link.problem.message)
    if (draft.people.length === 0 && !person) return setError(personNameMessages.noneLeft)
    if (!link.ok) return
    clear()
    setPicture(link.value)
    onSave((present) => ({
      ...present,
      people: person ? [...present.people, person] : present.people,
      profilePictureLink: link.value,
    }))
  }

  const isFull = draft.people.length >= peopleLimit(where)
  return (
    <div className="flex flex-col gap-5">
      <p className="text-muted">
        {peopleLimit(where) === plans.google.maxUsers
          ? 'All inboxes bear the name of one person.'
          : `The inboxes of each domain are divided among these people. 2 or more are recommended, up to ${peopleLimit(where)} are possible.`}
      </p>
      {draft.people.length > 0 && <People draft={draft} onRemove={remove} />}
      <form
        noValidate
        onSubmit={add}
        className="grid items-start gap-x-3 gap-y-1 sm:grid-cols-[1fr_1fr_auto]"
      >
        <Field label="First name" error={error}>
          <Input
            ref={firstNameRef}
            value={firstName}
            maxLength={2 * personNameMaxLength}
            autoComplete="off"
            onChange={(event) => {
              setFirstName(event.target.value)
              setError(undefined)
            }}
          />
        </Field>
        <Field label="Last name">
          <Input
            value={lastName}
            maxLength={2 * personNameMaxLength}
            autoComplete="off"
            aria-invalid={Boolean(error) || undefined}
            onChange={(event) => {
              setLastName(event.target.value)
              setError(undefined)
            }}
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
          label="Profile picture link (optional)"
          hint={`For the Google inboxes. ${profilePictureLinkMessages.sharing}`}
          error={pictureError}
        >
          <Input
            value={picture}
            maxLength={2 * profilePictureLinkMaxLength}
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            placeholder="https://drive.google.com/…"
            onChange={(event) => {
              setPicture(event.target.value)
              setPictureError(undefined)
            }}
          />
        </Field>
      )}
      <Button className="self-start" onClick={save}>
        Save & Continue
      </Button>
    </div>
  )
}

function People({ draft, onRemove }: Pick<SettingsStepProps, 'draft'> & { onRemove: (id: string) => void }) {
  const platforms = platformsOf(draft.plan ?? 'azure')
  const shares = shownShares(draft.people, platforms)
  return (
    <ul aria-label="Users" className="divide-y divide-line rounded-control border border-line">
      {draft.people.map((person, index) => (
        <li key={person.id} className="flex min-h-11 items-center gap-3 py-0.5 pr-1.5 pl-3">
          <span className="min-w-0 grow break-words">{fullName(person)}</span>
          <span className="text-right text-muted text-secondary tabular-nums">
            {platforms
              .map((platform) => `${shares[index]?.[platform] ?? 0} ${platformContents[platform].name}`)
              .join(' + ')}{' '}
            inboxes per domain
          </span>
          <button
            type="button"
            aria-label={`Remove ${fullName(person)}`}
            title={`Remove ${fullName(person)}`}
            onClick={() => onRemove(person.id)}
            className="grid size-8 shrink-0 place-items-center rounded-control text-muted hover:bg-hover hover:text-text pointer-coarse:size-11"
          >
            <X />
          </button>
        </li>
      ))}
    </ul>
  )
}
