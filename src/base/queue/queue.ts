import { sql } from 'drizzle-orm'
import { fromDrizzle, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Db } from '../db/client.ts'
import { connectionTo } from '../db/connection-to.ts'
import { withoutTimeLimits } from '../db/time-limits.ts'

/**
 * Kinds of job, and what each carries. A job is a wake-up: everything it needs to know is in our rows. A forgotten password
 * alone has no row of ours before it is known whether the address is anybody's; who gets no mail asks again.
 */
interface Jobs {
  reconcile: { name: string }
  /** The same for what goes before everything else: it has workers of its own, whatever the others are busy with. */
  'reconcile-urgent': { name: string }
  'sync-checkout': { sessionId: string }
  'stripe-event': { eventId: string }
  billing: { subscriptionId: string }
  mail: { mailId: string }
  'bulk-job': { jobId: string }
  'bulk-list': { fetchId: string }
  /** `isTried`: nobody asked for a link; strangers have used up the tries of the account. */
  'forgotten-password': { email: string; of: 'customer' | 'staff'; isTried?: true }
}
export type JobKind = keyof Jobs
const jobKinds = [
  'reconcile',
  'reconcile-urgent',
  'sync-checkout',
  'stripe-event',
  'billing',
  'mail',
  'bulk-job',
  'bulk-list',
  'forgotten-password',
] as const satisfies readonly JobKind[]

/** Where a job stands among those of its kind; without it, behind those that were added before. */
interface Standing {
  /** Greater ones go first, and 0 is the one of jobs without a standing. */
  priority: number
  /** Whose work it is. */
  group?: { id: string } | undefined
}

export interface Queue {
  /** Puts jobs into the queue as part of the transaction: they exist exactly if the change does. */
  add<K extends JobKind>(tx: Db, kind: K, jobs: readonly (Jobs[K] & { standing?: Standing })[]): Promise<void>
  /** Works on jobs of a kind. A handler that throws is logged; the job is over all the same. */
  work<K extends JobKind>(
    kind: K,
    concurrency: number,
    handler: (job: Jobs[K]) => Promise<void>,
  ): Promise<void>
  start(): Promise<void>
  /** Waits for running jobs; those that do not end in time are taken over by others. */
  stop(): Promise<void>
}

/** A job whose notice was lost is found after this time. */
export const unheardAfterSeconds = 5

export interface QueueOptions {
  /** Of the database itself, past any pooler. */
  connectionString: string
  log: Logger
  /** Whether this process works on jobs; otherwise it only adds them. */
  works: boolean
  /** Limits of time stand at the database's role; what keeps the queue in order works for longer. */
  roleIsLimited?: boolean
}

export function createQueue(options: QueueOptions): Queue {
  const { log } = options
  const boss = new PgBoss({
    ...connectionTo(options.connectionString),
    ...(options.roleIsLimited && { options: withoutTimeLimits }),
    schema: 'jobs',
    application_name: 'inboxyard-jobs',
    max: options.works ? 4 : 2,
    useListenNotify: options.works,
    schedule: false,
    supervise: options.works,
  })
  boss.on('error', (error) => log.error({ err: error }, 'the job queue failed'))
  boss.on('warning', (warning) => log.debug({ warning }, 'the job queue warned'))

  return {
    async add(tx, kind, jobs) {
      if (jobs.length === 0) return
      const rows = jobs.map(({ standing, ...data }) => ({ data, ...standing }))
      await boss.insert(kind, rows as never, { db: fromDrizzle(tx, sql) })
    },
    async work(kind, concurrency, handler) {
      const options = {
        batchSize: 1,
        pollingIntervalSeconds: 2,
        notifyPollingIntervalSeconds: unheardAfterSeconds,
        heartbeatRefreshSeconds: 5,
      }
      // One by one, so that each can be woken alone.
      for (let i = 0; i < concurrency; i++) {
        const worker: string = await boss.work(kind, options, async (jobs) => {
          for (const job of jobs) {
            await handler(job.data as never).catch((error: unknown) =>
              log.error({ err: error, kind }, 'a job failed'),
            )
          }
          // More may be waiting: otherwise it would rest until the next one is added, or the next poll.
          boss.notifyWorker(worker)
        })
      }
    },
    async start() {
      await boss.start()
      for (const kind of jobKinds) {
        // The rows decide about retries; a lost worker's job is taken over after its heartbeat.
        await boss.createQueue(kind, {
          policy: 'standard',
          notify: true,
          heartbeatSeconds: 10,
          retryLimit: 100,
          deleteAfterSeconds: 600,
        })
      }
    },
    stop: () => boss.stop({ graceful: true, timeout: 10_000 }),
  }
}
