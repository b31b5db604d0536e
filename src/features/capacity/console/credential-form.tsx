import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { PasswordInput } from '#ui/password-input.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { type CredentialValues, fieldsOf, type Host } from './credential-values.ts'

interface CredentialFormProps {
  host: Host
  values: CredentialValues
  onChange: (values: CredentialValues) => void
  expires: string
  onExpires: (day: string) => void
}

/** What opens an account at a host. It is pasted here, sealed at the server, and never shown again. */
export const CredentialForm = ({ host, values, onChange, expires, onExpires }: CredentialFormProps) => (
  <>
    {fieldsOf(host).map(([name, { label, hint, kind }]) => {
      const Control = kind === 'secret' ? PasswordInput : Input
      const shared = {
        value: values[name] ?? '',
        autoComplete: 'off',
        autoCapitalize: 'none',
        spellCheck: false,
      } as const
      const take = (value: string) => onChange({ ...values, [name]: value })
      return (
        <Field key={name} label={label} hint={hint}>
          {kind === 'file' ? (
            <Textarea
              {...shared}
              rows={4}
              className="font-mono"
              onChange={({ target }) => take(target.value)}
            />
          ) : (
            <Control {...shared} onChange={({ target }) => take(target.value)} />
          )}
        </Field>
      )
    })}
    <Field label="The secret ends on" hint="A day like 2027-03-31; empty where it has no end.">
      <Input value={expires} autoComplete="off" onChange={({ target }) => onExpires(target.value)} />
    </Field>
  </>
)
