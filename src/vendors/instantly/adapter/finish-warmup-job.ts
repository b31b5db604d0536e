import { setTimeout as delay } from 'node:timers/promises'
import { isVendorError } from '#vendors/client/vendor-error.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import type { InstantlyApi } from './api.ts'
import type { JobBody } from './wire.ts'

/** Waits between two looks at a background job; tests put the sandbox's clock forward instead. */
export type Pause = (ms: number, signal?: AbortSignal) => Promise<void>
export const pauseFor: Pause = (ms, signal) => delay(ms, undefined, { signal })

const firstPauseMs = 250
const longestPauseMs = 2_000
const underWay: readonly JobBody['status'][] = ['pending', 'in-progress', 'draining', 'paused']

export const warmupJobFailed = 'the change of warm-up failed there'
export const isUnderWay = (job: JobBody): boolean => underWay.includes(job.status)

/**
 * Looks at the job until it has ended or `patienceMs` of pauses have passed; returns it as it stood last. A key that may
 * start it need not be allowed to look at it: then it is under way as far as is known, and the accounts tell the rest.
 */
export async function finishWarmupJob(
  api: InstantlyApi,
  started: JobBody,
  patienceMs: number,
  pause: Pause,
  ctx: CallContext,
): Promise<JobBody> {
  // The answer to the start does not hold the counts.
  const first = await api.readJob(started.id, ctx).catch((error: unknown) => {
    if (isVendorError(error, 'unauthorised') && error.status === 403) return undefined
    throw error
  })
  if (!first) return started.status === 'success' ? { ...started, status: 'pending' } : started
  let job = first
  let waited = 0
  for (
    let next = firstPauseMs;
    isUnderWay(job) && waited < patienceMs;
    next = Math.min(next * 2, longestPauseMs)
  ) {
    await pause(next, ctx.signal)
    waited += next
    job = await api.readJob(started.id, ctx)
  }
  return job
}
