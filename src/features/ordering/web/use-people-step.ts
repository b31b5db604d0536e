import { useState } from 'react'
import * as z from 'zod/mini'
import { checkNewPerson, fullNameKey, personNameMessages } from '#features/people/rules/person-name.ts'
import { checkProfilePictureLink } from '#features/people/rules/profile-picture-link.ts'
import { useKeptPersonEntry } from '#features/people/web/use-person-entry.ts'
import { platformsOf } from '#features/plans/rules/catalog.ts'
import { createEntries } from '#ui/frame/kept-entries.ts'
import { useConfig } from '#ui/frame/use-config.ts'
import type { SettingsStepProps } from './basic-step.tsx'
import type { ChangeDraft } from './order-draft-store.ts'
import { tabDraft } from './tab-draft.ts'

/** Typed and not saved yet. */
const usePictureEntry = createEntries('order-picture', z.string())

/** The people of the draft, each kept as soon as they are added, and the picture that is kept with the step. */
export function usePeopleStep({
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
