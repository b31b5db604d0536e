import { useState } from 'react'
import { Field } from '#ui/field.tsx'
import { toast } from '#ui/toast.ts'
import type { AccessKind } from '../rules/setting-fields.ts'
import { hasScope, type SmartleadForm, smartleadMessages } from '../rules/smartlead.ts'
import { recommendedAccess } from './access-cards.tsx'
import { AuthForm, type AuthStepProps, HowToFind } from './auth-form.tsx'
import { DomainsField } from './domains-field.tsx'
import { NarrowingFields } from './narrowing-fields.tsx'
import { OwnDomains } from './own-domains.tsx'
import { SecretInput } from './secret-input.tsx'

/** A JWT token or an API key of the account. */
export function SmartleadAuthStep({ form, onChange, ...rest }: AuthStepProps<SmartleadForm>) {
  // What stands in the field of the way in that is not chosen.
  const [other, setOther] = useState('')
  const isMissing = form.token.trim() === '' || !hasScope(form)
  const choose = (access: AccessKind, token?: string, domains = form.domains) => {
    const isOther = access !== form.access
    if (isOther) setOther(form.token)
    onChange({ ...form, access, token: token ?? (isOther ? other : form.token), domains })
  }
  const control = (access: AccessKind) => ({
    name: access === 'apiKey' ? 'apiKey' : 'token',
    value: access === form.access ? form.token : other,
    onChange: (event: { target: { value: string } }) => choose(access, event.target.value),
  })
  return (
    <AuthForm
      {...rest}
      tool="smartlead"
      access={form.access}
      onAccessChange={(access) => choose(access)}
      unavailable={isMissing && smartleadMessages[form.access === 'apiKey' ? 'missingWithKey' : 'missing']}
      onUnavailable={(description) => toast.error(smartleadMessages.missingTitle, { description })}
      accessFields={{
        browser: (
          <>
            <HowToFind
              what="the JWT token"
              steps={[
                'Sign in to Smartlead and open your email accounts.',
                "Open your browser's developer tools (F12) and choose the Network tab.",
                'Reload the page and choose a request to server.smartlead.ai.',
                'Under Request Headers, copy the value of Authorization, without the word Bearer.',
              ]}
            />
            <Field label="JWT token" hint="Without the word Bearer.">
              <SecretInput {...control('browser')} />
            </Field>
          </>
        ),
        apiKey: (
          <Field label="API key" hint="In Smartlead: Settings, Smartlead API Key.">
            <SecretInput {...control('apiKey')} />
          </Field>
        ),
      }}
      onDemo={({ apiKey, domains }) => choose(recommendedAccess, apiKey, form.domains.trim() || domains)}
    >
      <DomainsField
        label="Domains"
        hint="Separated by commas: example.com, example.org"
        name="domains"
        rows={2}
        className="min-h-16"
        value={form.domains}
        onChange={(event) => onChange({ ...form, domains: event.target.value })}
      />
      <div className="mt-2">
        <OwnDomains domains={form.domains} onChange={(domains) => onChange({ ...form, domains })} />
      </div>
      <NarrowingFields
        tool="smartlead"
        access={form.access}
        credentials={form.token.trim() === '' ? undefined : { api_key: form.token }}
        narrowing={form.narrowing}
        onChange={(narrowing) => onChange({ ...form, narrowing })}
      />
    </AuthForm>
  )
}
