import { useMemo } from 'react'
import { AccordionSection } from '#ui/accordion.tsx'
import {
  accountName,
  type InstantlyAccount,
  type InstantlySettings,
  summarizeAccounts,
} from '../rules/instantly.ts'
import { instantlyCredentials } from '../rules/instantly-calls.ts'
import { AmongSteps, BesideSteps } from './bulk-update-frame.tsx'
import { InstantlySettingsStep } from './instantly-settings-step.tsx'
import { InstantlySignatureStep } from './instantly-signature-step.tsx'
import { ChangeSummary, InstantlyConfirmStep } from './late-sections.tsx'
import type { PlannedUpdate } from './planned-update.ts'
import { type ChoosableAccount, useAccountChoice } from './use-account-choice.ts'
import type { InstantlyAccountsFound } from './use-instantly-accounts.ts'
import { useInstantlyPlans } from './use-instantly-plans.ts'
import { useInstantlyUpdates } from './use-instantly-updates.ts'
import { usePresentValues } from './use-present-values.ts'
import type { WizardSteps } from './use-wizard-steps.ts'

interface InstantlyAccountsProps {
  steps: WizardSteps
  search: InstantlyAccountsFound
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
const choosable = (account: InstantlyAccount): ChoosableAccount => ({
  key: account.email,
  email: account.email,
  name: accountName(account),
  current: account.current ?? { dailyLimit: account.payload.daily_limit ?? undefined },
})

/** Steps 2 to 4, for the accounts of one search, and what they come to. */
export function InstantlyAccounts({ steps, search, userEmail }: InstantlyAccountsProps) {
  const { accounts, note, access, fetchId, readAt, pace } = search
  const summary = useMemo(() => summarizeAccounts(accounts), [accounts])
  const read = useMemo(() => accounts.map(choosable), [accounts])
  const choice = useAccountChoice('instantly', usePresentValues('instantly', read, readAt))
  const { chosen } = choice
  const entered = useInstantlyPlans({ accounts, chosen, access: access.kind, pace })
  const { settings, plans } = entered
  const updates = useInstantlyUpdates({
    access,
    userEmail,
    fetchId,
    leftOut: choice.leftOut,
    settings,
  })
  const credentials = instantlyCredentials(access)
  const changeSummary = (of: readonly PlannedUpdate[]) => (
    <ChangeSummary
      tool="instantly"
      access={access.kind}
      email={userEmail}
      isSignedIn={steps.current > 0}
      // What was found for entries that were edited since belongs to others.
      found={steps.current > 0 ? accounts.length : undefined}
      chosen={chosen.length}
      plans={of}
    />
  )

  return (
    <>
      <BesideSteps>{changeSummary([plans.settings, plans.warmup, plans.signatures])}</BesideSteps>
      <AccordionSection
        {...steps.section(1, 'Fetch your accounts first.')}
        title="Confirm Account Details"
        summary={summary.heading}
      >
        <InstantlyConfirmStep
          accounts={accounts}
          summary={summary}
          note={note}
          choice={choice}
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
          chosen={chosen}
          form={entered.form}
          settings={entered.settings}
          plans={plans}
          summary={<AmongSteps>{changeSummary([plans.settings, plans.warmup])}</AmongSteps>}
          access={access.kind}
          updateSettings={updates.updateSettings}
          enableWarmup={updates.enableWarmup}
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
          entered={entered}
          summary={<AmongSteps>{changeSummary([plans.signatures])}</AmongSteps>}
          update={updates.updateSignatures}
          credentials={credentials}
          onBack={() => steps.back(3)}
          onFinish={() => steps.complete(3)}
        />
      </AccordionSection>
    </>
  )
}
