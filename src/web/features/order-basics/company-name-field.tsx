import type { ComponentProps } from 'react'
import { companyNameMaxLength } from '#shared/order-draft/company-name.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'

interface CompanyNameFieldProps extends Pick<ComponentProps<typeof Field>, 'hint' | 'error'> {
  label: string
  value: string
  onChange: (name: string) => void
}

/** Whom an order is for. */
export const CompanyNameField = ({ label, hint, error, value, onChange }: CompanyNameFieldProps) => (
  <Field label={label} hint={hint} error={error}>
    <Input
      value={value}
      onChange={(event) => onChange(event.target.value)}
      autoComplete="organization"
      // Longer than allowed, so that what was pasted is refused in words and not cut.
      maxLength={2 * companyNameMaxLength}
    />
  </Field>
)
