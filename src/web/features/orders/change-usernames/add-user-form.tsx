import { useState } from 'react'
import {
  type PeopleContext,
  type PersonName,
  peopleLimit,
  peopleLimitMessage,
  personNameMessages,
} from '#shared/people/person-name.ts'
import { addUser, isAddDisabled, peopleAfter, type UsernameRow } from '#shared/people/username-changes.ts'
import { isTyped, NewPersonForm, noName } from '../../people/new-person-form.tsx'

interface AddUserFormProps {
  rows: readonly UsernameRow[]
  where: PeopleContext
  onAdd: (rows: UsernameRow[]) => void
  /** Told whether something stands in the fields that was not added. */
  onTyping: (isTyping: boolean) => void
}

/** Adds a person to those whom the inboxes are to bear the names of. */
export function AddUserForm({ rows, where, onAdd, onTyping }: AddUserFormProps) {
  const [typed, setTyped] = useState(noName)
  const [error, setError] = useState<string>()
  const type = (next: PersonName) => {
    setTyped(next)
    setError(undefined)
    onTyping(isTyped(next))
  }
  const isFull = peopleAfter(rows).length >= peopleLimit(where)
  const add = () => {
    const outcome = addUser(rows, typed, where)
    setError(outcome.ok ? undefined : outcome.problem.message)
    if (!outcome.ok) return false
    onAdd(outcome.value)
    type(noName)
    return true
  }
  const unavailable = isFull ? peopleLimitMessage(where) : personNameMessages.bothRequired
  return (
    <NewPersonForm
      typed={typed}
      onType={type}
      onAdd={add}
      error={error}
      hint={isFull && peopleLimitMessage(where)}
      unavailable={isAddDisabled(rows, typed, where) && unavailable}
      onUnavailable={setError}
    />
  )
}
