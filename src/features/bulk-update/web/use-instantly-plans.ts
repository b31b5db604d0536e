import { useMemo, useState } from 'react'
import {
  type InstantlyAccount,
  instantlySettingFields,
  instantlySettingProblems,
  nameGroups,
  signaturesOf,
} from '../rules/instantly.ts'
import type { Pace } from '../rules/pace.ts'
import { type AccessKind, settingValues } from '../rules/setting-fields.ts'
import { keptLabels } from './kept-labels.ts'
import type { PlannedUpdate } from './planned-update.ts'
import { firstProblem, readSettings, settingTexts } from './setting-texts.ts'
import type { ChoosableAccount } from './use-account-choice.ts'
import { useCleanSignatures } from './use-signature-preview.ts'

interface InstantlyPlansOptions {
  accounts: readonly InstantlyAccount[]
  /** Those to be updated. */
  chosen: readonly ChoosableAccount[]
  access: AccessKind
  pace: Pace | undefined
}

/** What is entered in steps 3 and 4, and what the three updates would do with it. */
export function useInstantlyPlans({ accounts, chosen, access, pace }: InstantlyPlansOptions) {
  const [texts, setTexts] = useState(() => settingTexts(instantlySettingFields, access))
  const [signatures, setSignatures] = useState<Record<string, string>>({})
  const { values, problems: unread } = readSettings(instantlySettingFields, texts, access)
  const problems = { ...instantlySettingProblems(values, access), ...unread }
  const groups = useMemo(() => {
    const keys = new Set(chosen.map(({ key }) => key))
    return nameGroups(accounts.filter(({ email }) => keys.has(email)))
  }, [accounts, chosen])
  const written = signaturesOf(groups, signatures)
  const updates = written.ok ? written.value : []
  const clean = useCleanSignatures([...new Set(updates.map(({ signature }) => signature))])

  const common = { tool: 'instantly', pace } as const
  const forEach = (wanted: ReturnType<typeof settingValues>) =>
    chosen.map(({ current }) => ({ current, wanted }))
  const currentOf = new Map(chosen.map(({ key, current }) => [key, current]))
  const plans = {
    settings: {
      ...common,
      label: 'Update Account Settings',
      paced: 'settings',
      accounts: forEach(settingValues(instantlySettingFields, values)),
      kept: keptLabels(instantlySettingFields, texts),
      problem: firstProblem(problems),
    },
    warmup: {
      ...common,
      label: 'Enable Warmup',
      paced: 'warmup',
      accounts: forEach({ warmupOn: true }),
    },
    signatures: {
      ...common,
      label: 'Update All Signatures',
      paced: 'signature',
      accounts: (clean.problem ? [] : updates).flatMap(({ emails, signature }) => {
        const wanted = { signature: clean.cleanOf(signature) }
        return emails.map((email) => ({ current: currentOf.get(email) ?? {}, wanted }))
      }),
      problem: clean.problem,
    },
  } satisfies Record<string, PlannedUpdate>
  return {
    form: { texts, onChange: setTexts, problems },
    /** What the texts come down to; what is absent stays as it is. */
    settings: values,
    groups,
    signatures,
    setSignatures,
    written,
    plans,
  }
}
export type InstantlyPlans = ReturnType<typeof useInstantlyPlans>
