import { useMemo, useState } from 'react'
import {
  type InstantlyAccess,
  type InstantlyAccount,
  type InstantlySettings,
  instantlySettingFields,
  instantlySettingProblems,
  signatureUpdates,
  summarizeAccounts,
} from '#shared/bulk-update/instantly.ts'
import { instantlyCredentials } from '#shared/bulk-update/instantly-calls.ts'
import { AccordionSection } from '../../ui/accordion.tsx'
import { toast } from '../../ui/toast.ts'
import { InstantlyConfirmStep } from './instantly-confirm-step.tsx'
import { InstantlySettingsStep } from './instantly-settings-step.tsx'
import { InstantlySignatureStep } from './instantly-signature-step.tsx'
import { readSettings, settingTexts } from './setting-texts.ts'
import { useInstantlyUpdates } from './use-instantly-updates.ts'
import type { WizardSteps } from './use-wizard-steps.ts'

interface InstantlyAccountsProps {
  steps: WizardSteps
  accounts: readonly InstantlyAccount[]
  /** What the search said of them. */
  note: string | undefined
  access: InstantlyAccess
  userEmail: string
}

/** "10 a day, warmup 5 a day", of what is set at all. */
const settingsSummary = ({ dailyLimit, warmupLimit }: InstantlySettings): string =>
  [
    dailyLimit !== undefined && `${dailyLimit} a day`,
    warmupLimit !== undefined && `warmup ${warmupLimit} a day`,
  ]
    .filter(Boolean)
    .join(', ')

/** Steps 2 to 4, for the accounts of one search. */
export function InstantlyAccounts({ steps, accounts, note, access, userEmail }: InstantlyAccountsProps) {
  const summary = useMemo(() => summarizeAccounts(accounts), [accounts])
  const [texts, setTexts] = useState(() => settingTexts(instantlySettingFields, access.kind))
  const [signatures, setSignatures] = useState<Record<string, string>>({})
  const emails = useMemo(() => accounts.map(({ email }) => email), [accounts])
  const { values: settings, problems: unread } = readSettings(instantlySettingFields, texts, access.kind)
  const problems = { ...instantlySettingProblems(settings, access.kind), ...unread }

  const { updateSettings, enableWarmup, updateSignatures } = useInstantlyUpdates({
    access,
    userEmail,
    emails,
    settings,
  })
  const startSignatures = () => {
    const updates = signatureUpdates(summary.groups, signatures)
    if (updates.ok) updateSignatures.start(updates.value)
    else toast.error(updates.problem.message)
  }
  const credentials = instantlyCredentials(access)

  return (
    <>
      <AccordionSection
        {...steps.section(1, 'Fetch your accounts first.')}
        title="Confirm Account Details"
        summary={summary.heading}
      >
        <InstantlyConfirmStep
          accounts={accounts}
          summary={summary}
          note={note}
          onBack={() => steps.back(1)}
          onConfirm={() => steps.complete(1)}
        />
      </AccordionSection>
      <AccordionSection
        {...steps.section(2, 'Confirm the account details first.')}
        title="Account Settings"
        summary={settingsSummary(settings)}
      >
        <InstantlySettingsStep
          texts={texts}
          onChange={setTexts}
          problems={problems}
          access={access.kind}
          updateSettings={updateSettings}
          enableWarmup={enableWarmup}
          credentials={credentials}
          onBack={() => steps.back(2)}
          onContinue={() => steps.complete(2)}
        />
      </AccordionSection>
      <AccordionSection
        {...steps.section(3, 'Update the account settings or enable warmup first.')}
        title="Signature Settings"
      >
        <InstantlySignatureStep
          groups={summary.groups}
          signatures={signatures}
          onChange={setSignatures}
          update={updateSignatures}
          onUpdate={startSignatures}
          credentials={credentials}
          onBack={() => steps.back(3)}
          onFinish={() => steps.complete(3)}
        />
      </AccordionSection>
    </>
  )
}
