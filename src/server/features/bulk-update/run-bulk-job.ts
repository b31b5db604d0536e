import { and, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm'
import { bulkJobMessages, unfinishedStatuses } from '#shared/bulk-update/bulk-job.ts'
import { bulkJobs } from '../../db/schema/index.ts'
import { placeOf } from '../../db/sealed-columns.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { BulkAccess } from '../../providers/bulk-tools.ts'
import { isVendorError, type VendorError, vendorNames } from '../../providers/vendor-error.ts'
import type { BulkChange } from './bulk-change.ts'
import { changeAll, firstPauseMs, longestPauseMs } from './change-accounts.ts'
import { releaseClaims } from './claimed-accounts.ts'
import { concludeBulkJob } from './conclude-bulk-job.ts'
import { confirmChanges } from './confirm-changes.ts'
import { endBulkJob } from './end-bulk-job.ts'
import { mayPass } from './failure-outcome.ts'
import { wishOf } from './job-accounts.ts'
import { createJobRun, JobEnded, type JobRun, SetAside, stateOf } from './job-run.ts'
import { readBefore } from './read-before.ts'

/** How long accounts stay with a worker that shows no sign of life. */
export const bulkLeaseMs = 15_000
const readTries = 3
/** Short waits in a row that a tool may ask for before it is read. */
const waitsObeyed = 100

type Deps = Pick<Dependencies, 'db' | 'queue' | 'secrets' | 'vendors' | 'log' | 'outbox' | 'config'>

export interface BulkJobRunner {
  /**
   * Resolves when the job has ended, is with another worker, waits for a time that its tool has named, or the process
   * is to end. Repeating is harmless.
   */
  run(jobId: string): Promise<void>
}

/**
 * Works on bulk updates. Everything that has happened stands in the rows: each account's outcome as soon as it
 * is known, so that a job whose worker died continues with the accounts that have none.
 */
export function createBulkJobRunner(
  deps: Deps,
  { signal = new AbortController().signal, leaseMs = bulkLeaseMs } = {},
): BulkJobRunner {
  const { log } = deps
  const underWay = new Set<string>()
  return {
    async run(jobId) {
      // A job that is woken twice is run once here; other processes are told by the claims.
      if (underWay.has(jobId)) return
      underWay.add(jobId)
      try {
        const begun = await begin(deps, jobId)
        if (begun) await runJob(deps, { ...begun, jobId, signal, leaseMs })
      } catch (error) {
        if (signal.aborted || error instanceof JobEnded || error instanceof SetAside) return
        if (!isVendorError(error)) throw error
        log.info({ jobId, vendor: error.vendor, kind: error.kind }, 'a bulk update was stopped')
        await concludeBulkJob(deps, jobId, 'failed', problemOf(error))
      } finally {
        underWay.delete(jobId)
      }
    },
  }
}

/** Undefined when the job has ended, or is not to be worked on yet. */
async function begin({ db, secrets, vendors }: Deps, jobId: string) {
  if ((await stateOf(db, jobId)) === 'over') {
    await db.transaction((tx) => endBulkJob(tx, jobId, 'cancelled', bulkJobMessages.ownerStopped))
    return undefined
  }
  const [asked] = await db
    .select({ id: bulkJobs.id })
    .from(bulkJobs)
    .where(and(eq(bulkJobs.id, jobId), isNotNull(bulkJobs.waitUntil), gt(bulkJobs.waitUntil, sql`now()`)))
  if (asked) return undefined
  const [job] = await db
    .update(bulkJobs)
    .set({
      status: sql`case when ${bulkJobs.status} = 'queued' then 'running' else ${bulkJobs.status} end`,
      startedAt: sql`coalesce(${bulkJobs.startedAt}, now())`,
      waitUntil: null,
    })
    .where(and(eq(bulkJobs.id, jobId), inArray(bulkJobs.status, unfinishedStatuses)))
    .returning()
  if (!job?.credentials || job.tool === 'forwarding') return undefined
  const access = JSON.parse(secrets.open(job.credentials, placeOf.bulkJob(jobId))) as BulkAccess['access']
  const change = job.settings as unknown as BulkChange
  const wish = await wishOf(db, jobId, change)
  if (!wish) {
    await db.transaction((tx) => endBulkJob(tx, jobId, 'failed', bulkJobMessages.nothingToUndo))
    return undefined
  }
  return {
    tool: vendors.bulkTool({ tool: job.tool, access } as BulkAccess),
    wish,
    isRestore: change.kind === 'restore',
  }
}

async function runJob(
  deps: Deps,
  job: Pick<JobRun, 'jobId' | 'tool' | 'wish' | 'isRestore' | 'signal'> & { leaseMs: number },
): Promise<void> {
  const { db } = deps
  const { jobId } = job
  const run = createJobRun(db, job)
  try {
    const isCancelled = (await run.isCancelling()) || !(await changeUntilCancelled(deps, run, job.leaseMs))
    await run.enter('confirming')
    const problem = await confirm(deps, run)
    await concludeBulkJob(deps, jobId, isCancelled ? 'cancelled' : 'done', problem)
  } finally {
    run.stop()
    if (!(await run.isCancelling().catch(() => false)))
      await releaseClaims(
        db,
        jobId,
        run.claimed.map(({ id }) => id),
        { tried: false },
      ).catch(() => {})
  }
}

/** Returns whether it came to its end: the calls under way have ended when it has not. */
async function changeUntilCancelled({ db }: Deps, run: JobRun, leaseMs: number): Promise<boolean> {
  try {
    await run.enter('reading')
    await patiently(run, 'changing', () => readBefore(db, run.jobId, run.tool, run.wish, run.changing.ctx))
    await run.enter('changing')
    await changeAll(db, run, leaseMs)
    return true
  } catch (error) {
    if (error instanceof JobEnded && (await run.isCancelling())) return false
    throw error
  }
}

/** Returns what to tell the customer when the accounts could not be read back. */
async function confirm({ db }: Deps, run: JobRun): Promise<string | undefined> {
  const { reading, tool, wish } = run
  const readingBack = { tool, wish, ctx: reading.ctx, pauseBeforeSecondRead: () => reading.pause(1_000) }
  try {
    await patiently(run, 'reading', () => confirmChanges(db, run.jobId, readingBack))
    return undefined
  } catch (error) {
    if (run.signal.aborted || !isVendorError(error)) throw error
    return `The accounts could not be read back, so how many really changed is not known: ${error.reason}.`
  } finally {
    // Their calls have ended, and none was tried: they are no riddle to whoever ends the job.
    const own = run.claimed.map(({ id }) => id)
    await releaseClaims(db, run.jobId, own, { tried: false })
  }
}

/** Reads again while what went wrong may pass, and waits for as long as the tool asks. Throws what did not pass. */
async function patiently(
  run: JobRun,
  part: 'changing' | 'reading',
  read: () => Promise<void>,
): Promise<void> {
  const { pause, waitAsAsked } = run[part]
  let failures = 0
  for (let asked = 0; ; ) {
    try {
      return await read()
    } catch (error) {
      if (run.signal.aborted || !isVendorError(error) || !mayPass(error)) throw error
      if (error.retryAfterMs !== undefined && ++asked < waitsObeyed)
        await waitAsAsked(Math.max(firstPauseMs, error.retryAfterMs))
      else if (++failures < readTries) await pause(Math.min(longestPauseMs, firstPauseMs * 2 ** failures))
      else throw error
    }
  }
}

const problemOf = ({ vendor, kind, reason }: VendorError): string =>
  kind === 'unauthorised'
    ? `${vendorNames[vendor]} refused the credentials: ${reason}.`
    : `${vendorNames[vendor]} did not do what was asked: ${reason}.`
