import type { ReactNode } from 'react'
import type { BulkDemo } from '#features/brand/api/config.ts'
import { type BulkToolId, sendingToolNames } from '#features/tools/rules/sending-tools.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { useConfig } from '#ui/frame/use-config.ts'
import type { AccessKind } from '../rules/setting-fields.ts'
import { AccessCards } from './access-cards.tsx'
import { LoadingList } from './loading-list.tsx'
import type { useListLoading } from './use-list-loading.ts'

interface DemoFillProps {
  tool: BulkToolId
  onFill: (demo: BulkDemo) => void
}

/** Where third parties are simulated, nobody has credentials to try this with: these are at hand. */
function DemoFill({ tool, onFill }: DemoFillProps) {
  const { sandbox } = useConfig()
  if (!sandbox) return null
  return (
    <p className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 text-muted text-secondary">
      <Button size="small" onClick={() => onFill(sandbox.bulkDemo[tool])}>
        Fill in demo credentials
      </Button>
      {sendingToolNames[tool]} is simulated here.
    </p>
  )
}

interface KeepCheckboxProps {
  checked: boolean
  onCheckedChange: (checked: boolean) => void
}

const KeepCheckbox = (props: KeepCheckboxProps) => (
  <Checkbox {...props} className="mb-4 text-secondary">
    Keep these credentials for 24 hours, encrypted, so that I can come back
  </Checkbox>
)

/** What step 1 of a tool's bulk update is given, whatever that tool asks for. */
export interface AuthStepProps<Form> {
  form: Form
  onChange: (form: Form) => void
  remember: boolean
  onRememberChange: (remember: boolean) => void
  isFetching: boolean
  /** The list that is being loaded. */
  loading: Pick<ReturnType<typeof useListLoading>, 'list' | 'isCutOff'>
  onFetch: () => void
  /** What the server said of the last search. */
  refusal: string | undefined
}

interface AuthFormProps
  extends Pick<
    AuthStepProps<unknown>,
    'remember' | 'onRememberChange' | 'isFetching' | 'loading' | 'onFetch' | 'refusal'
  > {
  tool: BulkToolId
  access: AccessKind
  onAccessChange: (access: AccessKind) => void
  /** Why the accounts cannot be fetched yet. */
  unavailable: string | false
  onUnavailable: (reason: string) => void
  /** Beside the button. */
  note?: ReactNode
  /** The fields of each way in. */
  accessFields: Record<AccessKind, ReactNode>
  /** Fills in what the sandbox takes. */
  onDemo: (demo: BulkDemo) => void
  /** The other fields. */
  children: ReactNode
}

/** Step 1: how to reach the tool, and which domains to look for. */
export function AuthForm({
  tool,
  access,
  onAccessChange,
  remember,
  onRememberChange,
  isFetching,
  loading,
  onFetch,
  refusal,
  unavailable,
  onUnavailable,
  note,
  accessFields,
  onDemo,
  children,
}: AuthFormProps) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isFetching) onFetch()
      }}
    >
      {/* What is edited meanwhile would stand above the accounts of what was asked for. */}
      <fieldset disabled={isFetching} className="min-w-0">
        <AccessCards
          access={access}
          onChange={onAccessChange}
          toolName={sendingToolNames[tool]}
          fields={accessFields}
        />
        <DemoFill tool={tool} onFill={onDemo} />
        {children}
        <div className="mt-3">
          <KeepCheckbox checked={remember} onCheckedChange={onRememberChange} />
        </div>
      </fieldset>
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
          unavailable={unavailable}
          onUnavailable={onUnavailable}
        >
          Fetch Accounts
        </Button>
        {note}
      </div>
      {loading.list && (
        <div className="mt-3">
          <LoadingList list={loading.list} isCutOff={loading.isCutOff} />
        </div>
      )}
    </form>
  )
}

/** How to find what a browser is signed in with. */
export const HowToFind = ({ what, steps }: { what: string; steps: readonly string[] }) => (
  <details className="mb-4 text-secondary">
    <summary className="cursor-pointer rounded-control font-medium">How to find {what}</summary>
    <ol className="mt-2 list-decimal space-y-1 pl-5 text-muted">
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  </details>
)
