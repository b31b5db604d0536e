import {
  type PeopleContext,
  type PersonName,
  peopleLimit,
  peopleLimitMessage,
  personNameMessages,
} from '#shared/people/person-name.ts'
import { addUser, isAddDisabled, peopleAfter, type UsernameRow } from '#shared/people/username-changes.ts'
import { isTyped, NewPersonForm, noName } from '../../people/new-person-form.tsx'
import { usePersonEntry } from '../../people/use-person-entry.ts'

interface AddUserFormProps {
  rows: readonly UsernameRow[]
  where: PeopleContext
  onAdd: (rows: UsernameRow[]) => void
  /** Told whether something stands in the fields that was not added. */
  onTyping: (isTyping: boolean) => void
}

/** Adds a person to those whom the inboxes are to bear the names of. */
export function AddUserForm({ rows, where, onAdd, onTyping }: AddUserFormProps) {
  const person = usePersonEntry()
  const { typed } = person
  const type = (next: PersonName) => {
    person.fields.onType(next)
    onTyping(isTyped(next))
  }
  const isFull = peopleAfter(rows).length >= peopleLimit(where)
  const add = () => {
    const added = person.accepted(addUser(rows, typed, where))
    if (!added) return false
    onAdd(added)
    type(noName)
    return true
  }
  const unavailable = isFull ? peopleLimitMessage(where) : personNameMessages.bothRequired
  return (
    <NewPersonForm
      {...person.fields}
      onType={type}
      onAdd={add}
      hint={isFull && peopleLimitMessage(where)}
      unavailable={isAddDisabled(rows, typed, where) && unavailable}
    />
  )
}
