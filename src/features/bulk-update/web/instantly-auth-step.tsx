import { type ComponentProps, useState } from 'react'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { toast } from '#ui/toast.ts'
import { type InstantlyForm, instantlyFormProblems, instantlyMessages } from '../rules/instantly.ts'
import type { AccessKind } from '../rules/setting-fields.ts'
import { recommendedAccess } from './access-cards.tsx'
import { AuthForm, type AuthStepProps, HowToFind } from './auth-form.tsx'
import { DomainsField } from './domains-field.tsx'
import { NarrowingFields } from './narrowing-fields.tsx'
import { OwnDomains } from './own-domains.tsx'
import { SecretInput } from './secret-input.tsx'

const fieldNames = [
  'cookie',
  'orgAuth',
  'apiKey',
  'domains',
  'email',
] as const satisfies (keyof InstantlyForm)[]
type FieldName = (typeof fieldNames)[number]
/** The way in that a field belongs to. */
const accessOf: Partial<Record<FieldName, AccessKind>> = {
  cookie: 'browser',
  orgAuth: 'browser',
  apiKey: 'apiKey',
}

/** A cookie or an API key of the workspace; what is wrong is said of a field once it was left. */
export function InstantlyAuthStep({ form, onChange, onFetch, ...rest }: AuthStepProps<InstantlyForm>) {
  const [touched, setTouched] = useState<ReadonlySet<FieldName>>(new Set())
  const problems = instantlyFormProblems(form)
  const shown = (field: FieldName) => (touched.has(field) ? problems[field] : undefined)
  const wrong = fieldNames.filter((field) => problems[field])
  const hasShownProblem = wrong.some((field) => touched.has(field))
  const control = (field: FieldName) => ({
    name: field,
    value: form[field],
    onChange: (event: { target: { value: string } }) =>
      onChange({
        ...form,
        access: accessOf[field] ?? form.access,
        [field]: event.target.value,
        // Tags are of one workspace.
        ...(field === 'apiKey' && { narrowing: { ...form.narrowing, tags: [] } }),
      }),
    onBlur: () => setTouched(new Set([...touched, field])),
  })
  const refuse = () => {
    setTouched(new Set(wrong))
    toast.error(instantlyMessages.validation)
  }
  return (
    <AuthForm
      {...rest}
      tool="instantly"
      access={form.access}
      onAccessChange={(access) => onChange({ ...form, access })}
      onFetch={() => (wrong.length > 0 ? refuse() : onFetch())}
      unavailable={hasShownProblem && instantlyMessages.fixFields}
      onUnavailable={refuse}
      note={hasShownProblem && <p className="text-muted text-secondary">{instantlyMessages.fixFields}</p>}
      accessFields={{
        browser: <BrowserFields control={control} shown={shown} />,
        apiKey: (
          <Field
            label="API key"
            hint="In Instantly: Settings, Integrations, API Keys. It needs the scope all:all."
            error={shown('apiKey')}
          >
            <SecretInput {...control('apiKey')} />
          </Field>
        ),
      }}
      onDemo={({ apiKey, domains }) =>
        onChange({
          ...form,
          access: recommendedAccess,
          apiKey,
          domains: form.domains.trim() || domains,
        })
      }
    >
      <DomainsField
        label="Domains to search"
        hint="Separated by commas: example.com, example.org"
        error={shown('domains')}
        rows={2}
        className="min-h-16"
        {...control('domains')}
      />
      <div className="mt-2">
        <OwnDomains domains={form.domains} onChange={(domains) => onChange({ ...form, domains })} />
      </div>
      <NarrowingFields
        tool="instantly"
        access={form.access}
        credentials={problems.apiKey ? undefined : { api_key: form.apiKey }}
        narrowing={form.narrowing}
        onChange={(narrowing) => onChange({ ...form, narrowing })}
      />
      <Field label="User email" error={shown('email')} className="mt-4">
        <Input type="email" autoComplete="email" {...control('email')} />
      </Field>
    </AuthForm>
  )
}

interface BrowserFieldsProps {
  control: (field: FieldName) => Omit<ComponentProps<typeof SecretInput>, 'ref'>
  /** The problem to be told of a field. */
  shown: (field: FieldName) => string | undefined
}

/** What a browser is signed in with. */
const BrowserFields = ({ control, shown }: BrowserFieldsProps) => (
  <>
    <HowToFind
      what="the cookie and X-Org-Auth"
      steps={[
        'Sign in to Instantly and open the workspace whose inboxes you want to update.',
        "Open your browser's developer tools (F12) and choose the Network tab.",
        'Reload the page and choose a request to app.instantly.ai, such as list.',
        'Under Request Headers, copy the whole value of Cookie, and that of X-Org-Auth.',
      ]}
    />
    <Field label="Cookie" error={shown('cookie')}>
      <SecretInput {...control('cookie')} />
    </Field>
    <Field label="X-Org Auth" error={shown('orgAuth')} className="mt-2">
      <SecretInput {...control('orgAuth')} />
    </Field>
  </>
)
