import { required } from '#base/text/required.ts'
import type { CallOutcome } from '#vendors/ports/call-context.ts'
import { isVendorError, type VendorError } from './vendor-error.ts'

/** So many forbidden before any is done: it is no matter of single ones. */
const forbiddenAtMost = 5

/** 403 may be about the one that was asked for; every other refusal of credentials is about whoever asks. */
export const refusesAll = ({ kind, status }: VendorError): boolean =>
  kind === 'unauthorised' && status !== 403

export const isForbidden = (outcome: CallOutcome<unknown>): boolean =>
  !outcome.ok && outcome.error.kind === 'unauthorised' && outcome.error.status === 403

/**
 * Works on many items, `concurrency` at a time, and returns their outcomes in order. An item that the vendor
 * refuses or forbids leaves the others alone. Refused credentials, all or the first five forbidden, and whatever is
 * not the vendor's doing (a lost lease, an abort) end it all. Once the vendor says when to come back, the rest is not
 * tried and gets the same answer.
 */
export async function runEach<I, T>(
  items: readonly I[],
  concurrency: number,
  work: (item: I) => Promise<T>,
  onOutcome?: (item: I, outcome: CallOutcome<T>) => void,
): Promise<CallOutcome<T>[]> {
  const outcomes = new Array<CallOutcome<T>>(items.length)
  const queue = items.entries()
  const note = (at: number, item: I, outcome: CallOutcome<T>) => {
    outcomes[at] = outcome
    onOutcome?.(item, outcome)
  }
  let fatal: { error: unknown } | undefined
  let notNow: VendorError | undefined
  let isOneDone = false
  let forbidden = 0

  async function worker() {
    for (const [at, item] of queue) {
      if (fatal) return
      if (notNow) {
        note(at, item, { ok: false, error: notNow })
        continue
      }
      try {
        note(at, item, { ok: true, value: await work(item) })
        isOneDone = true
      } catch (error) {
        if (
          !isVendorError(error) ||
          refusesAll(error) ||
          (error.kind === 'unauthorised' && !isOneDone && ++forbidden === forbiddenAtMost)
        ) {
          fatal ??= { error }
          return
        }
        if (error.kind === 'transient' && error.retryAfterMs !== undefined) notNow = error
        note(at, item, { ok: false, error })
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker))
  if (fatal) throw fatal.error
  const [first] = outcomes
  if (first && !first.ok && outcomes.every(isForbidden)) throw first.error
  return outcomes
}

/** Outcomes of work on which other work does not wait: what ends all of it, such as refused credentials, is each one's. */
export const eachOnItsOwn = async (
  items: readonly unknown[],
  work: Promise<CallOutcome<void>[]>,
): Promise<CallOutcome<void>[]> => {
  try {
    return await work
  } catch (error) {
    if (!isVendorError(error)) throw error
    return items.map(() => ({ ok: false, error }))
  }
}

/** The outcome of two things done about the same: what is tried again soon before a refusal, which is tried again tomorrow. */
export const outcomeOfBoth = (a: CallOutcome<void>, b: CallOutcome<void>): CallOutcome<void> => {
  const isRefused = !a.ok && a.error.kind === 'rejected'
  return a.ok || (isRefused && !b.ok) ? b : a
}

export interface ChunkOptions {
  size: number
  concurrency: number
  onOutcome?: (id: string, outcome: CallOutcome<void>) => void
}

/**
 * The same for calls that take several ids at once. `work` returns the ids that failed inside a call that
 * succeeded; a call that fails, fails for all of its ids.
 */
export async function runInChunks(
  ids: readonly string[],
  { size, concurrency, onOutcome }: ChunkOptions,
  work: (chunk: string[]) => Promise<ReadonlyMap<string, VendorError>>,
): Promise<CallOutcome<void>[]> {
  const byId = new Map<string, CallOutcome<void>>()
  await runEach(chunksOf(ids, size), concurrency, work, (chunk, outcome) => {
    for (const id of chunk) {
      const error = outcome.ok ? outcome.value.get(id) : outcome.error
      const ofId: CallOutcome<void> = error ? { ok: false, error } : { ok: true, value: undefined }
      byId.set(id, ofId)
      onOutcome?.(id, ofId)
    }
  })
  return ids.map((id) => required(byId.get(id), `the outcome of ${id}`))
}

export type Round = (
  ids: readonly string[],
  onOutcome: (id: string, outcome: CallOutcome<void>) => void,
) => Promise<CallOutcome<void>[]>

/**
 * Several rounds over the same ids, one after the other. An id that fails in one is left out of the next, and
 * gets one outcome: when it fails, or when it has come through the last.
 */
export async function runInRounds(
  ids: readonly string[],
  rounds: readonly Round[],
  onOutcome?: (id: string, outcome: CallOutcome<void>) => void,
): Promise<CallOutcome<void>[]> {
  const outcomes = new Map<string, CallOutcome<void>>(ids.map((id) => [id, { ok: true, value: undefined }]))
  let left = ids
  for (const [at, round] of rounds.entries()) {
    const isLast = at === rounds.length - 1
    await round(left, (id, outcome) => {
      outcomes.set(id, outcome)
      if (isLast || !outcome.ok) onOutcome?.(id, outcome)
    })
    left = left.filter((id) => outcomes.get(id)?.ok)
  }
  return ids.map((id) => required(outcomes.get(id), `the outcome of ${id}`))
}

/** For work that fails as a whole or not at all. */
export const noFailures: ReadonlyMap<string, VendorError> = new Map()

export function chunksOf<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) =>
    items.slice(at * size, (at + 1) * size),
  )
}
