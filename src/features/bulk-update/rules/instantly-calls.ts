import * as z from 'zod/mini'
import { boundedList } from '#base/text/bounded.ts'
import { boundedText, textField } from '#base/text/outcome.ts'
import { emailField } from '#features/accounts/rules/sign-in.ts'
import { accountListMessages, accountsMax, checkDomainText, domainTextMax } from './account-lists.ts'
import { accountValues } from './account-values.ts'
import { bulkJobMessages, updateResponse } from './bulk-job.ts'
import { credentialMaxLength } from './credential-text.ts'
import {
  checkCookie,
  checkInstantlyApiKey,
  checkOrgAuth,
  type InstantlyAccess,
  type InstantlySettings,
  instantlySettingFields,
} from './instantly.ts'
import { listTarget, readTarget, type UpdateTarget } from './left-out.ts'
import { pace } from './pace.ts'
import { type SettingField, settingProblem } from './setting-fields.ts'
import { signatureField } from './signature.ts'

const credential = z.optional(boundedText(credentialMaxLength))
/** Either what the browser is signed in with, or an API key. */
const credentials = { cookie: credential, org_auth: credential, api_key: credential }
/** Whether the credentials are kept for the next visit; they are unless this says no. */
const remember = z.optional(z.boolean())
/** The address the tool shows its user; the server takes the one of the session. */
const userEmail = z.optional(boundedText(254))
const email = emailField
/** Tools shorten longer ones. */
const nameMaxLength = 1_000
/** Absent: it stays as it is. */
const setting = z.optional(z.int())

const accounts = <T extends z.ZodMiniType>(item: T) =>
  boundedList(item, {
    max: accountsMax,
    tooMany: accountListMessages.tooManyAccounts,
    none: accountListMessages.noAccounts,
  })

/** Which setting travels under which name. */
const settingNames = {
  daily_limit: 'dailyLimit',
  sending_gap: 'sendingGap',
  warmup_limit: 'warmupLimit',
  warmup_increment: 'warmupIncrement',
  warmup_reply_rate_percent: 'replyRate',
} as const satisfies Record<string, keyof InstantlySettings>

const fetchAccounts = z.strictObject({
  operation: z.literal('fetch-accounts'),
  ...credentials,
  domain_search: textField(checkDomainText, domainTextMax),
  remember,
  userEmail,
})
const updateAccounts = z.strictObject({
  operation: z.literal('update-accounts'),
  ...credentials,
  matched_emails: z.optional(accounts(z.strictObject({ email }))),
  daily_limit: setting,
  sending_gap: setting,
  warmup_limit: setting,
  warmup_increment: setting,
  warmup_reply_rate_percent: setting,
  ...listTarget,
  userEmail,
})
const enableWarmup = z.strictObject({
  operation: z.literal('enable-warmup'),
  ...credentials,
  emails: z.optional(accounts(email)),
  ...listTarget,
  userEmail,
})
const updateSignatures = z.strictObject({
  operation: z.literal('update-signatures'),
  ...credentials,
  matched_emails: z.optional(accounts(z.strictObject({ email, signature: signatureField }))),
  /** Of a loaded list: the signature of all accounts with a name. The others are left as they are. */
  signatures: z.optional(
    accounts(z.strictObject({ name: boundedText(nameMaxLength), signature: signatureField })),
  ),
  ...listTarget,
  userEmail,
})
const operations = z.discriminatedUnion('operation', [
  fetchAccounts,
  updateAccounts,
  enableWarmup,
  updateSignatures,
])
type Operation = z.output<typeof operations>

/** What a request asks for, once translated. */
export type InstantlyRequest = { access: InstantlyAccess } & (
  | { operation: 'fetch-accounts'; domains: string[]; remember: boolean }
  | { operation: 'update-accounts'; target: UpdateTarget<string>; settings: Partial<InstantlySettings> }
  | { operation: 'enable-warmup'; target: UpdateTarget<string> }
  | {
      operation: 'update-signatures'
      target: UpdateTarget<{ email: string; signature: string }>
      /** Of a list. */
      byName: readonly { name: string; signature: string }[]
    }
)

type Issue = (path: string, message: string) => void

/** Translates the credentials of a body; what is missing or cannot be sent is reported by field. */
export function readInstantlyAccess(
  body: Pick<Operation, 'cookie' | 'org_auth' | 'api_key'>,
  report: Issue,
): InstantlyAccess {
  const read = (field: 'cookie' | 'org_auth' | 'api_key', check: typeof checkCookie): string => {
    const outcome = check(body[field] ?? '')
    if (outcome.ok) return outcome.value
    report(field, outcome.problem.message)
    return ''
  }
  return body.api_key === undefined
    ? { kind: 'browser', cookie: read('cookie', checkCookie), orgAuth: read('org_auth', checkOrgAuth) }
    : { kind: 'apiKey', apiKey: read('api_key', checkInstantlyApiKey) }
}

function readSettings(
  body: z.output<typeof updateAccounts>,
  access: InstantlyAccess,
  report: Issue,
): Partial<InstantlySettings> {
  const settings: Partial<InstantlySettings> = {}
  for (const [name, key] of Object.entries(settingNames) as [
    keyof typeof settingNames,
    keyof InstantlySettings,
  ][]) {
    const field: SettingField = instantlySettingFields[key]
    const value = body[name]
    if (value === undefined) continue
    settings[key] = value
    const problem = settingProblem(value, field, access.kind)
    if (problem) report(name, problem)
  }
  if (Object.keys(settings).length === 0) report('daily_limit', bulkJobMessages.nothingToSet)
  return settings
}

const unique = (emails: readonly string[]): string[] => [...new Set(emails)]

/** Body of `POST /api/instantly`: one of the helper's operations with the credentials to do it. */
export const instantlyBody = z.pipe(
  operations,
  z.transform((body, context): InstantlyRequest => {
    const report: Issue = (path, message) =>
      context.issues.push({ code: 'custom', path: [path], message, input: undefined })
    const access = readInstantlyAccess(body, report)
    const target = <Named>(named: readonly Named[] | undefined) =>
      readTarget(
        named,
        body.operation === 'fetch-accounts' ? {} : body,
        accountListMessages.noAccounts,
        (message) => report(body.operation === 'enable-warmup' ? 'emails' : 'matched_emails', message),
      )
    switch (body.operation) {
      case 'fetch-accounts':
        return {
          operation: body.operation,
          access,
          domains: body.domain_search,
          remember: body.remember ?? true,
        }
      case 'update-accounts':
        return {
          operation: body.operation,
          access,
          target: target(body.matched_emails && unique(body.matched_emails.map((account) => account.email))),
          settings: readSettings(body, access, report),
        }
      case 'enable-warmup':
        return { operation: body.operation, access, target: target(body.emails && unique(body.emails)) }
      case 'update-signatures':
        return {
          operation: body.operation,
          access,
          target: target(body.matched_emails),
          byName: body.signatures ?? [],
        }
    }
  }),
)
export type InstantlyBody = z.input<typeof instantlyBody>

/** The credentials of a request, as the body spells them. */
export const instantlyCredentials = (access: InstantlyAccess) =>
  access.kind === 'apiKey' ? { api_key: access.apiKey } : { cookie: access.cookie, org_auth: access.orgAuth }

/** Settings as the body spells them; what is absent stays as it is. */
export const instantlySettingsBody = (settings: Partial<InstantlySettings>) => ({
  daily_limit: settings.dailyLimit,
  sending_gap: settings.sendingGap,
  warmup_limit: settings.warmupLimit,
  warmup_increment: settings.warmupIncrement,
  warmup_reply_rate_percent: settings.replyRate,
})

export const instantlyAccount = z.object({
  email: z.string(),
  stat_warmup_score: z.nullable(z.number()),
  payload: z.object({
    name: z.object({ first: z.string(), last: z.string() }),
    daily_limit: z.nullable(z.number()),
  }),
  /** What an update can change, as it stands now; of a signature its first words. */
  current: z.optional(accountValues),
})

/** Answer of `POST /api/instantly`: `accounts` after fetching, `jobId` after starting an update. */
export const instantlyResponse = z.object({
  ...updateResponse.shape,
  accounts: z.optional(z.array(instantlyAccount)),
  /** Of a search: to be named by the updates of its accounts. */
  fetchId: z.optional(z.string()),
  /** When the accounts were read, as an ISO time. */
  readAt: z.optional(z.string()),
  pace: z.optional(pace),
})

/** Answer of `GET /api/instantly/credentials`; nothing is stored when `credentials` is null. */
export const instantlyCredentialsResponse = z.object({
  success: z.boolean(),
  /** `api_key` stands alone where a key was used. */
  credentials: z.nullable(
    z.object({ cookie: z.string(), org_auth: z.string(), api_key: z.optional(z.string()) }),
  ),
  /** When they will be forgotten, as an ISO time. */
  expiresAt: z.optional(z.string()),
})
