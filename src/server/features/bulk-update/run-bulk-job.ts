import { setTimeout as delay } from 'node:timers/promises'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { bulkJobMessages } from '#shared/bulk-update/bulk-job.ts'
import type { Db } from '../../db/client.ts'
import { bulkJobs, customers } from '../../db/schema/index.ts'
import { placeOf } from '../../db/sealed-columns.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { BulkAccess } from '../../providers/bulk-tools.ts'
import type { BulkTool } from '../../providers/ports/bulk-tools.ts'
import type { CallContext, Settled } from '../../providers/ports/call-context.ts'
import { isVendorError, type VendorError, vendorNames } from '../../providers/vendor-error.ts'
import { applyChange, type BulkChange } from './bulk-change.ts'
import {
  type ClaimedAccount,
  claimAccounts,
  createOutcomeWriter,
  hasUnsettled,
  releaseClaims,
  renewClaims,
} from './claimed-accounts.ts'
import { confirmChanges } from './confirm-changes.ts'
import { endBulkJob } from './end-bulk-job.ts'

/** Accounts taken on at once; the adapters hold back to what the vendor allows. */
const accountsAtOnce = 1_000
/** How long accounts stay with a worker that shows no sign of life. */
export const bulkLeaseMs = 15_000
/** How long one call may wait for its place in the vendor's limit. */
const patienceMs = 60_000
/** Tries of one account whose failures may pass. */
const triesPerAccount = 4
/** Rounds in a row in which not one account could be changed. */
const fruitlessRounds = 20
const readBackTries = 3
const firstPauseMs = 500
const longestPauseMs = 60_000

type Deps = Pick<Dependencies, 'db' | 'secrets' | 'vendors' | 'log'>
interface Run {
  jobId: string
  tool: BulkTool
  change: BulkChange
  ctx: CallContext
  /** Aborts when the process is to end; the job continues elsewhere or later. */
  signal: AbortSignal
  pause(ms: number): Promise<void>
}

/** The customer cancelled it, or it ended otherwise: no more calls. */
class JobEnded extends Error {}

export interface BulkJobRunner {
  /** Resolves when the job has ended, is with another worker, or the process is to end. Repeating is harmless. */
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
  const { db, log } = deps
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
        if (signal.aborted || error instanceof JobEnded) return
        if (!isVendorError(error)) throw error
        log.info({ jobId, vendor: error.vendor, kind: error.kind }, 'a bulk update was stopped')
        await db.transaction((tx) => endBulkJob(tx, jobId, 'failed', problemOf(error)))
      } finally {
        underWay.delete(jobId)
      }
    },
  }
}

/** Undefined when the job has ended. */
async function begin({ db, secrets, vendors }: Deps, jobId: string) {
  if (!(await stillRuns(db, jobId))) {
    await db.transaction((tx) => endBulkJob(tx, jobId, 'cancelled', bulkJobMessages.ownerStopped))
    return undefined
  }
  const [job] = await db
    .update(bulkJobs)
    .set({ status: 'running', startedAt: sql`coalesce(${bulkJobs.startedAt}, now())` })
    .where(and(eq(bulkJobs.id, jobId), inArray(bulkJobs.status, ['queued', 'running'])))
    .returning()
  if (!job?.credentials || job.tool === 'forwarding') return undefined
  const access = JSON.parse(secrets.open(job.credentials, placeOf.bulkJob(jobId))) as BulkAccess['access']
  return {
    tool: vendors.bulkTool({ tool: job.tool, access } as BulkAccess),
    change: job.settings as unknown as BulkChange,
  }
}

async function runJob(
  { db }: Deps,
  job: Pick<Run, 'jobId' | 'tool' | 'change' | 'signal'> & { leaseMs: number },
): Promise<void> {
  const { jobId, signal, leaseMs } = job
  let isOver = false
  let claimed: readonly ClaimedAccount[] = []
  const idsOf = () => claimed.map(({ id }) => id)
  const pulse = setInterval(
    () => {
      void stillRuns(db, jobId).then(
        (runs) => {
          isOver = !runs
        },
        () => {},
      )
      if (claimed.length > 0) void renewClaims(db, jobId, idsOf()).catch(() => {})
    },
    Math.min(1_000, leaseMs / 3),
  )
  const run: Run = {
    ...job,
    ctx: {
      signal,
      patienceMs,
      beforeCall: async () => {
        if (isOver) throw new JobEnded()
        return undefined
      },
    },
    async pause(ms) {
      const until = Date.now() + ms
      while (Date.now() < until) {
        if (isOver) throw new JobEnded()
        await delay(Math.min(500, until - Date.now()), undefined, { signal })
      }
    },
  }
  try {
    let fruitless = 0
    for (;;) {
      claimed = await claimAccounts(db, jobId, { max: accountsAtOnce, leaseMs })
      if (claimed.length === 0) {
        if (!(await hasUnsettled(db, jobId))) break
        // Another worker has them, or had them when it died.
        await run.pause(1_000)
        continue
      }
      const round = await changeAccounts(db, run, claimed, { isLast: fruitless >= fruitlessRounds })
      claimed = []
      fruitless = round.settled > 0 ? 0 : fruitless + 1
      if (round.waitMs > 0) await run.pause(Math.min(longestPauseMs, round.waitMs * 2 ** fruitless))
    }
    const problem = await confirm(db, run)
    await db.transaction((tx) => endBulkJob(tx, jobId, 'done', problem))
  } finally {
    clearInterval(pulse)
    await releaseClaims(db, jobId, idsOf(), { tried: false }).catch(() => {})
  }
}

/**
 * One try with some accounts. Those whose failure may pass are given back for the next round, unless this is
 * the last; a vendor that says when to come back has not tried them. Returns how many got their outcome, and
 * how long to wait before the next round (0: continue at once).
 */
async function changeAccounts(
  db: Deps['db'],
  { jobId, tool, change, ctx, signal }: Run,
  claimed: readonly ClaimedAccount[],
  { isLast }: { isLast: boolean },
): Promise<{ settled: number; waitMs: number }> {
  const attempts = new Map(claimed.map((account) => [account.id, account.attempts]))
  const writer = createOutcomeWriter(db, jobId)
  const tried: string[] = []
  const untried: string[] = []
  let settled = 0
  let waitMs = 0

  function onSettled(id: string, outcome: Settled<void>): void {
    // A call that was called off says nothing about its account.
    if (!outcome.ok && signal.aborted) return
    if (!outcome.ok && mayPass(outcome.error) && !isLast) {
      const isTried = outcome.error.retryAfterMs === undefined
      if (!isTried || (attempts.get(id) ?? 0) + 1 < triesPerAccount) {
        ;(isTried ? tried : untried).push(id)
        waitMs = Math.max(waitMs, outcome.error.retryAfterMs ?? firstPauseMs)
        return
      }
    }
    settled++
    writer.note(
      outcome.ok ? { id, outcome: 'updated' } : { id, outcome: 'failed', reason: outcome.error.reason },
    )
  }

  try {
    await applyChange(tool, change, claimed, { ...ctx, onSettled })
  } catch (error) {
    // The whole call failed before any account's turn: tags that could not be listed, for one.
    if (signal.aborted || isLast || !isVendorError(error) || !mayPass(error)) throw error
    waitMs = Math.max(waitMs, error.retryAfterMs ?? firstPauseMs)
    untried.push(...claimed.map(({ id }) => id))
  } finally {
    await writer.flush()
    await releaseClaims(db, jobId, tried, { tried: true })
    await releaseClaims(db, jobId, untried, { tried: false })
  }
  return { settled, waitMs }
}

/** Returns what to tell the customer when the accounts could not be read back. */
async function confirm(
  db: Deps['db'],
  { jobId, tool, change, ctx, pause }: Run,
): Promise<string | undefined> {
  for (let attempt = 1; ; attempt++) {
    try {
      await confirmChanges(db, jobId, tool, change, ctx, () => pause(1_000))
      return undefined
    } catch (error) {
      if (ctx.signal?.aborted || !isVendorError(error)) throw error
      if (attempt === readBackTries || !mayPass(error))
        return `The accounts could not be read back, so how many really changed is not known: ${error.reason}.`
      await pause(Math.min(longestPauseMs, error.retryAfterMs ?? firstPauseMs * 2 ** attempt))
    }
  }
}

const mayPass = ({ kind }: VendorError): boolean => kind === 'transient' || kind === 'waiting'

/** Whether it has not ended, and its owner may still sign in: a job that no one can stop does not continue. */
async function stillRuns(db: Db, jobId: string): Promise<boolean> {
  const [job] = await db
    .select({ id: bulkJobs.id })
    .from(bulkJobs)
    .innerJoin(customers, eq(customers.id, bulkJobs.customerId))
    .where(
      and(
        eq(bulkJobs.id, jobId),
        inArray(bulkJobs.status, ['queued', 'running']),
        isNull(customers.disabledAt),
        isNull(customers.suspendedAt),
      ),
    )
  return job !== undefined
}

const problemOf = ({ vendor, kind, reason }: VendorError): string =>
  kind === 'unauthorised'
    ? `${vendorNames[vendor]} refused the credentials: ${reason}.`
    : `${vendorNames[vendor]} did not do what was asked: ${reason}.`
