import { useMemo, useState } from 'react'
import {
  accountName,
  type InstantlyAccount,
  type InstantlySettings,
  instantlySettingFields,
  instantlySettingProblems,
  nameGroups,
  summarizeAccounts,
} from '#shared/bulk-update/instantly.ts'
import { instantlyCredentials } from '#shared/bulk-update/instantly-calls.ts'
import { AccordionSection } from '../../ui/accordion.tsx'
import { InstantlySettingsStep } from './instantly-settings-step.tsx'
import { InstantlySignatureStep } from './instantly-signature-step.tsx'
import { InstantlyConfirmStep } from './late-sections.tsx'
import { readSettings, settingTexts } from './setting-texts.ts'
import { type ChoosableAccount, useAccountChoice } from './use-account-choice.ts'
import type { InstantlyAccountsFound } from './use-instantly-accounts.ts'
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

/** Steps 2 to 4, for the accounts of one search. */
export function InstantlyAccounts({ steps, search, userEmail }: InstantlyAccountsProps) {
  const { accounts, note, access, fetchId, readAt, pace } = search
  const summary = useMemo(() => summarizeAccounts(accounts), [accounts])
  const read = useMemo(() => accounts.map(choosable), [accounts])
  const choice = useAccountChoice('instantly', usePresentValues('instantly', read, readAt))
  const [texts, setTexts] = useState(() => settingTexts(instantlySettingFields, access.kind))
  const [signatures, setSignatures] = useState<Record<string, string>>({})
  const { values: settings, problems: unread } = readSettings(instantlySettingFields, texts, access.kind)
  const problems = { ...instantlySettingProblems(settings, access.kind), ...unread }
  const { chosen } = choice
  const groups = useMemo(() => {
    const keys = new Set(chosen.map(({ key }) => key))
    return nameGroups(accounts.filter(({ email }) => keys.has(email)))
  }, [accounts, chosen])
  const updates = useInstantlyUpdates({
    access,
    userEmail,
    fetchId,
    emails: chosen.map(({ key }) => key),
    settings,
  })
  const common = { chosen, pace, credentials: instantlyCredentials(access) }

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
          {...common}
          texts={texts}
          onChange={setTexts}
          settings={settings}
          problems={problems}
          access={access.kind}
          updateSettings={updates.updateSettings}
          enableWarmup={updates.enableWarmup}
          onBack={() => steps.back(2)}
          onContinue={() => steps.complete(2)}
        />
      </AccordionSection>
      <AccordionSection
        {...steps.section(3, 'Update the account settings or enable warmup first.')}
        title="Signature Settings"
      >
        <InstantlySignatureStep
          {...common}
          groups={groups}
          signatures={signatures}
          onChange={setSignatures}
          update={updates.updateSignatures}
          onBack={() => steps.back(3)}
          onFinish={() => steps.complete(3)}
        />
      </AccordionSection>
    </>
  )
}
