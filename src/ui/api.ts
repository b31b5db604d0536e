import type { Endpoint, ResponseOf, SentBodyOf, SentParamsOf, SentQueryOf } from '#base/api/endpoint.ts'
import type { ErrorBody, ErrorCode } from '#base/api/errors.ts'
import { refreshToken, type User } from '#features/accounts/api/auth.ts'
import { pageCustomerHeader } from '#features/accounts/api/page-customer.ts'

const timeoutMs = 300_000

export const apiMessages = {
  network: 'Network error. Please check your connection or CORS configuration.',
  unknown: 'An error occurred',
  cookiesBlocked: 'This browser blocks cookies for this site. Allow them, then reload the page.',
  tooLarge: 'That’s too much to send at once. Split it into smaller parts, or contact support.',
} as const

/** The server answered, and refused. `message` is a sentence for the customer. */
export class ApiError extends Error {
  readonly status: number
  /** The server's own sentence; absent where it gave none. */
  readonly said: string | undefined
  readonly code: ErrorCode | undefined
  readonly fields: Record<string, string>
  readonly details: unknown

  constructor(status: number, body: Partial<ErrorBody>) {
    // Our own server says why; a proxy before it answers 413 with a page of its own.
    super(body.message || (status === 413 ? apiMessages.tooLarge : apiMessages.unknown))
    this.name = 'ApiError'
    this.status = status
    this.said = body.message || undefined
    this.code = body.code
    this.fields = body.fields ?? {}
    this.details = body.details
  }
}

/** Whether our own server says that nobody is signed in: a proxy or a firewall between says nothing about that. */
export const saysSignedOut = (error: unknown): boolean =>
  error instanceof ApiError && isSignedOut(error.status, error)

const isSignedOut = (status: number, body: unknown): boolean =>
  status === 401 && (body as Partial<ErrorBody> | null)?.code === 'unauthenticated'

/** No answer: offline, refused, cut off, or later than the time-out. */
export class NetworkError extends Error {
  readonly wasOffline = !navigator.onLine

  constructor(cause: unknown) {
    super(apiMessages.network, { cause })
    this.name = 'NetworkError'
  }
}

type Part<Name extends string, Value> = undefined extends Value
  ? { [K in Name]?: Value }
  : { [K in Name]: Value }
type CallInput<E extends Endpoint> = Part<'params', SentParamsOf<E>> &
  Part<'query', SentQueryOf<E>> &
  Part<'body', SentBodyOf<E>> & {
    signal?: AbortSignal
    /** Names one attempt: the server returns for a repetition what it returned first. */
    idempotencyKey?: string
  }
export type CallArguments<E extends Endpoint> =
  Record<string, never> extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>]
interface Request {
  params?: unknown
  query?: unknown
  body?: unknown
  signal?: AbortSignal
  idempotencyKey?: string
  customerId?: string
}

/**
 * Calls one endpoint of the API and resolves with its answer.
 *
 * A call that needs a session and meets an ended one waits for a single renewal, shared by all calls that
 * met it, and is then sent again. When the session cannot be renewed, `onSessionExpired`'s listener is told
 * and the call fails with code `unauthenticated`. A session that is not the page's customer's is told to the page's
 * owner, and the call fails with code `other_customer`. One that wants the second factor shown again asks for it, and is
 * repeated once it was. A call of staff has nothing to do with a customer's session:
 * it says nothing of the page's customer, and what its refusal leads to is the console's business.
 *
 * @throws ApiError when the server refuses, NetworkError when there is no answer, the abort reason when
 *   `signal` aborts.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  ...[input]: CallArguments<E>
): Promise<ResponseOf<E>> {
  // A session that is begun would be lost with its answer, and nobody told why.
  if (endpoint.replacesSession && navigator.cookieEnabled === false)
    throw new ApiError(400, { message: apiMessages.cookiesBlocked })
  // A pass may be a customer's: then it is worth something in their session. Staff have a session of their own kind,
  // which ends without a renewal.
  const isCustomers = endpoint.access === 'customer' || endpoint.access === 'link'
  const request: Request = {
    ...input,
    customerId: isCustomers || endpoint.replacesSession ? owner?.id : undefined,
  }
  const sentIn = renewals
  let answer = await send(endpoint, request)
  if (isCustomers && isSignedOut(answer.status, answer.body)) {
    const isRenewed = renewals > sentIn || (await renewSession()) !== null
    if (isRenewed) answer = await send(endpoint, request)
    if (isSignedOut(answer.status, answer.body)) sessionExpired()
  }
  const { code } = (answer.body ?? {}) as Partial<ErrorBody>
  if (code === 'confirm_required' && (await askToConfirm?.())) answer = await send(endpoint, request)
  return accepted<E>(answer)
}

/** How often the session was renewed: an answer to an older cookie asks for no renewal of its own. */
let renewals = 0
let renewal: Promise<User | null> | undefined

/** The customer once the session is renewed, or null when there is nothing left to renew. */
export function renewSession(): Promise<User | null> {
  renewal ??= renew().finally(() => {
    renewal = undefined
  })
  return renewal
}

async function renew(): Promise<User | null> {
  const answer = await send(refreshToken, { body: {} })
  if (isSignedOut(answer.status, answer.body)) return null
  const { user } = accepted<typeof refreshToken>(answer)
  renewals += 1
  return user
}

/** Of customers; the console asks in its own way. */
let askToConfirm: (() => Promise<boolean>) | undefined

/** Names who asks for the second factor once more, where a customer's call wants it; resolves with whether it was shown. */
export function onConfirmationRequired(ask: () => Promise<boolean>): void {
  askToConfirm = ask
}

let sessionExpired = (): void => {}

/** Names the one listener that is told when a session has ended for good. */
export function onSessionExpired(listener: () => void): void {
  sessionExpired = listener
}

/** The customer whose things a page shows. */
export interface PageOwner {
  id: string
  /** The session has become another customer's: nothing that the page shows may stay. */
  onReplaced: () => void
  /** Their account asks for a second factor from now on, and they have none. */
  onHeldUp: () => void
}

let owner: PageOwner | undefined

export const pageOwner = (): PageOwner | undefined => owner

/** Names whose page this is from now on; `undefined` until the next customer is known. */
export function setPageOwner(next: PageOwner | undefined): void {
  owner = next
}

interface Answer {
  status: number
  /** The parsed JSON, or null when the body is something else (a proxy's error page, nothing at all). */
  body: unknown
}

/**
 * Sends a request at once, or, where its answer brings other session cookies, when no other such call of this browser
 * is under way, whichever tab sent it. A renewal beside a change of password would otherwise bring the cookies of a
 * session that the change has ended, and the later answer would win.
 */
async function send(endpoint: Endpoint, request: Request): Promise<Answer> {
  const deadline = AbortSignal.timeout(timeoutMs)
  const signal = request.signal ? AbortSignal.any([request.signal, deadline]) : deadline
  const exchange = () => exchangeOnce(endpoint, { ...request, signal })
  try {
    return await (endpoint.replacesSession ? inTurn(signal, exchange) : exchange())
  } catch (error) {
    if (request.signal?.aborted) throw error
    throw new NetworkError(error)
  }
}

/** Browsers have locks where the product is meant to be: over https, and on this machine. One that blocks cookies refuses them. */
async function inTurn<T>(signal: AbortSignal, exchange: () => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return exchange()
  let hasBegun = false
  const begin = () => {
    hasBegun = true
    return exchange()
  }
  try {
    return await navigator.locks.request('session-cookies', { signal }, begin)
  } catch (error) {
    if (hasBegun || signal.aborted) throw error
    return exchange()
  }
}

async function exchangeOnce(
  endpoint: Endpoint,
  { params, query, body, signal, idempotencyKey, customerId }: Request,
): Promise<Answer> {
  const response = await fetch(addressOf(endpoint.path, params, query), {
    method: endpoint.method,
    credentials: 'same-origin',
    // The first calls of a page, which change nothing, have none: they take the answers that the page itself has asked
    // for already.
    headers: {
      ...(customerId && { [pageCustomerHeader]: customerId }),
      ...(endpoint.method !== 'GET' && {
        'x-requested-with': 'XMLHttpRequest',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal,
  })
  return { status: response.status, body: parseJson(await response.text()) }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The server's answers are serialized from the record's schema, so the browser does not parse them again. */
function accepted<E extends Endpoint>({ status, body }: Answer): ResponseOf<E> {
  const isObject = typeof body === 'object' && body !== null
  if (status < 200 || status > 299 || !isObject) {
    const error = new ApiError(status, isObject ? body : {})
    if (error.code === 'other_customer') owner?.onReplaced()
    if (error.code === 'second_factor_required') owner?.onHeldUp()
    throw error
  }
  return body as ResponseOf<E>
}

function addressOf(path: string, params: unknown, query: unknown): string {
  const values = (params ?? {}) as Record<string, unknown>
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    for (const one of [value].flat()) if (one !== undefined) search.append(name, String(one))
  }
  return search.size > 0 ? `${filled}?${search}` : filled
}
