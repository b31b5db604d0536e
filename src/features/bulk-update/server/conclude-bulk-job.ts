import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { bulkJobs, customers } from '#base/db/schema/index.ts'
import { countOf } from '#base/text/count-of.ts'
import { numberText } from '#base/text/number-text.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { lookAtLimits } from '#features/health/server/acts/look-at-limits.ts'
import { sendingToolNames } from '#features/tools/rules/sending-tools.ts'
import { operationName, outcomeCounts } from '../rules/bulk-job.ts'
import { endBulkJob } from './end-bulk-job.ts'
import { progressOf } from './read-bulk-job.ts'

/** Shorter ones are waited for at the page. */
const tellAfterSeconds = 60
/** A page that is open asks more often than that. */
const watchedWithinSeconds = 20

type Deps = Pick<Dependencies, 'db' | 'queue' | 'outbox' | 'config'>

/** Ends a job after its work, and writes to its customer where it took long and nobody looks on. */
export async function concludeBulkJob(
  deps: Deps,
  jobId: string,
  status: 'done' | 'cancelled' | 'failed',
  problem?: string,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    if (!(await endBulkJob(tx, jobId, status, problem))) return
    await tellWhoIsAway(tx, deps, jobId)
    const [job] = await tx.select().from(bulkJobs).where(eq(bulkJobs.id, jobId))
    // It may have set the limits of mailboxes that rest.
    if (job && job.tool !== 'forwarding') await lookAtLimits({ db: tx, queue: deps.queue }, job.customerId)
  })
}

async function tellWhoIsAway(tx: Db, { outbox, config }: Deps, jobId: string): Promise<void> {
  const { startedAt, lookedAt } = bulkJobs
  const [found] = await tx
    .select({ job: bulkJobs, email: customers.email, name: customers.name })
    .from(bulkJobs)
    .innerJoin(customers, eq(customers.id, bulkJobs.customerId))
    .where(
      and(
        eq(bulkJobs.id, jobId),
        sql`${startedAt} < now() - ${tellAfterSeconds} * interval '1 second'`,
        sql`(${lookedAt} is null or ${lookedAt} < now() - ${watchedWithinSeconds} * interval '1 second')`,
      ),
    )
  if (!found || found.job.tool === 'forwarding') return
  const job = await progressOf(tx, found.job)
  const tool = sendingToolNames[found.job.tool]
  const { updated, unchanged, failed, unknown, skipped } = outcomeCounts(job)
  const counts = [
    `${numberText(updated)} updated`,
    `${numberText(unchanged)} unchanged`,
    `${numberText(failed)} failed`,
    ...(unknown > 0 ? [`${numberText(unknown)} not known`] : []),
    `${numberText(skipped)} left as they are`,
  ]
  const page = `${config.publicUrl}/${found.job.tool}-bulk-update?job=${jobId}`
  await outbox.put(tx, {
    key: `bulk-job-ended:${jobId}`,
    to: found.email,
    subject: `${tool}: ${operationName(job)} has ended`,
    text: [
      `Hello ${found.name},`,
      `your update of ${countOf(job.total, 'account')} in ${tool} has ended: ${counts.join(', ')}.`,
      ...(job.problem ? [job.problem] : []),
      `What became of each account: ${page}`,
    ].join('\n\n'),
  })
}
