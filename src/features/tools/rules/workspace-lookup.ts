import { fillMessage } from '#base/text/message.ts'
import { accept, type Outcome, refuse } from '#base/text/outcome.ts'
import { normalizeBisonUrl } from './tool-credentials.ts'

/** A workspace of a sending tool, as the drop-down offers it. */
export interface Workspace {
  id: string
  name: string
}

export const bisonLookupMessages = {
  urlMissing: 'Please enter a Bison URL',
  urlInvalid: 'Please enter a valid Bison URL',
  keyMissing: 'Please enter your API key',
  none: 'No workspaces found in the response',
  unexpected: 'Unexpected response format from API',
  status: 'API error: {status} {statusText}',
  statusMessage: 'Failed to fetch workspaces ({status}): {message}',
  failed: 'Failed to fetch workspaces. Please check your API key and URL.',
  /** A kept key is never sent to an address that it was not entered for. */
  otherHost: 'Please enter your API key: the saved one belongs to another Bison URL.',
  onlyOne: 'Only one workspace was found. Your API key may be workspace-specific.',
} as const

export const instantlyLookupMessages = {
  loginMissing: 'Please enter your username and password',
  none: 'No workspace found in the response',
  status: 'API error: {status} {text}',
  statusMessage: 'Failed to fetch workspace ({status}): {message}',
  failed: 'Failed to fetch workspace. Please check your API key.',
} as const

/** What a refused look-up of an Instantly workspace says. */
export type InstantlyLookupTexts = Record<'none' | 'status' | 'statusMessage' | 'failed', string>

/** The same look-up in the form that corrects an existing order. */
export const orderEditLookupMessages = {
  none: 'No workspaces found in the response',
  status: 'API error',
  statusMessage: 'API error: {message}',
  failed: 'Failed to fetch workspaces. Please check your credentials.',
} as const satisfies InstantlyLookupTexts

/** Where to ask a customer's Bison, or what is missing. */
export function checkBisonLookup(
  typed: { url: string; apiKey: string },
  isKeySaved = false,
): Outcome<{ url: string; apiKey: string }, 'url_missing' | 'url_invalid' | 'key_missing'> {
  if (typed.url.trim() === '') return refuse('url_missing', bisonLookupMessages.urlMissing)
  const url = normalizeBisonUrl(typed.url)
  if (!url) return refuse('url_invalid', bisonLookupMessages.urlInvalid)
  const apiKey = typed.apiKey.trim()
  if (apiKey === '' && !isKeySaved) return refuse('key_missing', bisonLookupMessages.keyMissing)
  return accept({ url, apiKey })
}

export const checkInstantlyLookup = (typed: {
  username: string
  password: string
}): Outcome<null, 'login_missing'> =>
  typed.username.trim() && typed.password
    ? accept(null)
    : refuse('login_missing', instantlyLookupMessages.loginMissing)

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''

/** More workspaces than this are not offered. */
const workspacesMax = 1000

function readWorkspace(item: unknown): Workspace | undefined {
  if (!isRecord(item)) return undefined
  const id = text(item.id) || text(item.workspace_id)
  const name = text(item.name) || text(item.workspace_name)
  return id && name ? { id, name } : undefined
}

const readWorkspaces = (items: readonly unknown[]): Workspace[] =>
  items.slice(0, workspacesMax).flatMap((item) => readWorkspace(item) ?? [])

/** A Bison's answer: `{ data: [{ id, name }] }`. */
export function parseBisonWorkspaces(answer: unknown): Outcome<Workspace[], 'none' | 'unexpected'> {
  if (!isRecord(answer) || !Array.isArray(answer.data))
    return refuse('unexpected', bisonLookupMessages.unexpected)
  const workspaces = readWorkspaces(answer.data)
  return workspaces.length > 0 ? accept(workspaces) : refuse('none', bisonLookupMessages.none)
}

/** Instantly's answer: one workspace, or a list of them under either pair of names. */
export function parseInstantlyWorkspaces(
  answer: unknown,
  texts: InstantlyLookupTexts,
): Outcome<Workspace[], 'none'> {
  const workspaces = readWorkspaces(Array.isArray(answer) ? answer : [answer])
  return workspaces.length > 0 ? accept(workspaces) : refuse('none', texts.none)
}

/** What a refused look-up says: with the tool's own words when it has any. */
export function bisonRefusal(answer: { status: number; statusText: string; message?: string }): string {
  return answer.message
    ? fillMessage(bisonLookupMessages.statusMessage, { status: answer.status, message: answer.message })
    : fillMessage(bisonLookupMessages.status, { status: answer.status, statusText: answer.statusText })
}
export function instantlyRefusal(
  answer: { status: number; text: string; message?: string },
  texts: InstantlyLookupTexts,
): string {
  return answer.message
    ? fillMessage(texts.statusMessage, { status: answer.status, message: answer.message })
    : fillMessage(texts.status, { status: answer.status, text: answer.text })
}
