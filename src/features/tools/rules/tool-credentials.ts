import * as z from 'zod/mini'
import { accept, boundedText, type Outcome, type Problem } from '#base/text/outcome.ts'
import { parseWebAddress } from '#base/text/web-address.ts'
import { addressLike } from '#features/accounts/rules/sign-in.ts'
import {
  connectedTools,
  fieldsFor,
  fieldsOf,
  microsoftLogin,
  type SendingToolId,
  type ToolContext,
  type ToolFieldName,
  type ToolPlace,
  type ToolValues,
  unknownTool,
} from './sending-tools.ts'

export const defaultSendingTool: SendingToolId = 'instantly'
/** The provider's own host, for customers who have none of theirs. */
export const defaultBisonUrl = 'https://dedi.emailbison.com'

export const toolCredentialMessages = {
  noTool: 'Please select a sending tool',
  instantlyAll: 'Please fill in all Instantly credentials',
  instantlyEmail: 'Please enter a valid email address for Instantly username',
  instantlyApiKey: 'Please enter your Instantly API key',
  smartleadAll: 'Please fill in all Smartlead credentials',
  smartleadEmail: 'Please enter a valid email address for Smartlead username',
  smartleadApiKey: 'Please enter your Smartlead API key',
  smartleadOauthLink: 'Please enter your Smartlead OAuth link',
  smartleadOauthFormat: `The Smartlead OAuth link format is invalid. It should start with ${microsoftLogin}`,
  bisonAll: 'Please fill in all Bison credentials',
  bisonEmail: 'Please enter a valid email address for Bison username',
  bisonUrl: 'Please enter a Bison URL',
  bisonUrlFormat: 'Please enter a valid Bison URL',
  bisonApiKey: 'Please enter your Bison global API key',
  bisonAppId: 'Bison App ID is required for Google domains',
  reinstateBisonUrl: 'Email Bison URL is required',
  reinstateBisonUrlFormat:
    'Email Bison URL must be a valid domain (e.g., example.com) or complete URL (e.g., https://example.com)',
  smartleadGoogleLink:
    'Google OAuth Link must be copied from Smartlead: it starts with https://accounts.google.com, or leads to smartlead.ai or intellioauth.com',
  reinstateBisonUsername: 'Email Bison username is required',
  reinstateBisonPassword: 'Email Bison password is required',
  reinstateBisonWorkspace: 'Email Bison workspace is required',
  reinstateBisonApiKey: 'Email Bison API key is required',
  reinstateInstantlyUsername: 'Instantly username is required',
  reinstateInstantlyPassword: 'Instantly password is required',
  reinstateInstantlyWorkspace: 'Instantly workspace is required',
  reinstateSmartleadUsername: 'Smartlead username is required',
  reinstateSmartleadPassword: 'Smartlead password is required',
  reinstateSmartleadApiKey: 'Smartlead API key is required',
  reinstateSmartleadUrl: 'Smartlead inbox addition URL is required',
} as const
const say = toolCredentialMessages

/** Scheme and host of a customer's Bison: whatever was pasted behind them is dropped. Undefined when it is no address. */
export function normalizeBisonUrl(text: string): string | undefined {
  const url = parseWebAddress(text)
  return url && (url.hostname.includes('.') || url.hostname === 'localhost') ? url.origin : undefined
}

/** Whether a link leads to Microsoft's own consent page and asks for a code. */
export function isMicrosoftConsentLink(text: string): boolean {
  const url = text.trim().startsWith(`${microsoftLogin}/`) ? parseWebAddress(text) : undefined
  return (
    url !== undefined &&
    /oauth2/.test(url.pathname) &&
    /authorize/.test(url.pathname) &&
    url.searchParams.has('client_id') &&
    (url.searchParams.get('response_type') ?? '').split(' ').includes('code')
  )
}

const googleLinkHosts = ['accounts.google.com', 'smartlead.ai', 'intellioauth.com']

/** Whether a link leads to Google's own page, or to the tool's that leads on to it. */
function isGoogleSignInLink(text: string): boolean {
  const url = parseWebAddress(text)
  return (
    url?.protocol === 'https:' &&
    googleLinkHosts.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`))
  )
}

const formats = {
  email: (text: string) => addressLike.test(text),
  bisonUrl: (text: string) => normalizeBisonUrl(text) !== undefined,
  consentLink: isMicrosoftConsentLink,
  googleLink: isGoogleSignInLink,
}

interface Requirement<Field extends string> {
  /** All of these have to be there; those that the place does not ask for are left out. */
  fields: readonly Field[]
  /** And, where given, have this form. */
  form?: keyof typeof formats
  /** They may be left empty. */
  optional?: true
  message: string
}

/** What is checked, in the order in which it is told. */
const requirements: {
  [Context in ToolContext]: { [Tool in SendingToolId]: readonly Requirement<ToolFieldName<Tool>>[] }
} = {
  order: {
    instantly: [
      { fields: ['username', 'password', 'workspace'], message: say.instantlyAll },
      { fields: ['username'], form: 'email', message: say.instantlyEmail },
      { fields: ['apiKey'], message: say.instantlyApiKey },
    ],
    smartlead: [
      { fields: ['apiKey'], message: say.smartleadApiKey },
      { fields: ['username', 'password'], message: say.smartleadAll },
      { fields: ['username'], form: 'email', message: say.smartleadEmail },
      { fields: ['oauthLink'], message: say.smartleadOauthLink },
      { fields: ['oauthLink'], form: 'consentLink', message: say.smartleadOauthFormat },
      { fields: ['googleOauthLink'], form: 'googleLink', optional: true, message: say.smartleadGoogleLink },
    ],
    bison: [
      { fields: ['username', 'password', 'workspace'], message: say.bisonAll },
      { fields: ['username'], form: 'email', message: say.bisonEmail },
      { fields: ['url'], message: say.bisonUrl },
      { fields: ['url'], form: 'bisonUrl', message: say.bisonUrlFormat },
      { fields: ['apiKey'], message: say.bisonApiKey },
      { fields: ['appId'], message: say.bisonAppId },
    ],
    other: [],
  },
  reinstate: {
    instantly: [
      { fields: ['username'], message: say.reinstateInstantlyUsername },
      { fields: ['password'], message: say.reinstateInstantlyPassword },
      { fields: ['workspace'], message: say.reinstateInstantlyWorkspace },
    ],
    smartlead: [
      { fields: ['username'], message: say.reinstateSmartleadUsername },
      { fields: ['password'], message: say.reinstateSmartleadPassword },
      { fields: ['apiKey'], message: say.reinstateSmartleadApiKey },
      { fields: ['oauthLink'], message: say.reinstateSmartleadUrl },
      { fields: ['googleOauthLink'], form: 'googleLink', optional: true, message: say.smartleadGoogleLink },
    ],
    bison: [
      { fields: ['url'], message: say.reinstateBisonUrl },
      { fields: ['url'], form: 'bisonUrl', message: say.reinstateBisonUrlFormat },
      { fields: ['username'], message: say.reinstateBisonUsername },
      { fields: ['password'], message: say.reinstateBisonPassword },
      { fields: ['workspace'], message: say.reinstateBisonWorkspace },
      { fields: ['apiKey'], message: say.reinstateBisonApiKey },
      { fields: ['appId'], message: say.bisonAppId },
    ],
    other: [],
  },
}

/** Values in normal form: every field there, blanks around them gone (never in a password), hosts cut. */
export function normalizeToolValues<Tool extends SendingToolId>(
  tool: Tool,
  typed: Partial<Record<string, string>>,
): ToolValues<Tool> {
  const values: Record<string, string> = {}
  for (const { name } of fieldsOf(tool)) {
    const text = typed[name] ?? ''
    values[name] = name === 'password' ? text : text.trim()
  }
  if (values.url) values.url = normalizeBisonUrl(values.url) ?? values.url
  return values as ToolValues<Tool>
}

/** Whose value is missing or wrong, so that a form can mark it. */
export interface ToolProblem extends Problem<'missing' | 'format'> {
  fields: readonly string[]
}

export interface ToolCheck extends ToolPlace {
  /** Secret fields that the server holds already and that were left as they are: they count as given. */
  stored?: readonly string[]
}

/** Everything that is wrong with a tool's values, in the order in which it is told; one problem per field. */
export function toolProblems(
  tool: SendingToolId,
  typed: Partial<Record<string, string>>,
  { stored = [], ...place }: ToolCheck,
): ToolProblem[] {
  const values: Partial<Record<string, string>> = normalizeToolValues(tool, typed)
  const asked = fieldsFor(tool, place).map((field) => field.name)
  const told = new Set<string>()
  const problems: ToolProblem[] = []
  for (const { fields, form, optional, message } of requirements[place.context][
    tool
  ] as readonly Requirement<string>[]) {
    const wrong = fields.filter((field) => {
      if (!asked.includes(field) || told.has(field)) return false
      const value = values[field]
      if (!value) return !optional && !stored.includes(field)
      return form !== undefined && !formats[form](value)
    })
    if (wrong.length === 0) continue
    for (const field of wrong) told.add(field)
    problems.push({
      code: wrong.some((field) => !values[field]) ? 'missing' : 'format',
      message,
      fields: wrong,
    })
  }
  return problems
}

/** The values in normal form, without those that the place does not ask for; or the first problem. */
export function checkToolCredentials<Tool extends SendingToolId>(
  tool: Tool,
  typed: Partial<Record<string, string>>,
  check: ToolCheck,
): Outcome<ToolValues<Tool>, ToolProblem['code']> {
  const [problem] = toolProblems(tool, typed, check)
  if (problem) return { ok: false, problem }
  const asked = Object.fromEntries(fieldsFor(tool, check).map(({ name }) => [name, typed[name]]))
  return accept(normalizeToolValues(tool, asked))
}

/** What stands in for a secret; says nothing about its length. */
export const secretMask = '••••••••'

/** A tool's values by what may be shown and what has to be sealed. Empty ones are in neither. */
export function separateSecrets(tool: SendingToolId, values: Partial<Record<string, string>>) {
  const details: Record<string, string> = {}
  const secrets: Record<string, string> = {}
  for (const { name, secret } of fieldsOf(tool)) {
    const value = values[name]
    if (value) (secret ? secrets : details)[name] = value
  }
  return { details, secrets }
}

/** A tool's values as they may be shown: secrets masked, absent ones left out. */
export function maskToolValues(
  tool: SendingToolId,
  values: Partial<Record<string, string>>,
): Record<string, string> {
  const { details, secrets } = separateSecrets(tool, values)
  return { ...details, ...Object.fromEntries(Object.keys(secrets).map((name) => [name, secretMask])) }
}

/** Credentials that the server holds, as they may be shown: secrets masked. */
export interface ToolConnection {
  id: string
  tool: SendingToolId
  shown: Record<string, string>
}

/** What a saved connection lacks in a place: a plan may need more of it than the one it was saved with. */
export function connectionProblems(
  { tool, shown }: Pick<ToolConnection, 'tool' | 'shown'>,
  place: ToolPlace,
): ToolProblem[] {
  const stored = storedFields(shown)
  return toolProblems(tool, withoutMasks(shown), { ...place, stored })
}

/** The values that stand there themselves. */
export const withoutMasks = (shown: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== secretMask))

/** The secret fields that masked values stand for. */
export const storedFields = (masked: Record<string, string>): string[] =>
  Object.keys(masked).filter((name) => masked[name] === secretMask)

const valuesSchema = <Tool extends SendingToolId>(tool: Tool) =>
  z.object({
    tool: z.literal(tool),
    values: z.object(
      Object.fromEntries(
        fieldsOf(tool).map(({ name, maxLength }) => [name, z._default(boundedText(maxLength), '')]),
      ) as Record<ToolFieldName<Tool>, z.ZodMiniDefault<z.ZodMiniString>>,
    ),
  })

/** A tool with its values, bounded; whether they suffice depends on the place: `checkToolCredentials`. */
export const toolCredentials = z.discriminatedUnion('tool', [
  valuesSchema(unknownTool),
  ...connectedTools.map((tool) => valuesSchema(tool)),
])
