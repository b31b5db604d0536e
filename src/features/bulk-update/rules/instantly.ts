import { keysOf } from '#base/records/keys-of.ts'
import { countOf } from '#base/text/count-of.ts'
import { fillMessage } from '#base/text/message.ts'
import { accept, type Outcome, refuse } from '#base/text/outcome.ts'
import { isBlank, withoutUnseen } from '#base/text/unseen.ts'
import { emailField, signInMessages } from '#features/accounts/rules/sign-in.ts'
import {
  accountListMessages,
  checkDomainText,
  checkOptionalDomains,
  domainDistribution,
  type Tally,
} from './account-lists.ts'
import type { AccountValues } from './account-values.ts'
import { bulkJobMessages } from './bulk-job.ts'
import { checkCredential, checkToken } from './credential-text.ts'
import { isNarrowed, type Narrowing, narrowingFor } from './narrowing.ts'
import { type AccessKind, type SettingField, settingProblems } from './setting-fields.ts'

export const instantlySettingFields = {
  warmupLimit: { label: 'Warmup limit', sets: 'warmupLimit', default: 5, min: 1, max: 100 },
  replyRate: { label: 'Reply rate', sets: 'replyRatePercent', unit: '%', default: 50, min: 0, max: 100 },
  warmupIncrement: { label: 'Warmup increment', sets: 'warmupIncrement', default: 1, min: 0, max: 4 },
  dailyLimit: { label: 'Daily limit', sets: 'dailyLimit', default: 10, min: 1, max: 1000 },
  sendingGap: {
    label: 'Sending gap',
    sets: 'sendingGapMinutes',
    unit: 'minutes',
    default: 20,
    min: 0,
    max: 1440,
  },
} as const satisfies Record<string, SettingField>
/** What is absent stays as each account has it. */
export type InstantlySettings = { -readonly [K in keyof typeof instantlySettingFields]?: number | undefined }

/** What is wrong with the numbers, by field; leaving all of them as they are would be no update. */
export function instantlySettingProblems(
  values: InstantlySettings,
  access: AccessKind,
): Partial<Record<keyof InstantlySettings, string>> {
  const isNone = keysOf(instantlySettingFields).every((key) => values[key] === undefined)
  return isNone
    ? { dailyLimit: bulkJobMessages.nothingToSet }
    : settingProblems(values, instantlySettingFields, access)
}

export const instantlyMessages = {
  cookieMissing: 'Cookie is required',
  cookieInvalid: 'Cookie has characters that cannot be sent. Please copy it again.',
  orgAuthMissing: 'X-Org Auth is required',
  orgAuthInvalid: 'X-Org Auth has characters that cannot be sent. Please copy it again.',
  apiKeyMissing: 'API key is required',
  apiKeyInvalid: 'API key has characters that cannot be sent. Please copy it again.',
  domainsMissing: accountListMessages.noDomains,
  emailMissing: signInMessages.emailMissing,
  emailInvalid: 'Please enter a valid email address',
  fixFields: 'Please fill in all required fields correctly',
  validationTitle: 'Validation error',
  validation: 'Validation error: Please fix the errors in the form.',
  fetchRefused: 'Failed to fetch accounts',
  asksToWait: '{tool} asks to wait {wait}. Please try again after that.',
  fetchFailed: 'Failed to fetch accounts. Please check your credentials and try again.',
  settingsFailed: 'Failed to update settings. Please try again.',
  warmupFailed: 'Failed to enable warmup. Please try again.',
  signaturesFailed: 'Failed to update signatures. Please try again.',
  prefillFailed: "Could not fetch your Instantly credentials. You'll need to enter them manually.",
  prefilled:
    'Your Instantly credentials were filled in. They are shown masked and expire, so enter new ones if fetching fails.',
  found: '{accounts} Found: {domains} and {groups}',
  signatureMissing: 'Please write at least one signature',
  signaturesFirst: 'Signatures must be updated before finishing.',
} as const

/** What step 1 asks for. */
export interface InstantlyForm {
  access: AccessKind
  cookie: string
  orgAuth: string
  apiKey: string
  domains: string
  /** What counts only where the chosen way in can search. */
  narrowing: Narrowing
  email: string
}

/** What an accepted form comes down to. */
export type InstantlyAccess =
  | { kind: 'browser'; cookie: string; orgAuth: string }
  | { kind: 'apiKey'; apiKey: string }

const messagesOf = (field: 'cookie' | 'orgAuth' | 'apiKey') => ({
  missing: instantlyMessages[`${field}Missing`],
  invalid: instantlyMessages[`${field}Invalid`],
})
export const checkCookie = (text: string) => checkCredential(text, messagesOf('cookie'))
export const checkOrgAuth = (text: string) => checkToken(text, messagesOf('orgAuth'))
export const checkInstantlyApiKey = (text: string) => checkToken(text, messagesOf('apiKey'))

function checkEmail(text: string): Outcome<string> {
  if (text.trim() === '') return refuse('missing', instantlyMessages.emailMissing)
  const parsed = emailField.safeParse(text)
  return parsed.success ? accept(parsed.data) : refuse('invalid', instantlyMessages.emailInvalid)
}

/** Problem of each field of step 1; only the fields of the chosen access count. */
export function instantlyFormProblems(form: InstantlyForm): Partial<Record<keyof InstantlyForm, string>> {
  const outcomes: Partial<Record<keyof InstantlyForm, Outcome<unknown>>> = {
    ...(form.access === 'apiKey'
      ? { apiKey: checkInstantlyApiKey(form.apiKey) }
      : { cookie: checkCookie(form.cookie), orgAuth: checkOrgAuth(form.orgAuth) }),
    domains: isNarrowed(narrowingFor('instantly', form))
      ? checkOptionalDomains(form.domains)
      : checkDomainText(form.domains),
    email: checkEmail(form.email),
  }
  const problems: Partial<Record<keyof InstantlyForm, string>> = {}
  for (const [field, outcome] of Object.entries(outcomes) as [keyof InstantlyForm, Outcome<unknown>][])
    if (!outcome.ok) problems[field] = outcome.problem.message
  return problems
}

/** An account as the tool shows it. */
export interface InstantlyAccount {
  email: string
  stat_warmup_score: number | null
  payload: { name: { first: string; last: string }; daily_limit: number | null }
  /** What an update can change, as it stands now. */
  current?: AccountValues | undefined
}

/** The full name of an account as a reader sees it; empty where nothing can be seen. */
export function accountName({ payload }: InstantlyAccount): string {
  const name = withoutUnseen(`${payload.name.first} ${payload.name.last}`.replace(/\s+/g, ' '))
  return isBlank(name) ? '' : name.split(' ').filter(Boolean).join(' ')
}

/** By what a signature is kept for a name, so that one name in two cases has one box. */
export const nameKey = (name: string): string => name.toLowerCase()

export interface NameGroup {
  key: string
  /** As the first account writes it; empty for accounts without a name. */
  name: string
  emails: string[]
}

/** Accounts by full name in any case, the largest group first. */
export function nameGroups(accounts: readonly InstantlyAccount[]): NameGroup[] {
  const groups = Map.groupBy(accounts, (account) => nameKey(accountName(account)))
  return [...groups]
    .map(([key, members]) => ({
      key,
      name: accountName(members[0]!),
      emails: members.map(({ email }) => email),
    }))
    .sort((a, b) => b.emails.length - a.emails.length || (a.name < b.name ? -1 : 1))
}

export interface InstantlySummary {
  heading: string
  distribution: Tally[]
  groups: NameGroup[]
}

/** What step 2 shows above the table of accounts. */
export function summarizeAccounts(accounts: readonly InstantlyAccount[]): InstantlySummary {
  const distribution = domainDistribution(accounts.map(({ email }) => email))
  const groups = nameGroups(accounts)
  const heading = fillMessage(instantlyMessages.found, {
    accounts: countOf(accounts.length, 'Account'),
    domains: countOf(distribution.length, 'Domain'),
    groups: countOf(groups.length, 'Name Group'),
  })
  return { heading, distribution, groups }
}

/** The signatures of names; those whose text is empty are left as they are. */
export function signaturesOf(
  groups: readonly NameGroup[],
  /** By the key of a group. */
  signatures: Readonly<Record<string, string>>,
): Outcome<(NameGroup & { signature: string })[]> {
  const written = groups.flatMap((group) => {
    const signature = Object.hasOwn(signatures, group.key) ? signatures[group.key]! : ''
    return signature.trim() === '' ? [] : [{ ...group, signature }]
  })
  return written.length > 0 ? accept(written) : refuse('none', instantlyMessages.signatureMissing)
}
