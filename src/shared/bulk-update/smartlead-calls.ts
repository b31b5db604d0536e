import * as z from 'zod/mini'
import { domainsPerCallMax } from '../plans/catalog.ts'
import { boundedList } from '../text/bounded.ts'
import { boundedText } from '../text/outcome.ts'
import { accountListMessages, accountsMax, checkDomains } from './account-lists.ts'
import { updateResponse } from './bulk-job.ts'
import { credentialMaxLength } from './credential-text.ts'
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
const accounts = boundedList(z.strictObject({ id: z.int().check(z.positive()) }), {
  max: accountsMax,
  tooMany: accountListMessages.tooManyAccounts,
  none: smartleadMessages.missingAccounts,
})

type Settings<K extends string> = {
  api_key?: string | undefined
  settings: Record<K, number> & { isRampupEnabled?: boolean }
}

/** Reports the settings that are out of range for the access a request uses; a ramp-up that is off is none. */
const withinRange = <K extends string>(fields: Record<K, SettingField>) =>
  z.check<Settings<K>>(({ value, issues }) => {
    const access: AccessKind = value.api_key === undefined ? 'browser' : 'apiKey'
    for (const key of Object.keys(fields) as K[]) {
      if (key === 'rampupValue' && value.settings.isRampupEnabled === false) continue
      const message = settingProblem(value.settings[key], fields[key], access)
      if (message)
        issues.push({ code: 'custom', path: ['settings', key], message, input: value.settings[key] })
    }
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
      ...shared,
      accounts,
      settings: z.strictObject({
        maxEmailPerDay: z.int(),
        replyRate: z.int(),
        isRampupEnabled: z.boolean(),
        rampupValue: z.int(),
        warmupTagIdentifier: boundedText(tagIdentifierMaxLength),
        status: z.literal('ACTIVE'),
      }),
    })
    .check(withinRange(smartleadWarmupFields)),
  z.transform((body, context) => withAccess(body, context)),
)

/** Body of `POST /api/smartlead/update-outbound`. */
export const smartleadOutboundBody = z.pipe(
  z
    .strictObject({
      ...shared,
      accounts,
      settings: z.strictObject({ messagePerDay: z.int(), minTimeToWaitInMins: z.int() }),
    })
    .check(withinRange(smartleadOutboundFields)),
  z.transform((body, context) => withAccess(body, context)),
)

/** Body of `POST /api/smartlead/update-tags`. */
export const smartleadTagsBody = z.pipe(
  z.strictObject({
    ...shared,
    accounts,
    tags: boundedList(boundedText(tagMaxLength).check(z.minLength(1, smartleadMessages.missingTags)), {
      max: tagsMax,
      tooMany: `At most ${tagsMax} tags can be set at a time`,
      none: smartleadMessages.missingTags,
    }),
  }),
  z.transform((body, context) => withAccess(body, context)),
)

/** Body of `POST /api/smartlead/update-signature`. */
export const smartleadSignatureBody = z.pipe(
  z.strictObject({
    ...shared,
    accounts,
    signature: signatureField.check(z.minLength(1, smartleadMessages.missingSignature)),
  }),
  z.transform((body, context) => withAccess(body, context)),
)

const smartleadAccount = z.object({
  id: z.number(),
  from_name: z.string(),
  from_email: z.string(),
  type: z.string(),
})

/** Answer of `POST /api/smartlead/accounts`. */
export const smartleadAccountsResponse = z.object({
  success: z.boolean(),
  message: z.string(),
  accounts: z.array(smartleadAccount),
  /** All inboxes the customer has in Smartlead. */
  total: z.number(),
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
