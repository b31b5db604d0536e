import { and, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm'
import { bulkJobs } from '#base/db/schema/index.ts'
import { placeOf } from '#base/db/sealed-columns.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import type { BulkAccess } from '#vendors/client/bulk-tools.ts'
import { isVendorError, type VendorError, vendorNames } from '#vendors/client/vendor-error.ts'
import { bulkJobMessages, unfinishedStatuses } from '../rules/bulk-job.ts'
import type { BulkChange } from './bulk-change.ts'
import { changeAll } from './change-accounts.ts'
import { isAnyLeft, nextPart, releaseClaims } from './claimed-accounts.ts'
import { concludeBulkJob } from './conclude-bulk-job.ts'
import { confirmChanges } from './confirm-changes.ts'
import { endBulkJob } from './end-bulk-job.ts'
import { wishOf } from './job-accounts.ts'
import { bulkLeaseMs, createJobRun, JobEnded, type JobRun, SetAside, stateOf } from './job-run.ts'
import { patiently } from './patiently.ts'
import { readBefore } from './read-before.ts'

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

/**
 * An update of many accounts is worked on in parts, each read, changed and read back: what is noted as the values before
 * is not hours old then. Returns whether it came to its end, with the last part still to be read back: the calls under
 * way have ended when it has not.
 */
async function changeUntilCancelled(deps: Deps, run: JobRun, leaseMs: number): Promise<boolean> {
  const { db } = deps
  try {
    for (;;) {
      const below = await nextPart(db, run.jobId)
      if (below === undefined) return true
      await run.enter('reading')
      await patiently(run.changing, () => readBefore(db, run, below))
      await run.enter('changing')
      await changeAll(db, run, below, leaseMs)
      if (!(await isAnyLeft(db, run.jobId))) return true
      await run.enter('confirming')
      await confirm(deps, run, below)
    }
  } catch (error) {
    if (error instanceof JobEnded && (await run.isCancelling())) return false
    throw error
  }
}

/** Returns what to tell the customer when the accounts could not be read back. */
async function confirm({ db }: Deps, run: JobRun, below?: number): Promise<string | undefined> {
  const { reading, tool, wish } = run
  const readingBack = {
    below,
    tool,
    wish,
    ctx: reading.ctx,
    pauseBeforeSecondRead: () => reading.pause(1_000),
  }
  try {
    await patiently(reading, () => confirmChanges(db, run.jobId, readingBack))
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

const problemOf = ({ vendor, kind, reason }: VendorError): string =>
  kind === 'unauthorised'
    ? `${vendorNames[vendor]} refused the credentials: ${reason}.`
    : `${vendorNames[vendor]} did not do what was asked: ${reason}.`
