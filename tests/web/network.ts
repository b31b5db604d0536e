import * as z from 'zod/mini'
import type { Endpoint, ResponseOf, SentBodyOf, SentParamsOf, SentQueryOf } from '#base/api/endpoint.ts'
import type { ErrorBody, ErrorCode } from '#base/api/errors.ts'

/** A call as the page sent it, once its endpoint's record has accepted it. */
export interface Sent<E extends Endpoint> {
  params: SentParamsOf<E>
  query: SentQueryOf<E>
  body: SentBodyOf<E>
  headers: Headers
}

type Reply<E extends Endpoint> = ResponseOf<E> | ((sent: Sent<E>) => ResponseOf<E>)
type Refusal = { status: number; code?: ErrorCode } & Partial<ErrorBody>

/** A call whose answer the test holds back. */
export interface Held<E extends Endpoint> {
  answer: (reply: ResponseOf<E>) => void
  refuse: (refusal: Refusal) => void
  /** No answer ever comes: the line is cut. */
  lose: () => void
}

interface Call extends Sent<Endpoint> {
  endpoint: Endpoint
  signal: AbortSignal | undefined
}
type Responder = (call: Call) => Response | Promise<Response>

const lost = () => new TypeError('Failed to fetch')

/** What each endpoint answers; the latest word of a test counts. */
const responders = new Map<Endpoint, Responder>()
/** What pages ask for in the background when they are idle, also one that a test has just left. */
const background = new Map<Endpoint, Responder>()
/** What addresses of others answer, by their beginning. */
const elsewhere = new Map<string, (request: Request) => Response | Promise<Response>>()
const calls: Call[] = []
const held = new Set<() => void>()
let problems: string[] = []

/**
 * Stands at the network's edge: pages run as they are, and what they send and get is held against the endpoint records.
 * A call that no test has an answer for, a request or an answer that its record does not accept fails the test.
 */
export const network = {
  /** Answers a call from now on, with what its record accepts. */
  answer<E extends Endpoint>(endpoint: E, reply: Reply<E>): void {
    responders.set(endpoint, (call) =>
      accepted(endpoint, typeof reply === 'function' ? (reply as (sent: unknown) => unknown)(call) : reply),
    )
  },

  /** Answers a call in all tests that do not answer it otherwise. */
  answerAlways<E extends Endpoint>(endpoint: E, reply: ResponseOf<E>): void {
    background.set(endpoint, () => accepted(endpoint, reply))
  },

  /** Refuses a call from now on. Without a body it is what a proxy says. */
  refuse(endpoint: Endpoint, refusal: Refusal): void {
    responders.set(endpoint, () => refused(refusal))
  },

  /** Lets a call end without an answer from now on. */
  lose(endpoint: Endpoint): void {
    responders.set(endpoint, () => Promise.reject(lost()))
  },

  /** Answers with a text that is none of ours: a proxy's error page. */
  answerForeign(endpoint: Endpoint, body: string, status = 200): void {
    responders.set(endpoint, () => new Response(body, { status, headers: { 'content-type': 'text/html' } }))
  },

  /** Holds back the answers to a call from now on, all of them until the test gives one. */
  hold<E extends Endpoint>(endpoint: E): Held<E> {
    let settle: (outcome: () => Response | Promise<Response>) => void = () => {}
    const outcome = new Promise<() => Response | Promise<Response>>((resolve) => {
      settle = resolve
    })
    const lose = () => settle(() => Promise.reject(lost()))
    held.add(lose)
    responders.set(endpoint, async ({ signal }) => {
      const aborted = new Promise<never>((_, reject) =>
        signal?.addEventListener('abort', () => reject(signal.reason)),
      )
      return (await Promise.race([outcome, aborted]))()
    })
    return {
      answer: (reply) => settle(() => accepted(endpoint, reply)),
      refuse: (refusal) => settle(() => refused(refusal)),
      lose,
    }
  },

  /** Answers whatever goes to an address of somebody else's that begins like this. */
  answerElsewhere(url: string, answer: (request: Request) => Response | Promise<Response>): void {
    elsewhere.set(url, answer)
  },

  /** What was sent to an endpoint so far in this test, the earliest first. */
  sent: <E extends Endpoint>(endpoint: E): Sent<E>[] =>
    calls.filter((call) => call.endpoint === endpoint) as unknown as Sent<E>[],
}

const refused = ({ status, ...body }: Refusal) =>
  Object.keys(body).length > 0 ? Response.json(body, { status }) : new Response('', { status })

/** As the server serializes it: parsed by the record, which drops what it does not declare. */
function accepted(endpoint: Endpoint, reply: unknown): Response {
  const { success, data, error } = z.safeParse(endpoint.response, reply)
  if (success) return Response.json(data)
  problem(`The answer to ${nameOf(endpoint)} is none that its record allows: ${z.prettifyError(error)}`)
  throw lost()
}

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

function problem(text: string): void {
  problems.push(text)
}

/** Ends all that a test has begun, and returns what keeps it from passing. */
export function endNetwork(): string[] {
  for (const release of held) release()
  held.clear()
  responders.clear()
  elsewhere.clear()
  calls.length = 0
  const found = problems
  problems = []
  return found
}

async function respond(request: Request, signal: AbortSignal | undefined): Promise<Response> {
  const url = new URL(request.url)
  for (const [begin, answer] of elsewhere) if (request.url.startsWith(begin)) return answer(request)
  for (const [endpoint, responder] of [...background, ...responders].reverse()) {
    const params = paramsOf(endpoint, request.method, url.pathname)
    if (!params) continue
    const text = await request.text()
    const sent = {
      params,
      query: queryOf(url.searchParams),
      body: text ? JSON.parse(text) : undefined,
    }
    for (const part of ['params', 'query', 'body'] as const) {
      const schema = endpoint[part]
      if (!schema) continue
      const { success, error } = z.safeParse(schema, sent[part])
      if (success) continue
      problem(`${nameOf(endpoint)} was sent a ${part} that its record refuses: ${z.prettifyError(error)}`)
    }
    const call = { endpoint, signal, headers: request.headers, ...sent } as Call
    calls.push(call)
    return responder(call)
  }
  problem(`Nothing answers ${request.method} ${url.pathname}.`)
  throw lost()
}

function paramsOf(endpoint: Endpoint, method: string, path: string): Record<string, string> | undefined {
  if (endpoint.method !== method) return undefined
  const pattern = endpoint.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')
  const match = new RegExp(`^${pattern}$`).exec(path)
  return (match &&
    Object.fromEntries(
      Object.entries(match.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]),
    )) as Record<string, string> | undefined
}

/** As Fastify reads it: a name that comes several times is a list. */
const queryOf = (search: URLSearchParams): Record<string, string | string[]> =>
  Object.fromEntries(
    [...new Set(search.keys())].map((name) => {
      const values = search.getAll(name)
      return [name, values.length > 1 ? values : (values[0] ?? '')]
    }),
  )

/** Takes the place of the browser's own; files of the pages themselves still come from the test's server. */
export function standAtTheEdge(): void {
  const { fetch } = window
  window.fetch = (input, init) => {
    const request = new Request(input, { ...init, signal: null })
    const { pathname, origin } = new URL(request.url)
    if (origin === window.location.origin && !pathname.startsWith('/api/')) return fetch(input, init)
    return respond(request, init?.signal ?? undefined)
  }
}
