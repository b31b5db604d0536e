import { describe, expect, it } from 'vitest'
import { required } from '#base/text/required.ts'
import {
  isVendorError,
  type VendorErrorKind,
  type VendorId,
  vendorNames,
} from '#vendors/client/vendor-error.ts'
import type { CallContext, CallOutcome } from '#vendors/ports/call-context.ts'
import { type Answering, type ContractBench, openBench } from './contract.ts'
import { failureOf } from './failure-of.ts'

/** The calls of a port that work on many and tell what became of each: a new one needs a row of its own. */
export type CallsOnMany<Port> = {
  [Call in keyof Port]-?: NonNullable<Port[Call]> extends (
    ...args: never[]
  ) => Promise<CallOutcome<unknown>[]>
    ? Call
    : never
}[keyof Port]

type TellsEach = CallContext & { onOutcome?: (id: string, outcome: CallOutcome<void>) => void }

export interface CallOnMany {
  /** Three there, each in the state that the call changes; what it takes them by. */
  arrange(bench: ContractBench): Promise<string[]>
  call(bench: ContractBench, ids: readonly string[], ctx: TellsEach): Promise<CallOutcome<unknown>[]>
  /** Whether the vendor has what was asked for. */
  isDone(bench: ContractBench, id: string): boolean
  /** One that is not there counts as done. */
  goneIsDone?: true
  /** Statuses with which a request for several is refused as a whole; `all`: whatever it is refused with. */
  refusedTogether?: 'all' | readonly number[]
  /** Of each it is told as soon as its outcome is known. */
  tellsEach?: true
}

interface Refusal {
  says: string
  status: number
  kind: VendorErrorKind
  retryAfterMs?: number
}
const refusals: readonly Refusal[] = [
  { says: 'refused for what it is', status: 400, kind: 'rejected' },
  { says: 'not there', status: 404, kind: 'not_found' },
  { says: 'not worked on for an error of the vendor', status: 500, kind: 'transient' },
  { says: 'to come back later', status: 429, kind: 'transient', retryAfterMs: 7_000 },
]

const words = { message: 'not this one' }
const headersOf = (status: number) => (status === 429 ? { 'Retry-After': '7' } : undefined)
const refused = (status: number) => Response.json(words, { status, headers: headersOf(status) ?? {} })

/** Numbers are ids only where there are several: elsewhere they are limits. */
const mentions = (part: unknown, id: string): boolean => {
  if (typeof part === 'string') return part.toLowerCase() === id.toLowerCase() || part.split('/').includes(id)
  if (Array.isArray(part))
    return part.some((each) => (typeof each === 'number' ? String(each) === id : mentions(each, id)))
  return typeof part === 'object' && part !== null && Object.values(part).some((each) => mentions(each, id))
}

const bodyOf = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** What is refused for what it is can be read all the same. */
const isReading = ({ method, body }: { method: string; body: string }, status: number): boolean =>
  status === 400 && (method === 'GET' || body.includes('"CmdletName":"Get-'))

/** Asked at each request that is about one, by what it asks for: whether that is refused. */
type IsRefused = (asked: string) => boolean

/** What a request asks for, of whomever. */
const asked = ({ method, url, body }: { method: string; url: string; body: string }, id: string): string =>
  [
    method,
    decodeURIComponent(url).split('?')[0]?.replace(id, ''),
    /"CmdletName":"([^"]+)"/.exec(body)?.[1],
  ].join(' ')

/** Refuses the requests that are about one, alone or among others. */
const refusing =
  (id: string, status: number, isRefused: IsRefused = () => true): Answering =>
  (request) => {
    if (isReading(request, status)) return undefined
    const { pathname } = new URL(request.url)
    const isAbout = mentions(decodeURIComponent(pathname), id) || mentions(bodyOf(request.body), id)
    return isAbout && isRefused(asked(request, id)) ? refused(status) : undefined
  }

interface GraphPart {
  id: string
  method: string
  url: string
  body?: unknown
}

/** The same, where many requests travel in one: only the part that is about it is refused. */
export const refusingPart =
  (id: string, status: number, isRefused: IsRefused = () => true): Answering =>
  async (request, pass) => {
    if (!request.url.endsWith('/$batch')) return refusing(id, status, isRefused)(request, pass)
    const { requests } = JSON.parse(request.body) as { requests: GraphPart[] }
    const part = requests.find((each) => mentions([each.url, each.body], id))
    if (!part || isReading({ ...part, body: '' }, status)) return undefined
    if (!isRefused(asked({ ...part, body: '' }, id))) return undefined
    const others = requests.filter((each) => each !== part)
    const answered =
      others.length > 0
        ? ((await (await pass(...asSent(request, { requests: others }))).json()) as { responses: unknown[] })
        : { responses: [] }
    const own = { id: part.id, status, headers: headersOf(status), body: { error: { code: 'x', ...words } } }
    // A batch is answered in any order.
    return Response.json({ responses: [own, ...answered.responses.reverse()] })
  }

const asSent = ({ url, headers }: Parameters<Answering>[0], json: unknown) =>
  [url, { method: 'POST', headers, body: JSON.stringify(json) }] as const

/**
 * Has the vendor refuse the second of three in each way. It gets that refusal and nobody else does, success is said of
 * nothing that was not done, and asked for again it succeeds.
 */
export function describeOneOfMany(
  vendor: VendorId,
  calls: Readonly<Record<string, CallOnMany>>,
  refuse: typeof refusing = refusing,
): void {
  describe.each(Object.entries(calls))(`${vendorNames[vendor]}: %s`, (_, row) => {
    const together = ({ status }: Refusal) =>
      row.refusedTogether === 'all' || row.refusedTogether?.includes(status) === true

    it.each(refusals)('says of one alone that it is $says ($status)', async (refusal) => {
      await using bench = await openBench('in-process', { seeds: [vendor] })
      const ids = await row.arrange(bench)
      const one = required(ids[1], 'the second of three')
      const heard = new Map<string, CallOutcome<unknown>>()
      bench.answerBefore(refuse(one, refusal.status))
      const outcomes = await row.call(bench, ids, {
        ...bench.ctx,
        onOutcome: (id, outcome) => heard.set(id, outcome),
      })

      expect(outcomes).toHaveLength(ids.length)
      if (row.tellsEach) expect(ids.map((id) => heard.get(id))).toEqual(outcomes)
      for (const [at, id] of ids.entries()) {
        const outcome = required(outcomes[at], `the outcome of ${id}`)
        const isGone = id === one && refusal.status === 404 && row.goneIsDone
        if (id !== one && !together(refusal) && !refusal.retryAfterMs)
          expect(outcome.ok, `${id}, which was not refused`).toBe(true)
        if (isGone) expect(outcome.ok, `${id}, which is gone`).toBe(true)
        else if (outcome.ok) expect(row.isDone(bench, id), `${id} is said to be done`).toBe(true)
        else {
          const { kind, retryAfterMs } = failureOf(outcome)
          expect([kind, kind === 'transient' && refusal.retryAfterMs ? retryAfterMs : undefined], id).toEqual(
            [refusal.kind, refusal.retryAfterMs],
          )
        }
        if (id === one && !isGone) expect(outcome.ok, `${id}, which was refused`).toBe(false)
      }

      bench.answerBefore(undefined)
      const left = ids.filter((_, at) => !outcomes[at]?.ok)
      if (left.length > 0) {
        const again = await row.call(bench, left, bench.ctx)
        expect(again.map(({ ok }) => ok)).toEqual(left.map(() => true))
      }
      for (const id of left) expect(row.isDone(bench, id), `${id}, asked for again`).toBe(true)
    })

    it('says nothing is done of one of which a single thing is refused, whichever it is', async () => {
      const askedFor = new Set<string>()
      const refuseOnly = async (what?: string) => {
        await using bench = await openBench('in-process', { seeds: [vendor] })
        const ids = await row.arrange(bench)
        const one = required(ids[1], 'the second of three')
        bench.answerBefore(
          refuse(one, 400, (each) => {
            if (what === undefined) askedFor.add(each)
            return each === what
          }),
        )
        const outcomes = await row.call(bench, ids, bench.ctx)
        for (const [at, id] of ids.entries())
          if (outcomes[at]?.ok) expect(row.isDone(bench, id), `${id} is said to be done, ${what}`).toBe(true)
      }
      await refuseOnly()
      expect(askedFor.size).toBeGreaterThan(0)
      for (const what of askedFor) await refuseOnly(what)
    })

    it('stops everything where the credentials are refused', async () => {
      await using bench = await openBench('in-process', { seeds: [vendor] })
      const ids = await row.arrange(bench)
      bench.answerBefore(() => refused(401))
      const thrown: unknown = await row.call(bench, ids, bench.ctx).catch((error: unknown) => error)
      expect(isVendorError(thrown, 'unauthorised')).toBe(true)
      expect(ids.some((id) => row.isDone(bench, id))).toBe(false)
    })
  })
}
