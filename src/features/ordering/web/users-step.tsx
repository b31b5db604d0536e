import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import {
  checkNewPerson,
  fullName,
  fullNameKey,
  peopleLimit,
  peopleLimitMessage,
  personNameMessages,
} from '#features/people/rules/person-name.ts'
import {
  checkProfilePictureLink,
  profilePictureLinkMessages,
} from '#features/people/rules/profile-picture-link.ts'
import { shownShares } from '#features/people/rules/username-update.ts'
import { NewPersonForm } from '#features/people/web/new-person-form.tsx'
import { ProfilePictureField } from '#features/people/web/profile-picture-field.tsx'
import { useKeptPersonEntry } from '#features/people/web/use-person-entry.ts'
import { type Platform, platformContents, platformsOf } from '#features/plans/rules/catalog.ts'
import { Button } from '#ui/button.tsx'
import { createEntries } from '#ui/frame/kept-entries.ts'
import { useConfig } from '#ui/frame/use-config.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { latePart } from '#ui/late-part.tsx'
import { MissingPart } from '#ui/missing-parts.tsx'
import { SettingsTable } from '#ui/settings-table.tsx'
import { type OrderDraft, selectedDomains } from '../rules/order-draft.ts'
import type { SettingsStepProps } from './basic-step.tsx'
import type { ChangeDraft } from './order-draft-store.ts'
import { tabDraft } from './tab-draft.ts'

/** Typed and not saved yet. */
const usePictureEntry = createEntries('order-picture', z.string())

/** The people of the draft, each kept as soon as they are added, and the picture that is kept with the step. */
function usePeopleStep({
  draft,
  change,
  onSave,
}: Omit<SettingsStepProps, 'onEdited'> & { change: ChangeDraft }) {
  const platforms = platformsOf(draft.plan ?? 'azure')
  const { planNames } = useConfig()
  const where = { context: 'wizard', plans: draft.plan ? [draft.plan] : [], planNames } as const
  const entry = useKeptPersonEntry(`order.${tabDraft()}`)
  const [typedPicture, setPicture] = usePictureEntry(tabDraft())
  const picture = typedPicture ?? draft.profilePictureLink
  const [pictureError, setPictureError] = useState<string>()

  const newPerson = () => {
    const name = entry.accepted(checkNewPerson(entry.typed, draft.people, where))
    return name && { id: fullNameKey(name), ...name }
  }
  return {
    entry,
    where,
    platforms,
    picture,
    pictureError,
    isEdited: entry.isTyped || picture !== draft.profilePictureLink,
    enterPicture: (link: string) => {
      setPicture(() => link)
      setPictureError(undefined)
    },
    /** Whether the typed person was added. */
    add: (): boolean => {
      const person = newPerson()
      if (!person) return false
      change((present) => ({ ...present, people: [...present.people, person] }))
      entry.clear()
      return true
    },
    remove: (id: string) => {
      entry.setError(undefined)
      change((present) => ({ ...present, people: present.people.filter((person) => person.id !== id) }))
    },
    save: () => {
      // A name that was typed but not added is meant.
      const person = entry.isTyped ? newPerson() : undefined
      if (entry.isTyped && !person) return
      const link = checkProfilePictureLink(picture)
      setPictureError(link.ok ? undefined : link.problem.message)
      if (draft.people.length === 0 && !person) return entry.setError(personNameMessages.noneLeft)
      if (!link.ok) return
      entry.clear()
      setPicture(() => undefined)
      onSave((present) => ({
        ...present,
        people: person ? [...present.people, person] : present.people,
        profilePictureLink: link.value,
      }))
    },
  }
}

/** Made once someone is there. */
const MailboxAddresses = latePart(() => import('./mailbox-addresses.tsx'), {
  Missing: MissingPart,
})

/** The people whose names the inboxes bear. */
export function UsersStep({ draft, change, onSave, onEdited }: SettingsStepProps & { change: ChangeDraft }) {
  const { entry, where, platforms, isEdited, ...step } = usePeopleStep({ draft, change, onSave })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the fact is told, not every render's function
  useEffect(() => onEdited(isEdited), [isEdited])

  const isFull = draft.people.length >= peopleLimit(where)
  return (
    <div className="flex flex-col gap-5">
      <p className="text-muted">
        {peopleLimit(where) === 1
          ? 'All inboxes bear the name of one person.'
          : `The inboxes of each domain are divided among these people. 2 or more are recommended, up to ${peopleLimit(where)} are possible.`}
      </p>
      {draft.people.length > 0 && (
        <div className="flex flex-col gap-2">
          <People draft={draft} onRemove={step.remove} />
          <Addresses draft={draft} platforms={platforms} />
        </div>
      )}
      <NewPersonForm {...entry.fields} onAdd={step.add} unavailable={isFull && peopleLimitMessage(where)} />
      {platforms.includes('google') && (
        <SettingsTable>
          <ProfilePictureField
            label="Profile picture link (optional)"
            hint={`For the Google inboxes. ${profilePictureLinkMessages.sharing}`}
            value={step.picture}
            error={step.pictureError}
            onChange={step.enterPicture}
            now={draft.profilePictureLink}
          />
        </SettingsTable>
      )}
      <Button className="self-start" onClick={step.save}>
        Save & Continue
      </Button>
    </div>
  )
}

/** Which addresses they get on the first domain of each platform. */
function Addresses({ draft, platforms }: { draft: OrderDraft; platforms: readonly Platform[] }) {
  const selected = selectedDomains(draft)
  return platforms.map((platform) => {
    const [domain] = selected[platform]
    return (
      domain && <MailboxAddresses key={platform} platform={platform} domain={domain} people={draft.people} />
    )
  })
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
          <IconButton label={`Remove ${fullName(person)}`} onClick={() => onRemove(person.id)}>
            <X />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}
