import * as z from 'zod/mini'
import { keysOf } from '#base/records/keys-of.ts'
import { boundedList } from '#base/text/bounded.ts'
import { boundedText } from '#base/text/outcome.ts'
import { isBlank, withoutUnseen } from '#base/text/unseen.ts'
import { domainsPerCallMax } from '#features/plans/rules/catalog.ts'
import { accountListMessages, accountsMax, checkDomains } from './account-lists.ts'
import { accountValues } from './account-values.ts'
import { bulkJobMessages, updateResponse } from './bulk-job.ts'
import { credentialMaxLength } from './credential-text.ts'
import { listTarget, readTarget } from './left-out.ts'
import { pace } from './pace.ts'
import { type AccessKind, type SettingField, settingProblem } from './setting-fields.ts'
import { signatureField } from './signature.ts'
import {
  checkSmartleadToken,
  type SmartleadAccess,
  smartleadMessages,
  smartleadOutboundFields,
  smartleadWarmupFields,
  tagIdentifierMaxLength,
} from './smartlead.ts'

const tagsMax = 50
const tagMaxLength = 100

const credential = z.optional(boundedText(credentialMaxLength))
const shared = {
  /** The JWT of the browser; or `api_key` instead. */
  token: credential,
  api_key: credential,
  /** The address the tool shows its user; the server takes the one of the session. */
  userEmail: z.optional(boundedText(254)),
}
/** Absent: it stays as it is. */
const setting = z.optional(z.int())
const accounts = boundedList(z.strictObject({ id: z.int().check(z.positive()) }), {
  max: accountsMax,
  tooMany: accountListMessages.tooManyAccounts,
  none: smartleadMessages.missingAccounts,
})
/** What every update names. */
const target = { ...shared, accounts: z.optional(accounts), ...listTarget }

type Settings<K extends string> = {
  api_key?: string | undefined
  settings: Partial<Record<K, number | undefined>> & { isRampupEnabled?: boolean | undefined }
}

/** Reports the settings that are out of range for the access a request uses; a ramp-up that is off is none. */
const withinRange = <K extends string>(fields: Record<K, SettingField>) =>
  z.check<Settings<K>>(({ value, issues }) => {
    const access: AccessKind = value.api_key === undefined ? 'browser' : 'apiKey'
    for (const key of Object.keys(fields) as K[]) {
      if (key === 'rampupValue' && value.settings.isRampupEnabled === false) continue
      const given = value.settings[key]
      const message = given === undefined ? undefined : settingProblem(given, fields[key], access)
      if (message) issues.push({ code: 'custom', path: ['settings', key], message, input: given })
    }
  })

type Report = (field: string, message: string) => void
/** Reports what is missing of settings of which each may be left out. */
const completed = <S extends Record<string, unknown>>(
  check: (settings: S, access: AccessKind, report: Report) => void,
) =>
  z.check<{ api_key?: string | undefined; settings: S }>(({ value, issues }) => {
    const report: Report = (field, message) =>
      issues.push({ code: 'custom', path: ['settings', field], message, input: undefined })
    if (Object.values(value.settings).every((each) => each === undefined))
      issues.push({
        code: 'custom',
        path: ['settings'],
        message: bulkJobMessages.nothingToSet,
        input: undefined,
      })
    else check(value.settings, value.api_key === undefined ? 'browser' : 'apiKey', report)
  })

/** Replaces `token` or `api_key` of a parsed body by the access they give. */
function withAccess<B extends { token?: string | undefined; api_key?: string | undefined }>(
  { token, api_key, ...rest }: B,
  context: z.core.ParsePayload,
): Omit<B, 'token' | 'api_key'> & { access: SmartleadAccess } {
  const kind = api_key === undefined ? 'browser' : 'apiKey'
  const outcome = checkSmartleadToken(api_key ?? token ?? '', kind)
  if (!outcome.ok)
    context.issues.push({
      code: 'custom',
      path: [kind === 'apiKey' ? 'api_key' : 'token'],
      message: outcome.problem.message,
      input: undefined,
    })
  const secret = outcome.ok ? outcome.value : ''
  return { ...rest, access: kind === 'apiKey' ? { kind, apiKey: secret } : { kind, token: secret } }
}

interface TargetBody {
  accounts?: { id: number }[] | undefined
  fetchId?: string | undefined
  leftOut?: number[] | undefined
}

/** The same, and in the place of the accounts what they come down to. */
function withTarget<B extends TargetBody & { token?: string | undefined; api_key?: string | undefined }>(
  { accounts, fetchId, leftOut, ...rest }: B,
  context: z.core.ParsePayload,
) {
  const target = readTarget(
    accounts?.map(({ id }) => id),
    { fetchId, leftOut },
    smartleadMessages.missingAccounts,
    (message) => context.issues.push({ code: 'custom', path: ['accounts'], message, input: undefined }),
  )
  return { ...withAccess(rest, context), target }
}

const domains = z.pipe(
  boundedList(boundedText(253), { max: domainsPerCallMax, tooMany: accountListMessages.tooManyDomains }),
  z.transform((typed: string[], context): string[] => {
    const outcome = checkDomains([
      ...new Set(typed.map((domain) => domain.trim().toLowerCase()).filter((domain) => domain !== '')),
    ])
    if (outcome.ok) return outcome.value
    context.issues.push({ code: 'custom', message: outcome.problem.message, input: typed })
    return z.NEVER
  }),
)

/** Body of `POST /api/smartlead/accounts`. */
export const smartleadAccountsBody = z.pipe(
  z.strictObject({
    ...shared,
    domains,
    /** Whether the credentials are kept for the next visit; they are unless this says no. */
    remember: z.optional(z.boolean()),
  }),
  z.transform((body, context) => withAccess(body, context)),
)

/** Body of `POST /api/smartlead/update-warmup`. */
export const smartleadWarmupBody = z.pipe(
  z
    .strictObject({
      ...target,
      settings: z.strictObject({
        maxEmailPerDay: setting,
        replyRate: setting,
        isRampupEnabled: z.optional(z.boolean()),
        rampupValue: setting,
        warmupTagIdentifier: z.optional(boundedText(tagIdentifierMaxLength)),
        status: z.optional(z.literal('ACTIVE')),
      }),
    })
    .check(
      withinRange(smartleadWarmupFields),
      completed(({ isRampupEnabled, rampupValue }, _, report) => {
        if (isRampupEnabled && rampupValue === undefined)
          report('rampupValue', smartleadMessages.rampupNeeded)
      }),
    ),
  z.transform((body, context) => withTarget(body, context)),
)

/** Body of `POST /api/smartlead/update-outbound`. */
export const smartleadOutboundBody = z.pipe(
  z
    .strictObject({
      ...target,
      settings: z.strictObject({ messagePerDay: setting, minTimeToWaitInMins: setting }),
    })
    .check(
      withinRange(smartleadOutboundFields),
      completed((settings, access, report) => {
        if (access === 'apiKey') return
        for (const key of keysOf(smartleadOutboundFields))
          if (settings[key] === undefined) report(key, smartleadMessages.outboundTogether)
      }),
    ),
  z.transform((body, context) => withTarget(body, context)),
)

/** Body of `POST /api/smartlead/update-tags`. */
export const smartleadTagsBody = z.pipe(
  z.strictObject({
    ...target,
    tags: boundedList(
      boundedText(tagMaxLength).check(
        z.overwrite(withoutUnseen),
        z.trim(),
        z.refine((tag) => !isBlank(tag), smartleadMessages.missingTags),
      ),
      {
        max: tagsMax,
        tooMany: `At most ${tagsMax} tags can be set at a time`,
        none: smartleadMessages.missingTags,
      },
    ),
  }),
  z.transform((body, context) => withTarget(body, context)),
)

/** Body of `POST /api/smartlead/update-signature`. */
export const smartleadSignatureBody = z.pipe(
  z.strictObject({
    ...target,
    signature: signatureField.check(z.minLength(1, smartleadMessages.missingSignature)),
  }),
  z.transform((body, context) => withTarget(body, context)),
)

export const smartleadAccount = z.object({
  id: z.number(),
  from_name: z.string(),
  from_email: z.string(),
  type: z.string(),
  /** What an update can change, as it stands now; of a signature its first words. */
  current: z.optional(accountValues),
})

/** Answer of `POST /api/smartlead/accounts`. */
export const smartleadAccountsResponse = z.object({
  success: z.boolean(),
  message: z.string(),
  accounts: z.array(smartleadAccount),
  /** All inboxes the customer has in Smartlead. */
  total: z.number(),
  /** To be named by the updates of its accounts. */
  fetchId: z.optional(z.string()),
  /** When the accounts were read, as an ISO time. */
  readAt: z.optional(z.string()),
  pace: z.optional(pace),
})

/** Answer of the four updates. */
export const smartleadUpdateResponse = updateResponse

/** Answer of `GET /api/smartlead/token`; nothing is stored when `token` is null. */
export const smartleadTokenResponse = z.object({
  success: z.boolean(),
  token: z.nullable(z.string()),
  /** Instead of a token where a key was used. */
  api_key: z.optional(z.string()),
  /** When it will be forgotten, as an ISO time. */
  expiresAt: z.optional(z.string()),
})
