import { setTimeout as delay } from 'node:timers/promises'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { bulkJobs, customers } from '#base/db/schema/index.ts'
import type { BulkTool } from '#vendors/ports/bulk-tools.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import { type bulkPhases, unfinishedStatuses } from '../rules/bulk-job.ts'
import type { ClaimedAccount } from './claimed-accounts.ts'
import { renewClaims } from './claimed-accounts.ts'
import type { Wish } from './job-accounts.ts'
import type { Patience } from './patiently.ts'

/** How long accounts stay with a worker that shows no sign of life. */
export const bulkLeaseMs = 15_000
/** How long one call may wait for its place in the vendor's limit. */
const patienceMs = 60_000
/** Longer waits are not sat out by a worker: the job is put aside, and the sweep wakes it in time. */
const longestSatOutMs = 30_000

/** `over`: it has ended, or its owner may not sign in any more. */
type JobState = 'going' | 'cancelling' | 'over'

/** The customer cancelled it, or it ended otherwise: no more calls. */
export class JobEnded extends Error {}
/** It resumes later, once the time is over that the tool has asked for. */
export class SetAside extends Error {}

/** A part of a job that continues for as long as the job is in one of some states. */
interface JobPart extends Patience {
  ctx: CallContext
}

export interface JobRun {
  jobId: string
  tool: BulkTool
  wish: Wish
  isRestore: boolean
  /** Aborts when the process is to end; the job continues elsewhere or later. */
  signal: AbortSignal
  /** Until someone cancels it. */
  changing: JobPart
  /** Continues in a job that was cancelled, too. */
  reading: JobPart
  /** Accounts that this worker has taken on. */
  claimed: readonly ClaimedAccount[]
  isCancelling(): Promise<boolean>
  enter(phase: (typeof bulkPhases)[number]): Promise<void>
  stop(): void
}

export function createJobRun(
  db: Db,
  job: Pick<JobRun, 'jobId' | 'tool' | 'wish' | 'isRestore' | 'signal'> & { leaseMs: number },
): JobRun {
  const { jobId, signal, leaseMs } = job
  let state: JobState = 'going'
  const readState = async () => {
    state = await stateOf(db, jobId)
  }
  const pulse = setInterval(
    () => {
      void readState().catch(() => {})
      if (run.claimed.length > 0)
        void renewClaims(
          db,
          jobId,
          run.claimed.map(({ id }) => id),
        ).catch(() => {})
    },
    Math.min(1_000, leaseMs / 3),
  )

  function part(states: readonly JobState[]): JobPart {
    const check = () => {
      if (!states.includes(state)) throw new JobEnded()
    }
    const pause = async (ms: number) => {
      const until = Date.now() + ms
      while (Date.now() < until) {
        check()
        await delay(Math.min(500, until - Date.now()), undefined, { signal })
      }
    }
    return {
      signal,
      pause,
      ctx: {
        signal,
        patienceMs,
        beforeCall: async () => {
          check()
          return undefined
        },
      },
      // Throws `SetAside` for a long time.
      async waitAsAsked(ms) {
        const until = sql`now() + ${ms} * interval '1 millisecond'`
        await db.update(bulkJobs).set({ waitUntil: until }).where(eq(bulkJobs.id, jobId))
        if (ms > longestSatOutMs) throw new SetAside()
        await pause(ms)
        await db.update(bulkJobs).set({ waitUntil: null }).where(eq(bulkJobs.id, jobId))
      },
    }
  }

  const run: JobRun = {
    ...job,
    claimed: [],
    changing: part(['going']),
    reading: part(['going', 'cancelling']),
    async isCancelling() {
      await readState()
      return state === 'cancelling'
    },
    async enter(phase) {
      await db.update(bulkJobs).set({ phase }).where(eq(bulkJobs.id, jobId))
    },
    stop: () => clearInterval(pulse),
  }
  return run
}

/** A job that no one can stop does not continue: its owner has to be able to sign in. */
export async function stateOf(db: Db, jobId: string): Promise<JobState> {
  const [job] = await db
    .select({
      status: bulkJobs.status,
      isShutOut: sql<boolean>`${customers.disabledAt} is not null or ${customers.suspendedAt} is not null`,
    })
    .from(bulkJobs)
    .innerJoin(customers, eq(customers.id, bulkJobs.customerId))
    .where(and(eq(bulkJobs.id, jobId), inArray(bulkJobs.status, unfinishedStatuses)))
  if (!job || job.isShutOut) return 'over'
  return job.status === 'cancelling' ? 'cancelling' : 'going'
}
