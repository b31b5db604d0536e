import { useState } from 'react'
import { useConfig } from '#ui/frame/use-config.ts'
import { splitTags } from '../rules/account-lists.ts'
import type { AccountValues } from '../rules/account-values.ts'
import type { Pace, PacedUpdate } from '../rules/pace.ts'
import { type AccessKind, settingValues } from '../rules/setting-fields.ts'
import {
  defaultTagIdentifier,
  rampupEnabledDefault,
  type SmartleadUpdate,
  smartleadOutboundFields,
  smartleadOutboundProblems,
  smartleadWarmupFields,
  smartleadWarmupProblems,
} from '../rules/smartlead.ts'
import { keptLabels } from './kept-labels.ts'
import type { PlannedUpdate } from './planned-update.ts'
import { firstProblem, readSettings, settingTexts } from './setting-texts.ts'
import type { ChoosableAccount } from './use-account-choice.ts'
import { useCleanSignatures } from './use-signature-preview.ts'

interface SmartleadPlansOptions {
  /** The accounts to be updated. */
  chosen: readonly ChoosableAccount[]
  access: AccessKind
  pace: Pace | undefined
}

/** What is entered in step 4, and what its four updates would do with it. */
export function useSmartleadPlans({ chosen, access, pace }: SmartleadPlansOptions) {
  const warmup = useWarmupEntries(access)
  const outbound = useOutboundEntries(access)
  const [tagText, setTagText] = useState('')
  const tags = splitTags(tagText)
  const [signature, setSignature] = useState('')
  const signatures = signature.trim() === '' ? [] : [signature]
  const clean = useCleanSignatures(signatures)
  const plan = (
    label: string,
    paced: PacedUpdate,
    { wanted, ...rest }: { wanted: AccountValues | undefined } & Pick<PlannedUpdate, 'kept' | 'problem'>,
  ): PlannedUpdate => ({
    ...rest,
    label,
    tool: 'smartlead',
    pace,
    paced,
    accounts: wanted ? chosen.map(({ current }) => ({ current, wanted })) : [],
  })
  const plans: Record<SmartleadUpdate, PlannedUpdate> = {
    warmup: plan('Update Warmup Settings', 'settings', warmup.planned),
    outbound: plan('Update Outbound Settings', 'settings', outbound.planned),
    tags: plan('Update Tags', 'tags', { wanted: tags.length > 0 ? { tags } : undefined }),
    signature: plan('Update Signature', 'signature', {
      wanted: signatures.length > 0 && !clean.problem ? { signature: clean.cleanOf(signature) } : undefined,
      problem: clean.problem,
    }),
  }
  return {
    warmup,
    outbound,
    tags: { text: tagText, onChange: setTagText, tags },
    signature: { signature, onChange: setSignature },
    plans,
  }
}
export type SmartleadPlans = ReturnType<typeof useSmartleadPlans>

/** How the inboxes are to be warmed up. */
function useWarmupEntries(access: AccessKind) {
  const { productName } = useConfig()
  const [texts, setTexts] = useState(() => settingTexts(smartleadWarmupFields, access))
  const [isRampupEnabled, setRampupEnabled] = useState<boolean>(rampupEnabledDefault)
  const [tagIdentifier, setTagIdentifier] = useState(() => defaultTagIdentifier(productName))
  const isRampupLeft = isRampupEnabled && texts.rampupValue.isLeft
  const { values, problems: unread } = readSettings(smartleadWarmupFields, texts, access)
  if (!isRampupEnabled) delete values.rampupValue
  const ramp = isRampupLeft ? {} : { isRampupEnabled }
  const problems = { ...smartleadWarmupProblems({ ...values, ...ramp }, access), ...unread }
  if (!isRampupEnabled) delete problems.rampupValue
  const warmupTagIdentifier = tagIdentifier.trim()
  return {
    texts,
    setTexts,
    isRampupEnabled,
    setRampupEnabled,
    tagIdentifier,
    setTagIdentifier,
    problems,
    /** As the call takes them. */
    settings: { ...values, ...ramp, warmupTagIdentifier, status: 'ACTIVE' } as const,
    planned: {
      wanted: {
        ...settingValues(smartleadWarmupFields, values),
        ...(!isRampupEnabled && { warmupIncrement: 0 }),
        warmupOn: true,
        warmupTag: warmupTagIdentifier,
      },
      kept: keptLabels(
        smartleadWarmupFields,
        isRampupEnabled ? texts : { ...texts, rampupValue: { ...texts.rampupValue, isLeft: false } },
      ),
      problem: firstProblem(problems),
    },
  }
}

/** How much the inboxes are to send. */
function useOutboundEntries(access: AccessKind) {
  const [texts, setTexts] = useState(() => settingTexts(smartleadOutboundFields, access))
  const { values: settings, problems: unread } = readSettings(smartleadOutboundFields, texts, access)
  const problems = { ...smartleadOutboundProblems(settings, access), ...unread }
  return {
    texts,
    setTexts,
    problems,
    settings,
    planned: {
      wanted: settingValues(smartleadOutboundFields, settings),
      kept: keptLabels(smartleadOutboundFields, texts),
      problem: firstProblem(problems),
    },
  }
}
