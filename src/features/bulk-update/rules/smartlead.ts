import { countOf } from '#base/text/count-of.ts'
import { fillMessage } from '#base/text/message.ts'
import { numberText } from '#base/text/number-text.ts'
import { type Outcome, refuse } from '#base/text/outcome.ts'
import { checkDomainText, checkOptionalDomains, type Tally, tally } from './account-lists.ts'
import type { AccountValues } from './account-values.ts'
import { type BulkJobProgress, bulkJobMessages, isUnfinished, outcomeCounts } from './bulk-job.ts'
import { checkToken } from './credential-text.ts'
import { isNarrowed, type Narrowing, narrowingFor } from './narrowing.ts'
import { type AccessKind, type SettingField, settingProblems } from './setting-fields.ts'

export const smartleadWarmupFields = {
  maxEmailPerDay: { label: 'Max emails per day', sets: 'warmupLimit', default: 5, min: 1, max: 50 },
  rampupValue: {
    label: 'Ramp-up value',
    sets: 'warmupIncrement',
    default: 1,
    min: 1,
    max: 20,
    apiKey: { default: 5, min: 5, why: "Smartlead's documented API accepts a ramp-up of 5 or more." },
  },
  replyRate: {
    label: 'Reply rate',
    sets: 'replyRatePercent',
    unit: '%',
    default: 60,
    min: 0,
    max: 100,
    apiKey: { min: 20, why: "Smartlead's documented API accepts a reply rate of 20% or more." },
  },
} as const satisfies Record<string, SettingField>

/** Its web app sends both, and a missing one is reset. */
const outboundTogether =
  'With a JWT token Smartlead resets the outbound setting that is left out. Please set both, or use an API key.'
const cannotBeLeft = { browser: outboundTogether }

export const smartleadOutboundFields = {
  messagePerDay: {
    label: 'Max emails per day',
    sets: 'dailyLimit',
    default: 2,
    min: 1,
    max: 1000,
    cannotBeLeft,
  },
  minTimeToWaitInMins: {
    label: 'Minimum time between emails',
    sets: 'sendingGapMinutes',
    unit: 'minutes',
    default: 60,
    min: 1,
    max: 1440,
    cannotBeLeft,
  },
} as const satisfies Record<string, SettingField>

/** What is absent stays as each account has it; the ramp-up as a whole. */
export type SmartleadWarmupNumbers = {
  -readonly [K in keyof typeof smartleadWarmupFields]?: number | undefined
} & {
  isRampupEnabled?: boolean | undefined
}
export type SmartleadOutboundNumbers = {
  -readonly [K in keyof typeof smartleadOutboundFields]?: number | undefined
}

/** What is wrong with warm-up's numbers, by field. A ramp-up that is off needs no value. */
export function smartleadWarmupProblems(
  { isRampupEnabled, ...values }: SmartleadWarmupNumbers,
  access: AccessKind,
): Partial<Record<keyof typeof smartleadWarmupFields, string>> {
  const { rampupValue, ...problems } = settingProblems(values, smartleadWarmupFields, access)
  return isRampupEnabled === false || rampupValue === undefined ? problems : { ...problems, rampupValue }
}

/** The same for outbound; leaving both numbers as they are would be no update. */
export function smartleadOutboundProblems(
  values: SmartleadOutboundNumbers,
  access: AccessKind,
): Partial<Record<keyof typeof smartleadOutboundFields, string>> {
  const problems = settingProblems(values, smartleadOutboundFields, access)
  const isNone = values.messagePerDay === undefined && values.minTimeToWaitInMins === undefined
  return isNone ? { messagePerDay: bulkJobMessages.nothingToSet, ...problems } : problems
}

export const rampupEnabledDefault = true
export const tagIdentifierMaxLength = 50
/** The tag that warm-up mails carry unless the customer chooses another: "tryit-inboxyard". */
export const defaultTagIdentifier = (productName: string): string =>
  `tryit-${productName.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`

/** Why warm-up is switched on by an update of its settings, and on how many accounts. */
export function warmupSwitchText(accounts: readonly { current?: AccountValues | undefined }[]): string {
  const off = accounts.filter(({ current }) => current?.warmupOn === false).length
  if (off === 0 && accounts.every(({ current }) => current?.warmupOn)) return smartleadMessages.warmupAllOn
  return off === 0
    ? smartleadMessages.warmupSwitches
    : fillMessage(smartleadMessages.warmupSwitchesSome, {
        off: numberText(off),
        accounts: countOf(accounts.length, 'account'),
      })
}

/** The four panels of step 4, as failures name them. */
export const smartleadUpdates = ['warmup', 'outbound', 'tags', 'signature'] as const
export type SmartleadUpdate = (typeof smartleadUpdates)[number]

const failed: Record<SmartleadUpdate, string> = {
  warmup: 'Failed to update warmup settings',
  outbound: 'Failed to update outbound settings',
  tags: 'Failed to update tags',
  signature: 'Failed to update signature',
}

export const smartleadMessages = {
  warmupSwitches: 'This update also switches warm-up on where it is off.',
  warmupSwitchesSome: 'Warm-up is off on {off} of {accounts}. This update also switches it on there.',
  warmupAllOn: 'Warm-up is on for all of these accounts, and stays on.',
  missingTitle: 'Missing Information',
  missing: 'Please provide both JWT token and domains.',
  missingWithKey: 'Please provide both API key and domains.',
  tokenInvalid: 'The token has characters that cannot be sent. Please copy it again.',
  prefillFailed: "Could not fetch your Smartlead token. You'll need to enter it manually.",
  fetchRefused: 'Failed to fetch accounts',
  matching: '{n} accounts found matching the domains',
  found: '{n} accounts found',
  noneFound: 'No accounts found. Please go back and check your domains.',
  missingAccounts: 'Missing token or account IDs',
  outboundTogether,
  rampupNeeded: 'Ramp-up value is needed to switch the ramp-up on',
  missingTags: 'Missing token or account IDs, or tags',
  missingSignature: 'Missing token or account IDs, or signature',
  warningTitle: 'Warning',
  uncertain: 'Update may not have completed successfully',
  failed,
  bulkUpdated: 'Smartlead has been bulk updated',
  beingUpdated: 'Smartlead is being updated',
  hadAll: 'Smartlead had these values already',
  notUpdated: 'Nothing was updated in Smartlead',
} as const

/** The title over what became of some updates; undefined of those that are not known yet. */
export function smartleadTitle(jobs: readonly (BulkJobProgress | undefined)[]): string {
  const counts = jobs.map((job) => job && outcomeCounts(job))
  if (counts.some((each) => each && each.updated > 0)) return smartleadMessages.bulkUpdated
  if (jobs.some((job) => !job || isUnfinished(job))) return smartleadMessages.beingUpdated
  const isWhole = counts.every((each) => each && each.failed + each.unknown + each.skipped === 0)
  return jobs.length > 0 && isWhole ? smartleadMessages.hadAll : smartleadMessages.notUpdated
}

/** What is typed in step 1. */
export interface SmartleadForm {
  access: AccessKind
  /** JWT or API key. */
  token: string
  /** Separated by commas. */
  domains: string
  /** What counts only where the chosen way in can search. */
  narrowing: Narrowing
}

export type SmartleadAccess = { kind: 'browser'; token: string } | { kind: 'apiKey'; apiKey: string }

/** A token or key as pasted; a missing one is told together with missing domains. */
export const checkSmartleadToken = (text: string, access: AccessKind): Outcome<string> =>
  checkToken(text, {
    missing: smartleadMessages[access === 'apiKey' ? 'missingWithKey' : 'missing'],
    invalid: smartleadMessages.tokenInvalid,
  })

/** Whether there is something to look for. */
export const hasScope = (form: Pick<SmartleadForm, 'access' | 'domains' | 'narrowing'>): boolean =>
  form.domains.trim() !== '' || isNarrowed(narrowingFor('smartlead', form))

/** What step 1 comes down to: the domains to look for, or why it cannot continue. */
export function checkSmartleadForm(form: SmartleadForm): Outcome<string[]> {
  const token = checkSmartleadToken(form.token, form.access)
  if (!token.ok) return token
  const domains = isNarrowed(narrowingFor('smartlead', form))
    ? checkOptionalDomains(form.domains)
    : checkDomainText(form.domains)
  return !domains.ok && domains.problem.code === 'none'
    ? refuse('missing', smartleadMessages[form.access === 'apiKey' ? 'missingWithKey' : 'missing'])
    : domains
}

export interface SmartleadAccount {
  id: number
  from_name: string
  from_email: string
  /** GMAIL, OUTLOOK or SMTP. */
  type: string
  /** What an update can change, as it stands now. */
  current?: AccountValues | undefined
}

export interface SmartleadSummary {
  heading: string
  /** Matching sender names, the most frequent first. */
  senders: Tally[]
  types: Tally[]
}

/** What step 3 shows of the accounts found. */
export const summarizeSmartleadAccounts = (
  accounts: readonly SmartleadAccount[],
  hasDomains = true,
): SmartleadSummary => ({
  heading: fillMessage(smartleadMessages[hasDomains ? 'matching' : 'found'], {
    n: numberText(accounts.length),
  }),
  senders: tally(accounts.map((account) => account.from_name)),
  types: tally(accounts.map((account) => account.type)),
})

/** Why a panel of step 4 cannot be updated; undefined when it can. */
export function updateProblem(
  update: SmartleadUpdate,
  {
    token,
    accountIds,
    tags,
    signature,
  }: { token: string; accountIds: readonly number[]; tags: readonly string[]; signature: string },
): string | undefined {
  const missing = token.trim() === '' || accountIds.length === 0
  if (update === 'tags') return missing || tags.length === 0 ? smartleadMessages.missingTags : undefined
  if (update === 'signature')
    return missing || signature.trim() === '' ? smartleadMessages.missingSignature : undefined
  return missing ? smartleadMessages.missingAccounts : undefined
}

/** Toast of an answer: success, or a warning with the server's words. */
export const updateToast = ({
  success,
  message,
}: {
  success: boolean
  message: string
}): { kind: 'success' | 'warning'; title?: string; message: string } =>
  success
    ? { kind: 'success', message }
    : {
        kind: 'warning',
        title: smartleadMessages.warningTitle,
        message: message || smartleadMessages.uncertain,
      }
