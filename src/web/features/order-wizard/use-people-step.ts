import { useState } from 'react'
import { checkNewPerson, fullNameKey, personNameMessages } from '#shared/people/person-name.ts'
import { checkProfilePictureLink } from '#shared/people/profile-picture-link.ts'
import { platformsOf } from '#shared/plans/catalog.ts'
import { usePersonEntry } from '../people/use-person-entry.ts'
import type { SettingsStepProps } from './basic-step.tsx'
import type { ChangeDraft } from './order-draft-store.ts'

/** The people of the draft, each kept as soon as they are added, and the picture that is kept with the step. */
export function usePeopleStep({
  draft,
  change,
  onSave,
}: Omit<SettingsStepProps, 'onEdited'> & { change: ChangeDraft }) {
  const platforms = platformsOf(draft.plan ?? 'azure')
  const where = { context: 'wizard', plans: draft.plan ? [draft.plan] : [] } as const
  const entry = usePersonEntry()
  const [picture, setPicture] = useState(draft.profilePictureLink)
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
      setPicture(link)
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
      setPicture(link.value)
      onSave((present) => ({
        ...present,
        people: person ? [...present.people, person] : present.people,
        profilePictureLink: link.value,
      }))
    },
  }
}
