import { smartleadMessages } from '#shared/bulk-update/smartlead.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { toast } from '../../ui/toast.ts'
import { AccessChoice } from './access-choice.tsx'
import { KeepCheckbox } from './keep-checkbox.tsx'
import { SecretInput } from './secret-input.tsx'
import type { SmartleadForm } from './smartlead-bulk-update-page.tsx'

interface SmartleadAuthStepProps {
  form: SmartleadForm
  onChange: (form: SmartleadForm) => void
  remember: boolean
  onRememberChange: (remember: boolean) => void
  isFetching: boolean
  onFetch: () => void
  refusal: string | undefined
}

/** Step 1: how to reach the account, and which domains to look for. */
export function SmartleadAuthStep({
  form,
  onChange,
  remember,
  onRememberChange,
  isFetching,
  onFetch,
  refusal,
}: SmartleadAuthStepProps) {
  const isKey = form.access === 'apiKey'
  const missing = smartleadMessages[isKey ? 'missingWithKey' : 'missing']
  const isMissing = form.token.trim() === '' || form.domains.trim() === ''
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isFetching) onFetch()
      }}
    >
      <AccessChoice
        access={form.access}
        onChange={(access) => onChange({ ...form, access, token: '' })}
        browserWord="JWT token"
        toolName="Smartlead"
      />
      {!isKey && <Instructions />}
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
      <div className="mt-3">
        <KeepCheckbox checked={remember} onCheckedChange={onRememberChange} />
      </div>
      {refusal && (
        <p role="alert" className="mb-3 text-danger text-secondary">
          {refusal}
        </p>
      )}
      <Button
        type="submit"
        variant="primary"
        loading={isFetching}
        loadingText="Fetching Accounts..."
        unavailable={isMissing && missing}
        onUnavailable={(description) => toast.error(smartleadMessages.missingTitle, { description })}
      >
        Fetch Accounts
      </Button>
    </form>
  )
}

const Instructions = () => (
  <details className="mb-4 text-secondary">
    <summary className="cursor-pointer rounded-control font-medium">How to find the JWT token</summary>
    <ol className="mt-2 list-decimal space-y-1 pl-5 text-muted">
      <li>Sign in to Smartlead and open your email accounts.</li>
      <li>Open your browser's developer tools (F12) and choose the Network tab.</li>
      <li>Reload the page and choose a request to server.smartlead.ai.</li>
      <li>Under Request Headers, copy the value of Authorization, without the word Bearer.</li>
    </ol>
  </details>
)
