import type { ComponentProps } from 'react'
import { forwardingUrlMaxLength } from '#features/forwarding/rules/forwarding-url.ts'
import { Input } from '#ui/input.tsx'
import { SettingRow } from '#ui/settings-table.tsx'

interface ForwardingFieldProps
  extends Pick<ComponentProps<typeof Input>, 'autoComplete' | 'placeholder'>,
    Pick<ComponentProps<typeof SettingRow>, 'hint' | 'error' | 'now'> {
  label: string
  value: string
  onChange: (address: string) => void
}

/** The address that the domains of an order lead to. */
export const ForwardingField = ({ label, hint, error, now, onChange, ...input }: ForwardingFieldProps) => (
  <SettingRow label={label} hint={hint} error={error} now={now}>
    <Input
      {...input}
      onChange={(event) => onChange(event.target.value)}
      inputMode="url"
      autoCapitalize="none"
      spellCheck={false}
      // Longer than allowed, so that what was pasted is refused in words and not cut.
      maxLength={2 * forwardingUrlMaxLength}
    />
  </SettingRow>
)
