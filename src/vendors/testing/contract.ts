import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import type { Fetch, VendorClientDependencies } from '#vendors/client/vendor-client.ts'
import {
  VendorError,
  type VendorErrorKind,
  type VendorId,
  vendorNames,
} from '#vendors/client/vendor-error.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import type { FaultKind } from '#vendors/sandbox/faults.ts'
import { createSandbox, type Sandbox, type SandboxOptions } from '#vendors/sandbox/sandbox.ts'
import { createCapturedLog } from './captured-log.ts'
import { createMemoryLimits, type MemoryLimits } from './memory-limits.ts'

/** What one contract test works with: a fresh sandbox, and the dependencies an adapter is built from. */
export interface ContractBench {
  sandbox: Sandbox
  /** Origin of the sandbox, without a slash at its end; vendors live below their prefix. */
  origin: string
  dependencies: VendorClientDependencies & { limits: MemoryLimits }
  /** To be passed on to the adapter: allows each request more time than a busy machine needs. */
  ctx: CallContext
  /** Allows the nth request from now on (from 0) only so long. */
  hurry(nth: number, ms: number): void
  /** Has requests answered before the sandbox hears of them; those answered with undefined reach it. */
  answerBefore(answer: Answering | undefined): void
  logText(): string
}

/** A vendor that answers a request itself; `pass` lets the sandbox answer another one. */
export type Answering = (
  request: { url: string; method: string; headers: RequestInit['headers']; body: string },
  pass: Fetch,
) => Promise<Response | undefined> | Response | undefined

export interface ContractOperation<State> {
  /** As the port names it; more may follow after a space or a comma. */
  name: string
  /** State at the vendor that the call needs. It meets no faults. */
  arrange?: (bench: ContractBench) => Promise<State> | State
  /** The adapter's call; must make at least one request. */
  call: (bench: ContractBench, state: State) => Promise<unknown>
  /** Of a call that changes something: how often it took effect at the vendor. After any failure and a repeat: once. */
  effects?: (bench: ContractBench, state: State) => number
}

export interface FailureMatrix {
  vendor: VendorId
  /** As ordered faults and the request log name it, where that differs. */
  sandboxVendor?: string
  /** Every secret the adapters were built with: must appear in no error and no log line. */
  secrets: readonly string[]
  /**
   * Over `http` an operation meets every fault: one whose parts use each of the vendor's services is enough, since all
   * others go through the same client. `in-process` each meets those after which it may have had its effect or not.
   */
  transport: 'in-process' | 'http'
  /** In which each call of the port has an operation. */
  ports?: (bench: ContractBench) => readonly object[]
  /** Calls that have none, each with why. */
  without?: Record<string, string>
  // biome-ignore lint/suspicious/noExplicitAny: each operation has a state of its own.
  operations: ContractOperation<any>[]
}

const plentyMs = 10_000
/** A busy machine may not even have sent the request by then; it is given more time. */
const untilTimeoutMs = [200, 2_000, plentyMs] as const

/** Keeps the state's type between `arrange` and `call`. */
export const operation = <State>(described: ContractOperation<State>): ContractOperation<State> => described

/** Opens a sandbox as contract tests want it: instant propagation, limits out of the way. */
export async function openBench(
  transport: 'in-process' | 'http',
  options: Partial<SandboxOptions> = {},
): Promise<ContractBench & AsyncDisposable> {
  const sandbox = createSandbox({ storePath: ':memory:', delayScale: 0, limitsScale: 1_000, ...options })
  if (transport === 'http') await sandbox.listen(0)
  const captured = createCapturedLog()
  let untilHurry = -1
  let hurriedMs = 0
  const pass: Fetch = transport === 'http' ? globalThis.fetch : sandbox.fetch
  let answering: Answering | undefined
  const fetch: Fetch = async (url, init) => {
    const answered = await answering?.(
      {
        url,
        method: init?.method ?? 'GET',
        headers: init?.headers,
        body: textOf(init?.body),
      },
      pass,
    )
    return answered ?? pass(url, init)
  }
  return {
    sandbox,
    origin: sandbox.origin,
    dependencies: { fetch, log: captured.log, limits: createMemoryLimits() },
    ctx: { beforeCall: async () => ({ remainingMs: untilHurry-- === 0 ? hurriedMs : plentyMs }) },
    hurry(nth, ms) {
      untilHurry = nth
      hurriedMs = ms
    },
    answerBefore(answer) {
      answering = answer
    },
    logText: captured.text,
    [Symbol.asyncDispose]: () => sandbox.close(),
  }
}

const textOf = (body: RequestInit['body']): string => {
  if (body instanceof Uint8Array) return new TextDecoder().decode(body)
  return typeof body === 'string' ? body : ''
}

/** The requests that reached a vendor. */
export const requestsTo = ({ sandbox }: ContractBench, vendor: string) =>
  sandbox.requests().filter((request) => request.vendor === vendor)

interface Failure {
  fault: FaultKind
  behaviour: string
  kind?: VendorErrorKind
  reason?: RegExp
  retryAfterMs?: number
}

/** After these a caller cannot know whether the effect was had. */
const undecided: Failure[] = [
  { fault: 'timeout', behaviour: 'gets no answer in time', kind: 'transient', reason: /no answer within/ },
  { fault: 'lost_answer', behaviour: 'loses the connection after the effect', kind: 'transient' },
]
const failures: Failure[] = [
  ...undecided,
  { fault: '429', behaviour: 'waits as told', kind: 'transient', retryAfterMs: 7_000 },
  { fault: '429_bare', behaviour: 'is told to slow down without a time', kind: 'transient' },
  { fault: '500', behaviour: 'meets a server error', kind: 'transient' },
  { fault: '503', behaviour: 'meets an outage', kind: 'transient', retryAfterMs: 7_000 },
  { fault: 'drop', behaviour: 'loses the connection before the effect', kind: 'transient' },
  { fault: 'malformed', behaviour: 'gets half an answer', kind: 'transient' },
  { fault: 'html', behaviour: 'gets a web page instead of data' },
  { fault: 'wrong_types', behaviour: 'gets an answer of another form' },
  { fault: 'huge', behaviour: 'gets 30 MB', kind: 'transient' },
]

/**
 * Lets every request of every operation fail, one at a time. Each time the adapter must throw a `VendorError` that
 * names the vendor and holds no secret; a repeat must succeed, and the effect stand once.
 */
export function describeFailureMatrix(matrix: FailureMatrix): void {
  describe(`${vendorNames[matrix.vendor]} (${matrix.transport})`, () => {
    const { ports, without = {} } = matrix
    if (ports)
      it('has an operation here for each call of the port', async () => {
        await using bench = await benchFor(matrix)
        const asked = new Set(matrix.operations.map(({ name }) => name.split(/[ ,]/)[0]))
        const calls = new Set(ports(bench).flatMap((port) => callsOf(port)))
        expect([...calls].filter((call) => !asked.has(call) && !(call in without))).toEqual([])
        expect(Object.keys(without).filter((call) => !calls.has(call) || asked.has(call))).toEqual([])
      })

    describe.each(matrix.operations)('$name', (op) => {
      let counted: Promise<number> | undefined
      it('succeeds whatever else the answers hold, logs vendor and duration, and says no secret', async () => {
        await using bench = await benchFor(matrix)
        const state = await op.arrange?.(bench)
        order(bench, matrix, 'extra_fields', 0, 1_000)
        await op.call(bench, state)
        if (op.effects) expect(op.effects(bench, state)).toBe(1)
        expect(bench.logText()).toContain(`"vendor":"${matrix.vendor}"`)
        expectNoSecret(matrix, bench.logText())
      })

      const met = matrix.transport === 'http' ? failures : undecided
      it.each(met)('$behaviour ($fault), then succeeds once', async (failure) => {
        counted ??= requestsOf(matrix, op)
        const requests = await counted
        expect(requests, 'requests made by the operation').toBeGreaterThan(0)
        const attempts = Array.from({ length: requests }, (_, nth) => () => failAt(nth, failure, matrix, op))
        // Only waiting is worth sharing; everything else is work.
        if (failure.fault === 'timeout') await Promise.all(attempts.map((attempt) => attempt()))
        else for (const attempt of attempts) await attempt()
      })
    })
  })
}

/** The names of what can be called: `dkim`, and of a part of its own `trace.failed`. */
const callsOf = (port: object): string[] =>
  Object.entries(port).flatMap(([name, part]) => {
    if (typeof part === 'function') return [name]
    return typeof part === 'object' && part !== null ? callsOf(part).map((call) => `${name}.${call}`) : []
  })

/** Without the other vendors' accounts, whose thousand senders would take most of its time. */
const benchFor = ({ transport, ...matrix }: FailureMatrix) =>
  openBench(transport, { seeds: [inSandbox(matrix)] })

/** The vendor's name in ordered faults and in the request log. */
const inSandbox = ({ vendor, sandboxVendor = vendor }: Pick<FailureMatrix, 'vendor' | 'sandboxVendor'>) =>
  sandboxVendor

async function failAt(
  nth: number,
  failure: Failure,
  matrix: FailureMatrix,
  op: ContractOperation<unknown>,
  [withinMs, ...longer]: readonly number[] = untilTimeoutMs,
): Promise<void> {
  await using bench = await benchFor(matrix)
  const where = `${op.name}, request ${nth + 1}, ${failure.fault}`
  const state = await op.arrange?.(bench)
  order(bench, matrix, failure.fault, nth, 1)
  if (failure.fault === 'timeout') bench.hurry(nth, withinMs as number)
  const error = await op.call(bench, state).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (failure.fault === 'timeout' && longer.length > 0 && bench.sandbox.faults.list().length > 0)
    return failAt(nth, failure, matrix, op, longer)
  expect(bench.sandbox.faults.list(), `${where}: the fault was met`).toEqual([])
  if (error === undefined) throw new Error(`${where}: the call succeeded`)
  if (!(error instanceof VendorError)) throw new Error(`${where}: not a VendorError`, { cause: error })
  expect(error.vendor, where).toBe(matrix.vendor)
  expect(error.message, where).toContain(vendorNames[matrix.vendor])
  if (failure.kind) expect(error.kind, where).toBe(failure.kind)
  if (failure.reason) expect(error.reason, where).toMatch(failure.reason)
  if (failure.retryAfterMs) expect(error.retryAfterMs, where).toBe(failure.retryAfterMs)
  expectNoSecret(matrix, inspect(error, { depth: 10 }))
  await op.call(bench, state)
  if (op.effects) expect(op.effects(bench, state), `${where}: effects`).toBe(1)
  expectNoSecret(matrix, bench.logText())
}

/** How many requests the undisturbed operation makes. */
async function requestsOf(matrix: FailureMatrix, op: ContractOperation<unknown>): Promise<number> {
  await using bench = await benchFor(matrix)
  const state = await op.arrange?.(bench)
  const before = answered(bench, matrix)
  await op.call(bench, state)
  return answered(bench, matrix) - before
}

/** Requests to the vendor that have come to an end. */
const answered = (bench: ContractBench, matrix: FailureMatrix) =>
  bench.sandbox.requests().filter((entry) => entry.vendor === inSandbox(matrix)).length

function order(bench: ContractBench, matrix: FailureMatrix, kind: FaultKind, skip: number, times: number) {
  bench.sandbox.faults.add({
    kind,
    vendor: inSandbox(matrix),
    skip,
    times,
    retryAfter: 7,
  })
}

function expectNoSecret(matrix: FailureMatrix, text: string) {
  for (const secret of matrix.secrets) expect(text.includes(secret), 'a secret is written').toBe(false)
}
