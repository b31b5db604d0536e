import type { FormEvent } from 'react'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { type PersonName, personNameMaxLength } from '../rules/person-name.ts'

export const noName: PersonName = { firstName: '', lastName: '' }

/** Something stands in the fields, though it may not have been added. */
export const isTyped = ({ firstName, lastName }: PersonName): boolean =>
  firstName.trim() !== '' || lastName.trim() !== ''

interface NewPersonFormProps {
  typed: PersonName
  onType: (typed: PersonName) => void
  /** Returns whether the person was added; the next one can be typed then. */
  onAdd: () => boolean
  error: string | undefined
  hint?: string | false
  /** Why nobody can be added now. */
  unavailable: string | false
  onUnavailable: (reason: string) => void
}

/** Another person for the inboxes; Enter in a name field adds them. */
export function NewPersonForm({
  typed,
  onType,
  onAdd,
  error,
  hint,
  unavailable,
  onUnavailable,
}: NewPersonFormProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (onAdd()) event.currentTarget.querySelector('input')?.focus()
  }
  const control = (field: keyof PersonName) => ({
    value: typed[field],
    // Longer than allowed, so that what was pasted is refused in words and not cut.
    maxLength: 2 * personNameMaxLength,
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => onType({ ...typed, [field]: event.target.value }),
  })
  return (
    <form
      noValidate
      aria-label="Add User"
      onSubmit={submit}
      className="grid items-start gap-x-3 gap-y-2 sm:grid-cols-[1fr_1fr_auto]"
    >
      <Field label="First Name" error={error} hint={hint}>
        <Input {...control('firstName')} />
      </Field>
      <Field label="Last Name">
        <Input {...control('lastName')} aria-invalid={Boolean(error) || undefined} />
      </Field>
      <Button type="submit" className="sm:mt-6" unavailable={unavailable} onUnavailable={onUnavailable}>
        Add User
      </Button>
    </form>
  )
}
