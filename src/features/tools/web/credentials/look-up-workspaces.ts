import type { SentBodyOf } from '#base/api/endpoint.ts'
import { ApiError, call } from '#ui/api.ts'
import { bisonWorkspaces, instantlyWorkspaces } from '../../api/connections.ts'
import type { SendingToolId, ToolsAskingFor } from '../../rules/sending-tools.ts'
import { toolCredentialMessages } from '../../rules/tool-credentials.ts'
import {
  bisonLookupMessages,
  bisonRefusal,
  checkBisonLookup,
  checkInstantlyLookup,
  type InstantlyLookupTexts,
  instantlyRefusal,
  parseBisonWorkspaces,
  parseInstantlyWorkspaces,
  type Workspace,
} from '../../rules/workspace-lookup.ts'

/** What a look-up brings: workspaces to choose from, perhaps with a warning; or the sentence why not. */
export type LookUp = { workspaces: Workspace[]; warning?: string } | { problem: string }

type Values = Partial<Record<string, string>>

/** What the server holds of the credentials: those that are left empty need not be typed again. */
export interface SavedSecrets {
  connectionId: string
  fields: readonly string[]
}

/** How the workspaces that a tool's credentials reach are looked up. */
export interface WorkspaceLookUp {
  /** On the button. */
  label: string
  lookUp: (values: Values, texts: InstantlyLookupTexts, saved?: SavedSecrets) => Promise<LookUp>
  /** What has to be entered before the button can be used. */
  missing?: (values: Values, saved?: SavedSecrets) => string | undefined
}

const lookUps: Record<ToolsAskingFor<'workspace'>, WorkspaceLookUp> = {
  instantly: {
    label: 'Fetch Workspace',
    lookUp: lookUpInstantlyWorkspaces,
    missing: (values, saved) => {
      const login = checkLogin(values, saved)
      return login.ok ? undefined : login.problem.message
    },
  },
  bison: { label: 'Fetch Workspaces', lookUp: lookUpBisonWorkspaces },
}

/** The look-up of a tool that asks for a workspace. */
export const workspaceLookUpOf = (tool: SendingToolId): WorkspaceLookUp | undefined =>
  tool in lookUps ? lookUps[tool as keyof typeof lookUps] : undefined

/** The password itself is not sent: a saved one is as good as one that was typed. */
const checkLogin = ({ username = '', password = '' }: Values, saved?: SavedSecrets) =>
  checkInstantlyLookup({
    username,
    password: password || (saved?.fields.includes('password') ? 'saved' : ''),
  })

/** Where the key comes from that was not typed. */
const savedKeyIn = (saved: SavedSecrets | undefined, key: string | undefined) =>
  !key && saved?.fields.includes('apiKey') ? { basedOn: saved.connectionId } : undefined

/**
 * The workspaces an Email Bison key reaches, asked from this browser; by the server where the host refuses browsers,
 * and with a key that only the server has.
 */
async function lookUpBisonWorkspaces(
  values: Values,
  _texts: InstantlyLookupTexts,
  saved?: SavedSecrets,
): Promise<LookUp> {
  const savedKey = savedKeyIn(saved, values.apiKey?.trim())
  const typed = checkBisonLookup({ url: values.url ?? '', apiKey: values.apiKey ?? '' }, Boolean(savedKey))
  if (!typed.ok) return { problem: typed.problem.message }
  if (savedKey) return askThroughServer({ ...typed.value, ...savedKey })
  const answer = await askDirectly(typed.value).catch(() => undefined)
  if (!answer) return askThroughServer(typed.value)
  if (!answer.ok)
    return {
      problem: bisonRefusal({
        status: answer.status,
        statusText: answer.statusText,
        message: messageIn(await answer.json().catch(() => null)),
      }),
    }
  return bisonOutcome(await answer.json().catch(() => null))
}

const askDirectly = ({ url, apiKey }: { url: string; apiKey: string }) =>
  fetch(`${url}/api/workspaces`, {
    headers: { authorization: `Bearer ${apiKey}`, accept: 'application/json' },
    credentials: 'omit',
    signal: AbortSignal.timeout(30_000),
  })

async function askThroughServer(key: SentBodyOf<typeof bisonWorkspaces>): Promise<LookUp> {
  try {
    return bisonOutcome(await call(bisonWorkspaces, { body: key }))
  } catch (error) {
    const isRefused = error instanceof ApiError && error.status < 500
    return {
      problem: isRefused
        ? bisonRefusal({ status: error.status, statusText: '', message: error.message })
        : bisonLookupMessages.failed,
    }
  }
}

function bisonOutcome(answer: unknown): LookUp {
  const parsed = parseBisonWorkspaces(answer)
  if (!parsed.ok) return { problem: parsed.problem.message }
  const isOnly = parsed.value.length === 1
  return { workspaces: parsed.value, ...(isOnly && { warning: bisonLookupMessages.onlyOne }) }
}

/** The workspace an Instantly key reaches. */
async function lookUpInstantlyWorkspaces(
  values: Values,
  texts: InstantlyLookupTexts,
  saved?: SavedSecrets,
): Promise<LookUp> {
  const login = checkLogin(values, saved)
  if (!login.ok) return { problem: login.problem.message }
  const token = values.apiKey?.trim() ?? ''
  const savedKey = savedKeyIn(saved, token)
  if (!token && !savedKey) return { problem: toolCredentialMessages.instantlyApiKey }
  try {
    const body = { token, ...savedKey }
    const parsed = parseInstantlyWorkspaces(await call(instantlyWorkspaces, { body }), texts)
    return parsed.ok ? { workspaces: parsed.value } : { problem: parsed.problem.message }
  } catch (error) {
    if (!(error instanceof ApiError)) return { problem: texts.failed }
    const said = error.said === undefined ? {} : { message: error.said }
    return {
      problem: instantlyRefusal({ status: error.status, text: error.code ?? '', ...said }, texts).trim(),
    }
  }
}

const messageIn = (body: unknown): string | undefined =>
  typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string'
    ? body.message
    : undefined
