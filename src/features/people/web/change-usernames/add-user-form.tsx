import {
  type PeopleContext,
  type PersonName,
  peopleLimit,
  peopleLimitMessage,
  personNameMessages,
} from '../../rules/person-name.ts'
import { addUser, isAddDisabled, peopleAfter, type UsernameRow } from '../../rules/username-changes.ts'
import { NewPersonForm } from '../new-person-form.tsx'
import { usePersonEntry } from '../use-person-entry.ts'

interface AddUserFormProps {
  rows: readonly UsernameRow[]
  where: PeopleContext
  /** Who stands in the fields and was not added. */
  typed: PersonName
  onType: (person: PersonName) => void
  onAdd: (rows: UsernameRow[]) => void
}

/** Adds a person to those whom the inboxes are to bear the names of. */
export function AddUserForm({ rows, where, typed, onType, onAdd }: AddUserFormProps) {
  const person = usePersonEntry(typed, onType)
  const isFull = peopleAfter(rows).length >= peopleLimit(where)
  const add = () => {
    const added = person.accepted(addUser(rows, typed, where))
    if (!added) return false
    onAdd(added)
    person.clear()
    return true
  }
  const unavailable = isFull ? peopleLimitMessage(where) : personNameMessages.bothRequired
  return (
    <NewPersonForm
      {...person.fields}
      onAdd={add}
      hint={isFull && peopleLimitMessage(where)}
      unavailable={isAddDisabled(rows, typed, where) && unavailable}
    />
  )
}
