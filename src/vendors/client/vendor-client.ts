import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import * as z from 'zod'
import { errorCode } from '#base/error-code.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import { believedWait, type ToldWait, waitOfSeconds } from './believed-wait.ts'
import { noteVendorCall } from './note-vendor-call.ts'
import {
  credentialsOf,
  type HeldUpKind,
  type Meaning,
  VendorError,
  type VendorErrorKind,
  type VendorId,
  vendorNames,
  type WaitsFor,
} from './vendor-error.ts'
import type { Reservation, VendorLimits } from './vendor-limits.ts'
import { vendorWords } from './vendor-words.ts'

/** The part of `fetch` that adapters use; tests inject the sandbox's own. */
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>

export interface VendorClientDependencies {
  fetch: Fetch
  log: Logger
  limits: VendorLimits
}

/** An answer that was not a success, as an adapter's `explain` sees it. `body` is parsed JSON or the text. */
export interface Refusal {
  status: number
  headers: Headers
  body: unknown
}
export type Explanation = (
  | { kind?: Exclude<VendorErrorKind, 'waiting'>; waitsFor?: never }
  | { kind: 'waiting'; waitsFor: WaitsFor }
) & {
  reason?: string
  code?: string
  nameServers?: readonly string[]
  /** The vendor's limit is used up, where it says that with another status than 429. */
  isOverLimit?: true
} & Partial<ToldWait>

export interface VendorClientOptions {
  vendor: VendorId
  /** The vendor's own reading of a refusal; what it leaves out is decided by the status code. */
  explain?: (refusal: Refusal) => Explanation
  /** Whether an answer with a status of success is a refusal all the same; then it is explained like one. */
  refusesInside?: (body: unknown) => boolean
  /** Credentials: taken out of the vendor's words before they become a reason, should it repeat them. */
  secrets?: readonly string[]
}

export interface Call<T> {
  /** Our name of the operation, in logs and errors: `register`, `listMailboxes`. */
  operation: string
  /** An error inside a success is part of the answer, not a refusal of the call. */
  mayHoldError?: boolean
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  headers?: Record<string, string>
  json?: unknown
  form?: Record<string, string>
  body?: Uint8Array<ArrayBuffer> | FormData
  /** Parses the answer: see `noContent` and `dropped` for calls that are not interested in one. */
  answer: z.ZodType<T>
  /** The vendor sometimes answers plain words where it should send JSON: they are parsed as a string. */
  answersInWords?: boolean
  /** Further secrets in this request, a mailbox's password: see `VendorClientOptions.secrets`. */
  secrets?: readonly string[]
  timeoutMs?: number
  /** Several where a vendor counts a call twice, the narrowest last: that one is blocked by a refusal. */
  limit?: Limit | readonly Limit[]
}
type Limit = Omit<Reservation, 'purpose' | 'customerId'>

/** For calls whose success has no body: any other answer is not the success it says it is. */
export const noContent: z.ZodType<undefined> = z.undefined()
/** For calls whose success is known by its status: the body, whatever it is, is read and dropped. */
export const dropped: z.ZodType<undefined> = z.unknown().transform(() => undefined)

const maxAnswerBytes = 8 * 1024 * 1024
const defaultTimeoutMs = 20_000

export type VendorCall = <T>(request: Call<T>, ctx?: CallContext) => Promise<T>

/**
 * One request to a vendor: place in the limiter, lease check, time-out, size cap, parse, log line, and every
 * way to fail turned into a `VendorError`. It never retries: that is for the caller's rows to decide.
 * The address is not logged, since some vendors want their key in it.
 */
export function createVendorClient(
  dependencies: VendorClientDependencies,
  options: VendorClientOptions,
): VendorCall {
  const { fetch, log } = dependencies
  const { vendor } = options

  return async (request, ctx = {}) => {
    const { operation } = request
    const fail = failureOf(vendor, operation)
    await awaitPlaces(dependencies.limits, vendor, request, ctx, fail)
    const lease = await ctx.beforeCall?.()
    const timeoutMs = Math.max(
      1,
      Math.min(request.timeoutMs ?? defaultTimeoutMs, lease?.remainingMs ?? Infinity),
    )
    const timeout = AbortSignal.timeout(timeoutMs)
    const signal = ctx.signal ? AbortSignal.any([ctx.signal, timeout]) : timeout

    const started = performance.now()
    let status: number | undefined
    let outcome = 'ok'
    try {
      const response = await fetch(request.url, {
        method: request.method ?? 'GET',
        headers: headersOf(request),
        body: bodyOf(request),
        signal,
        redirect: 'manual',
      })
      status = response.status
      return await readAnswer(dependencies.limits, options, request, response, fail)
    } catch (error) {
      const known =
        error instanceof VendorError ? error : fail('transient', networkReason(error, timeout, timeoutMs))
      outcome = known.kind
      throw known
    } finally {
      noteVendorCall(log, { vendor, operation, status, outcome, startedAt: started })
    }
  }
}

type Fail = (
  kind: Exclude<VendorErrorKind, HeldUpKind>,
  reason: string,
  more?: Partial<VendorError>,
) => VendorError

const failureOf =
  (vendor: VendorId, operation: string): Fail =>
  (kind, reason, more = {}) =>
    new VendorError({ vendor, operation, kind, reason, ...pick(more) })

const limitsOf = (request: Call<unknown>): readonly Limit[] => [request.limit ?? []].flat()

/** Waits for a place under each of the call's limits, as long as the caller has patience. */
async function awaitPlaces(
  limits: VendorLimits,
  vendor: VendorId,
  request: Call<unknown>,
  ctx: CallContext,
  fail: Fail,
): Promise<void> {
  const pause = (ms: number) =>
    delay(ms, undefined, { signal: ctx.signal }).catch(() => {
      throw fail('transient', 'the call was called off')
    })

  if (ctx.signal?.aborted) throw fail('transient', 'the call was called off')
  let patienceMs = ctx.patienceMs ?? 0
  let waitMs = 0
  for (const limit of limitsOf(request)) {
    const reservation = {
      ...limit,
      purpose: ctx.purpose,
      customerId: ctx.customerId,
      isUnderWay: ctx.isUnderWay?.(),
    }
    let place = await limits.reserve(reservation)
    while (!place.granted && place.retryAfterMs <= patienceMs) {
      patienceMs -= place.retryAfterMs
      await pause(place.retryAfterMs)
      place = await limits.reserve(reservation)
    }
    if (!place.granted) {
      throw fail('transient', `${vendorNames[vendor]}'s limit is reached`, {
        retryAfterMs: place.retryAfterMs,
        isOverLimit: true,
        limit: limit.key,
      })
    }
    waitMs = Math.max(waitMs, place.waitMs)
  }
  if (waitMs > 0) await pause(waitMs)
}

const mayBeMissing = (answer: z.ZodType, text: string): boolean =>
  answer === dropped || (answer === noContent && text === '')

/** The parsed answer; a refusal and an answer that is not of the expected form are thrown. */
async function readAnswer<T>(
  limits: VendorLimits,
  options: VendorClientOptions,
  request: Call<T>,
  response: Response,
  fail: Fail,
): Promise<T> {
  const { operation, answer } = request
  const { status, headers } = response
  const reading = { ...options, secrets: [...(options.secrets ?? []), ...(request.secrets ?? [])] }
  const text = await readCapped(response, maxAnswerBytes)
  if (text === undefined) throw fail('transient', 'the answer was larger than 8 MB', { status })
  if (!response.ok) {
    const narrowest = limitsOf(request).at(-1)
    const refusal = { status, headers, body: parseJson(text) ?? text }
    const error = refusalError(reading, operation, refusal, narrowest?.key)
    if (narrowest && error.isOverLimit)
      await limits.block(narrowest.key, error.retryAfterMs ?? 1_000, error.doubted)
    throw error
  }
  if (isWebPage(text)) throw fail('transient', 'the answer was a web page, not data', { status })
  const body = parseJson(text) ?? (request.answersInWords ? text : undefined)
  if (body !== undefined && !request.mayHoldError && options.refusesInside?.(body))
    throw refusalError(reading, operation, { status, headers, body })
  if (body === undefined && !mayBeMissing(answer, text))
    throw fail('transient', 'the answer was not JSON', { status })
  const parsed = answer.safeParse(body, { reportInput: true })
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const where = issue?.path.join('.') || 'the whole answer'
    const word = withoutSecrets(unknownWord(issue), reading.secrets)
    throw fail('transient', `the answer has an unexpected form at ${where}${word}`, { status })
  }
  return parsed.data
}

/** A state that nobody has described, in the vendor's word: without it nobody could say what it is. */
const unknownWord = (issue: z.core.$ZodIssue | undefined): string =>
  issue?.code === 'invalid_value' && typeof issue.input === 'string' ? `: “${vendorWords(issue.input)}”` : ''

const pick = ({ status, code, retryAfterMs, isOverLimit, limit }: Partial<VendorError>) => ({
  status,
  code,
  retryAfterMs,
  isOverLimit,
  limit,
})

function headersOf(request: Call<unknown>): Record<string, string> {
  const headers: Record<string, string> = { accept: 'application/json', ...request.headers }
  if (request.json !== undefined) headers['content-type'] = 'application/json'
  if (request.form) headers['content-type'] = 'application/x-www-form-urlencoded'
  return headers
}

function bodyOf(request: Call<unknown>): RequestInit['body'] {
  if (request.json !== undefined) return JSON.stringify(request.json)
  if (request.form) return new URLSearchParams(request.form).toString()
  return request.body
}

/** The body as text, or undefined when it is larger than `max` bytes; the rest is not downloaded. */
async function readCapped(response: Response, max: number): Promise<string | undefined> {
  if (!response.body) return ''
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body) {
    size += chunk.byteLength
    if (size > max) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Proxies and captive portals answer 200 with a page; no vendor's success looks like that. */
const isWebPage = (text: string) => /^\s*<(!doctype html|html)/i.test(text)

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * A refusal in our words: also for one part of a batch, which has a status of its own.
 * @param limit the key of the limit that the call counted against
 */
export function refusalError(
  options: VendorClientOptions,
  operation: string,
  refusal: Refusal,
  limit?: string,
): VendorError {
  const explained = options.explain?.(refusal) ?? {}
  const meaning = meaningOf(options.vendor, explained, refusal.status)
  const wait = explained.retryAfterMs === undefined ? retryAfter(refusal.headers) : explained
  return new VendorError({
    vendor: options.vendor,
    operation,
    ...meaning,
    reason: withoutSecrets(explained.reason ?? `answered ${refusal.status}`, options.secrets ?? []),
    code: explained.code,
    ...(explained.nameServers && { nameServers: explained.nameServers }),
    status: refusal.status,
    // Of nothing else that passes: at a used-up limit tries are not counted, so it would be tried for ever and nobody told.
    isOverLimit: meaning.kind === 'transient' && (refusal.status === 429 || explained.isOverLimit === true),
    limit,
    retryAfterMs: wait?.retryAfterMs,
    doubted: wait?.doubted,
  })
}

/** What is shorter opens nothing that would be worth opening, and occurs in every other word. */
const shortestSecret = 4

function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce(
    (clean, secret) => (secret.length < shortestSecret ? clean : clean.replaceAll(secret, '•••')),
    text,
  )
}

function meaningOf(vendor: VendorId, explained: Explanation, status: number): Meaning {
  if (explained.kind === 'waiting') return { kind: explained.kind, waitsFor: explained.waitsFor }
  const kind = explained.kind ?? kindOfStatus(status)
  return kind === 'unauthorised' ? { kind, waitsFor: credentialsOf[vendor] } : { kind }
}

function kindOfStatus(status: number): Exclude<VendorErrorKind, 'waiting'> {
  if (status >= 200 && status < 300) return 'rejected'
  if (status === 401 || status === 403) return 'unauthorised'
  if (status === 404 || status === 410) return 'not_found'
  if (status === 408 || status === 425 || status === 429 || status >= 500 || status < 400) return 'transient'
  return 'rejected'
}

/** `Retry-After`: seconds or an HTTP date (RFC 9110, 10.2.3). */
function retryAfter(headers: Headers): ToldWait | undefined {
  const value = headers.get('retry-after')
  if (!value) return undefined
  const said = `Retry-After: ${value}`
  const seconds = Number(value)
  return Number.isNaN(seconds)
    ? believedWait(Date.parse(value) - Date.now(), said)
    : waitOfSeconds(seconds, said)
}

function networkReason(error: unknown, timeout: AbortSignal, timeoutMs: number): string {
  if (timeout.aborted) return `no answer within ${Math.round(timeoutMs / 1000)} s`
  const code = error instanceof Error ? errorCode(error.cause) : undefined
  return code ? `could not be reached (${code})` : 'the connection was cut'
}
