import type { ReactNode } from 'react'
import { countOf } from '#base/text/count-of.ts'
import { numberText } from '#base/text/number-text.ts'
import { type BulkToolId, sendingToolNames } from '#features/tools/rules/sending-tools.ts'
import { ScrollingMiddle } from '#ui/scrolling-middle.tsx'
import { useDebounced } from '#ui/use-debounced.ts'
import { accountsSet, effectOf, type FieldChange, fieldChanges } from '../rules/account-values.ts'
import { fieldLabel } from '../rules/field-label.ts'
import { paceText } from '../rules/pace.ts'
import type { AccessKind } from '../rules/setting-fields.ts'
import { effectText } from './field-changes-table.tsx'
import type { PlannedUpdate } from './planned-update.ts'

export interface ChangeSummaryProps {
  tool: BulkToolId
  access: AccessKind
  /** In whose name the updates are made. */
  email: string
  /** The tool has taken the credentials. */
  isSignedIn: boolean
  /** Accounts that the search has found; undefined before one. */
  found: number | undefined
  chosen: number
  plans: readonly PlannedUpdate[]
}

/** Thousands of accounts are not compared at every keystroke. */
const pauseMs = 150

const accessNames: Record<BulkToolId, Record<AccessKind, string>> = {
  instantly: { browser: 'Cookie', apiKey: 'API key' },
  smartlead: { browser: 'JWT token', apiKey: 'API key' },
}

/** What updates would do as they are entered now: where, to how many accounts, and to which of their values. */
export default function ChangeSummary({
  tool,
  access,
  email,
  isSignedIn,
  found,
  chosen,
  plans,
}: ChangeSummaryProps) {
  const shown = useDebounced(plans, pauseMs)
  const why = whyNothing(found, chosen)
  // One of them stands above each button that has an update to itself, and is short.
  const [only] = plans.length === 1 ? plans : []
  const facts = [
    ['Tool', sendingToolNames[tool]],
    ['Signed in with', isSignedIn ? accessNames[tool][access] : 'Not signed in yet'],
    ['Account', email || 'None yet'],
    [
      'Inboxes',
      found === undefined
        ? 'None fetched yet'
        : `${numberText(chosen)} of ${countOf(found, 'account')} chosen`,
    ],
  ] as const
  return (
    <section
      aria-label={only ? `What will change: ${only.label}` : 'What will change'}
      className="flex max-h-[calc(100dvh-var(--banner-height)-6.5rem)] flex-col rounded-card border border-line bg-surface text-secondary max-xl:max-h-none"
    >
      <ScrollingMiddle>
        <h3 className="text-card-title">What will change</h3>
        {only ? (
          <p className="mt-1 text-muted wrap-anywhere">{facts.map(([, value]) => value).join(' · ')}</p>
        ) : (
          <dl className="mt-2 flex flex-col gap-1">
            {facts.map(([label, value]) => (
              <Fact key={label} label={label}>
                {value}
              </Fact>
            ))}
          </dl>
        )}
        {why ? (
          <p className="mt-3 border-line border-t pt-3 text-muted">{why}</p>
        ) : (
          shown.map((plan) => <Planned key={plan.label} plan={plan} />)
        )}
      </ScrollingMiddle>
    </section>
  )
}

function whyNothing(found: number | undefined, chosen: number): string | undefined {
  if (found === undefined)
    return 'Nothing yet. Once your accounts are fetched, each change stands here before it is made.'
  if (found === 0) return 'No accounts were found, so nothing will change.'
  return chosen === 0 ? 'No account is chosen, so nothing will change.' : undefined
}

/** One update, which its button starts. */
function Planned({ plan }: { plan: PlannedUpdate }) {
  const { label, tool, accounts, kept = [], problem, pace, paced, callsEach } = plan
  const changes = fieldChanges(accounts)
  const toolName = sendingToolNames[tool]
  const effect = effectOf(accounts)
  const set = accountsSet(effect)
  return (
    <section aria-label={`What “${label}” does`} className="mt-3 border-line border-t pt-3">
      <h4 className="font-medium text-text">{label}</h4>
      <dl className="mt-1.5 flex flex-col gap-1">
        {changes.map((change) => (
          <Fact key={change.field} label={fieldLabel(tool, change.field)}>
            {changeText(change)}
          </Fact>
        ))}
        {kept.map((name) => (
          <Fact key={name} label={name}>
            <span className="text-muted">left as it is</span>
          </Fact>
        ))}
      </dl>
      {problem ? (
        <p className="mt-2 text-danger">{problem}</p>
      ) : changes.length === 0 ? (
        <p className="text-muted">Nothing entered: left as it is.</p>
      ) : (
        <p className="mt-2 text-muted">
          {effectText(effect, toolName)} {pace && set > 0 && paceText(toolName, pace, paced, set, callsEach)}
        </p>
      )}
    </section>
  )
}

const changeText = ({ from, to, changing, unknown }: FieldChange): string =>
  changing === 0 && unknown === 0 ? `${to}, as now` : `${from} → ${to}`

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-x-3">
    <dt className="text-muted">{label}</dt>
    <dd className="tabular-nums wrap-anywhere">{children}</dd>
  </div>
)
