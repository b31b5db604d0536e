import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import {
  checkNewPerson,
  fullName,
  fullNameKey,
  peopleLimit,
  peopleLimitMessage,
  personNameMessages,
} from '#shared/people/person-name.ts'
import { checkProfilePictureLink, profilePictureLinkMessages } from '#shared/people/profile-picture-link.ts'
import { shownShares } from '#shared/people/username-update.ts'
import { platformContents, platformsOf } from '#shared/plans/catalog.ts'
import { Button } from '../../ui/button.tsx'
import { isTyped, NewPersonForm, noName } from '../people/new-person-form.tsx'
import { ProfilePictureField } from '../people/profile-picture-field.tsx'
import type { SettingsStepProps } from './basic-step.tsx'
import type { ChangeDraft } from './order-draft-store.ts'

/** The people whose names the inboxes bear. Each is kept as soon as they are added. */
export function UsersStep({ draft, change, onSave, onEdited }: SettingsStepProps & { change: ChangeDraft }) {
  const platforms = platformsOf(draft.plan ?? 'azure')
  const where = { context: 'wizard', plans: draft.plan ? [draft.plan] : [] } as const
  const [typed, setTyped] = useState(noName)
  const [picture, setPicture] = useState(draft.profilePictureLink)
  const [error, setError] = useState<string>()
  const [pictureError, setPictureError] = useState<string>()
  const isEdited = isTyped(typed) || picture !== draft.profilePictureLink
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the fact is told, not every render's function
  useEffect(() => onEdited(isEdited), [isEdited])

  const newPerson = () => {
    const outcome = checkNewPerson(typed, draft.people, where)
    setError(outcome.ok ? undefined : outcome.problem.message)
    return outcome.ok ? { id: fullNameKey(outcome.value), ...outcome.value } : undefined
  }
  const add = () => {
    const person = newPerson()
    if (!person) return false
    change((present) => ({ ...present, people: [...present.people, person] }))
    setTyped(noName)
    return true
  }
  const remove = (id: string) => {
    setError(undefined)
    change((present) => ({ ...present, people: present.people.filter((person) => person.id !== id) }))
  }
  const save = () => {
    // A name that was typed but not added is meant.
    const person = isTyped(typed) ? newPerson() : undefined
    if (isTyped(typed) && !person) return
    const link = checkProfilePictureLink(picture)
    setPictureError(link.ok ? undefined : link.problem.message)
    if (draft.people.length === 0 && !person) return setError(personNameMessages.noneLeft)
    if (!link.ok) return
    setTyped(noName)
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
        {peopleLimit(where) === 1
          ? 'All inboxes bear the name of one person.'
          : `The inboxes of each domain are divided among these people. 2 or more are recommended, up to ${peopleLimit(where)} are possible.`}
      </p>
      {draft.people.length > 0 && <People draft={draft} onRemove={remove} />}
      <NewPersonForm
        typed={typed}
        onType={(next) => {
          setTyped(next)
          setError(undefined)
        }}
        onAdd={add}
        error={error}
        unavailable={isFull && peopleLimitMessage(where)}
        onUnavailable={setError}
      />
      {platforms.includes('google') && (
        <ProfilePictureField
          label="Profile picture link (optional)"
          hint={`For the Google inboxes. ${profilePictureLinkMessages.sharing}`}
          value={picture}
          error={pictureError}
          onChange={(link) => {
            setPicture(link)
            setPictureError(undefined)
          }}
        />
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
