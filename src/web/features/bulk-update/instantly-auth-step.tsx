import { useState } from 'react'
import {
  type InstantlyForm,
  instantlyFormProblems,
  instantlyMessages,
} from '#shared/bulk-update/instantly.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { toast } from '../../ui/toast.ts'
import { AccessChoice } from './access-choice.tsx'
import { KeepCheckbox } from './keep-checkbox.tsx'
import { SecretInput } from './secret-input.tsx'

type FieldName = Exclude<keyof InstantlyForm, 'access'>

interface InstantlyAuthStepProps {
  form: InstantlyForm
  onChange: (form: InstantlyForm) => void
  remember: boolean
  onRememberChange: (remember: boolean) => void
  isFetching: boolean
  onFetch: () => void
  /** What the server said of the last search. */
  refusal: string | undefined
}

/** Step 1: how to reach the workspace, and which domains to look for. */
export function InstantlyAuthStep({
  form,
  onChange,
  remember,
  onRememberChange,
  isFetching,
  onFetch,
  refusal,
}: InstantlyAuthStepProps) {
  const [touched, setTouched] = useState<ReadonlySet<FieldName>>(new Set())
  const problems = instantlyFormProblems(form)
  const shown = (field: FieldName) => (touched.has(field) ? problems[field] : undefined)
  const hasShownProblem = Object.keys(problems).some((field) => touched.has(field as FieldName))
  const control = (field: FieldName) => ({
    name: field,
    value: form[field],
    onChange: (event: { target: { value: string } }) => onChange({ ...form, [field]: event.target.value }),
    onBlur: () => setTouched(new Set([...touched, field])),
  })
  const refuse = () => {
    setTouched(new Set(Object.keys(problems) as FieldName[]))
    toast.error(instantlyMessages.validation)
  }
  const submit = () => {
    if (isFetching) return
    if (Object.keys(problems).length > 0) refuse()
    else onFetch()
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <AccessChoice
        access={form.access}
        onChange={(access) => onChange({ ...form, access })}
        browserWord="cookie"
        toolName="Instantly"
      />
      {form.access === 'browser' ? (
        <>
          <Instructions />
          <Field label="Cookie" error={shown('cookie')}>
            <SecretInput {...control('cookie')} />
          </Field>
          <Field label="X-Org Auth" error={shown('orgAuth')} className="mt-2">
            <SecretInput {...control('orgAuth')} />
          </Field>
        </>
      ) : (
        <Field
          label="API key"
          hint="In Instantly: Settings, Integrations, API Keys. It needs the scope all:all."
          error={shown('apiKey')}
        >
          <SecretInput {...control('apiKey')} />
        </Field>
      )}
      <Field
        label="Domains to search"
        hint="Separated by commas: example.com, example.org"
        error={shown('domains')}
        className="mt-2"
      >
        <Textarea rows={2} spellCheck={false} {...control('domains')} className="min-h-16" />
      </Field>
      <Field label="User email" error={shown('email')} className="mt-2">
        <Input type="email" autoComplete="email" {...control('email')} />
      </Field>
      <div className="mt-3">
        <KeepCheckbox checked={remember} onCheckedChange={onRememberChange} />
      </div>
      {refusal && (
        <p role="alert" className="mb-3 text-danger text-secondary">
          {refusal}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          type="submit"
          variant="primary"
          loading={isFetching}
          loadingText="Fetching Accounts..."
          unavailable={hasShownProblem && instantlyMessages.fixFields}
          onUnavailable={refuse}
        >
          Fetch Accounts
        </Button>
        {hasShownProblem && <p className="text-muted text-secondary">{instantlyMessages.fixFields}</p>}
      </div>
    </form>
  )
}

const Instructions = () => (
  <details className="mb-4 text-secondary">
    <summary className="cursor-pointer rounded-control font-medium">
      How to find the cookie and X-Org-Auth
    </summary>
    <ol className="mt-2 list-decimal space-y-1 pl-5 text-muted">
      <li>Sign in to Instantly and open the workspace whose inboxes you want to update.</li>
      <li>Open your browser's developer tools (F12) and choose the Network tab.</li>
      <li>Reload the page and choose a request to app.instantly.ai, such as list.</li>
      <li>Under Request Headers, copy the whole value of Cookie, and that of X-Org-Auth.</li>
    </ol>
  </details>
)
