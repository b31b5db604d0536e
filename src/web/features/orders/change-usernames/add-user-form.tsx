import { type FormEvent, useState } from 'react'
import {
  type PeopleContext,
  type PersonName,
  peopleLimit,
  peopleLimitMessage,
  personNameMaxLength,
  personNameMessages,
} from '#shared/person-name.ts'
import { addUser, isAddDisabled, peopleAfter, type UsernameRow } from '#shared/username-changes.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'

interface AddUserFormProps {
  rows: readonly UsernameRow[]
  where: PeopleContext
  onAdd: (rows: UsernameRow[]) => void
  /** Told whether something stands in the fields that was not added. */
  onTyping: (isTyping: boolean) => void
}

const noName: PersonName = { firstName: '', lastName: '' }

/** Another person; Enter in a name field adds them. */
export function AddUserForm({ rows, where, onAdd, onTyping }: AddUserFormProps) {
  const [typed, setTyped] = useState(noName)
  const [error, setError] = useState<string>()
  const type = (next: PersonName) => {
    setTyped(next)
    setError(undefined)
    onTyping(next.firstName.trim() !== '' || next.lastName.trim() !== '')
  }
  const isFull = peopleAfter(rows).length >= peopleLimit(where)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const outcome = addUser(rows, typed, where)
    if (!outcome.ok) return setError(outcome.problem.message)
    onAdd(outcome.value)
    type(noName)
    event.currentTarget.querySelector('input')?.focus()
  }
  const unavailable = isFull ? peopleLimitMessage(where) : personNameMessages.bothRequired
  return (
    <form
      noValidate
      aria-label="Add User"
      onSubmit={submit}
      className="grid items-start gap-x-3 gap-y-1 sm:grid-cols-[1fr_1fr_auto]"
    >
      <Field label="First Name" error={error} hint={isFull && peopleLimitMessage(where)}>
        <Input
          value={typed.firstName}
          maxLength={2 * personNameMaxLength}
          autoComplete="off"
          onChange={(event) => type({ ...typed, firstName: event.target.value })}
        />
      </Field>
      <Field label="Last Name">
        <Input
          value={typed.lastName}
          maxLength={2 * personNameMaxLength}
          autoComplete="off"
          aria-invalid={Boolean(error) || undefined}
          onChange={(event) => type({ ...typed, lastName: event.target.value })}
        />
      </Field>
      <Button
        type="submit"
        className="sm:mt-6"
        unavailable={isAddDisabled(rows, typed, where) && unavailable}
        onUnavailable={setError}
      >
        Add User
      </Button>
    </form>
  )
}
