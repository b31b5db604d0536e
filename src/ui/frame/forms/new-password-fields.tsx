import type { ComponentProps } from 'react'
import { Field } from '../../field.tsx'
import { PasswordInput } from '../../password-input.tsx'

type Name = 'newPassword' | 'repeated'

interface NewPasswordFieldsProps {
  problems: Partial<Record<Name, string>>
  field: (name: Name) => ComponentProps<typeof PasswordInput>
  autoFocus?: boolean
}

/** A new password, twice. */
export const NewPasswordFields = ({ problems, field, autoFocus }: NewPasswordFieldsProps) => (
  <>
    <Field
      label="New password"
      hint="At least 8 characters: upper and lower case, a number and one of @$!%*?&."
      error={problems.newPassword}
      // The rule needs two lines.
      className="[&>p]:min-h-8"
    >
      <PasswordInput {...field('newPassword')} autoComplete="new-password" autoFocus={autoFocus} />
    </Field>
    <Field label="New password again" error={problems.repeated}>
      <PasswordInput {...field('repeated')} autoComplete="new-password" />
    </Field>
  </>
)
