import { useMemo } from 'react'
import { AccordionSection } from '#ui/accordion.tsx'
import { ApiError, call } from '#ui/api.ts'
import { toast } from '#ui/toast.ts'
import { instantly } from '../api/bulk-update.ts'
import {
  accountName,
  type InstantlyAccess,
  type InstantlyAccount,
  type InstantlySettings,
  instantlyMessages,
  summarizeAccounts,
} from '../rules/instantly.ts'
import { type InstantlyBody, instantlyCredentials, instantlySettingsBody } from '../rules/instantly-calls.ts'
import { useBulkUpdate } from './bulk-jobs.ts'
import { AmongSteps, BesideSteps } from './bulk-update-frame.tsx'
import { InstantlySettingsStep } from './instantly-settings-step.tsx'
import { InstantlySignatureStep } from './instantly-signature-step.tsx'
import { ChangeSummary, InstantlyConfirmStep } from './late-sections.tsx'
import type { PlannedUpdate } from './planned-update.ts'
import { type ChoosableAccount, useAccountChoice } from './use-account-choice.ts'
import type { InstantlyAccountsFound } from './use-instantly-accounts.ts'
import { useInstantlyPlans } from './use-instantly-plans.ts'
import { usePresentValues } from './use-present-values.ts'
import type { WizardSteps } from './use-wizard-steps.ts'

interface InstantlyUpdatesOptions {
  access: InstantlyAccess
  userEmail: string
  /** The search that found the accounts. */
  fetchId: string | undefined
  /** Positions of its accounts that are left as they are. */
  leftOut: string
  settings: Partial<InstantlySettings>
}

const failWith = (failed: string) => ({
  failed,
  onRefused: (error: Error) =>
    toast.error(failed, error instanceof ApiError ? { description: error.message } : undefined),
})

const send = (body: InstantlyBody) => call(instantly, { body })

/** The three updates of the accounts that were chosen. */
function useInstantlyUpdates({ access, userEmail, fetchId, leftOut, settings }: InstantlyUpdatesOptions) {
  const who = { ...instantlyCredentials(access), userEmail, fetchId, leftOut }
  return {
    updateSettings: useBulkUpdate<void>({
      send: () => send({ operation: 'update-accounts', ...who, ...instantlySettingsBody(settings) }),
      ...failWith(instantlyMessages.settingsFailed),
    }),
    enableWarmup: useBulkUpdate<void>({
      send: () => send({ operation: 'enable-warmup', ...who }),
      ...failWith(instantlyMessages.warmupFailed),
    }),
    updateSignatures: useBulkUpdate({
      send: (signatures: { name: string; signature: string }[]) =>
        send({ operation: 'update-signatures', ...who, signatures }),
      ...failWith(instantlyMessages.signaturesFailed),
    }),
  }
}

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
