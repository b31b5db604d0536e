import { type SmartleadForm, smartleadMessages } from '#shared/bulk-update/smartlead.ts'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { toast } from '../../ui/toast.ts'
import { AuthForm, type AuthStepProps, HowToFind } from './auth-form.tsx'
import { SecretInput } from './secret-input.tsx'

/** A JWT token or an API key of the account. */
export function SmartleadAuthStep({ form, onChange, ...rest }: AuthStepProps<SmartleadForm>) {
  const isKey = form.access === 'apiKey'
  const isMissing = form.token.trim() === '' || form.domains.trim() === ''
  return (
    <AuthForm
      {...rest}
      toolName="Smartlead"
      browserWord="JWT token"
      access={form.access}
      onAccessChange={(access) => onChange({ ...form, access, token: '' })}
      unavailable={isMissing && smartleadMessages[isKey ? 'missingWithKey' : 'missing']}
      onUnavailable={(description) => toast.error(smartleadMessages.missingTitle, { description })}
    >
      {!isKey && (
        <HowToFind
          what="the JWT token"
          steps={[
            'Sign in to Smartlead and open your email accounts.',
            "Open your browser's developer tools (F12) and choose the Network tab.",
            'Reload the page and choose a request to server.smartlead.ai.',
            'Under Request Headers, copy the value of Authorization, without the word Bearer.',
          ]}
        />
      )}
      <Field
        label={isKey ? 'API key' : 'JWT token'}
        hint={isKey ? 'In Smartlead: Settings, Smartlead API Key.' : 'Without the word Bearer.'}
      >
        <SecretInput
          name="token"
          value={form.token}
          onChange={(event) => onChange({ ...form, token: event.target.value })}
        />
      </Field>
      <Field label="Domains" hint="Separated by commas: example.com, example.org" className="mt-2">
        <Textarea
          name="domains"
          rows={2}
          spellCheck={false}
          className="min-h-16"
          value={form.domains}
          onChange={(event) => onChange({ ...form, domains: event.target.value })}
        />
      </Field>
    </AuthForm>
  )
}
