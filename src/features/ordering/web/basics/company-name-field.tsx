import type { ComponentProps } from 'react'
import { Input } from '#ui/input.tsx'
import { SettingRow } from '#ui/settings-table.tsx'
import { companyNameMaxLength } from '../../rules/company-name.ts'

interface CompanyNameFieldProps extends Pick<ComponentProps<typeof SettingRow>, 'hint' | 'error' | 'now'> {
  label: string
  value: string
  onChange: (name: string) => void
}

/** Whom an order is for. */
export const CompanyNameField = ({ label, hint, error, now, value, onChange }: CompanyNameFieldProps) => (
  <SettingRow label={label} hint={hint} error={error} now={now}>
    <Input
      value={value}
      onChange={(event) => onChange(event.target.value)}
      autoComplete="organization"
      // Longer than allowed, so that what was pasted is refused in words and not cut.
      maxLength={2 * companyNameMaxLength}
    />
  </SettingRow>
)
