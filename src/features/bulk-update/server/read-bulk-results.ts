import { and, asc, eq, gte } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { type BulkAccountData, bulkJobAccounts } from '#base/db/schema/index.ts'
import { notFound } from '#base/http/refusal.ts'
import type { BulkJobResults } from '../rules/bulk-results.ts'
import { listPartSize } from '../rules/loaded-list.ts'
import { type AccountBefore, type BulkChange, wantedVariants } from './bulk-change.ts'
import { wishOf } from './job-accounts.ts'
import { presentValues } from './present-account.ts'
import { findBulkJob, progressOf } from './read-bulk-job.ts'

/** What became of each account from a position on. Throws a `Refusal` for another customer's job as for none. */
export async function readBulkResults(
  db: Db,
  customerId: string,
  jobId: string,
  from: number,
): Promise<BulkJobResults> {
  const job = await findBulkJob(db, customerId, jobId)
  const { tool } = job
  if (tool === 'forwarding') throw notFound('There is no such update.')
  const { account, outcome, reason, data, before, position } = bulkJobAccounts
  const rows = await db
    .select({ account, outcome, reason, data, before })
    .from(bulkJobAccounts)
    .where(and(eq(bulkJobAccounts.jobId, jobId), gte(position, from)))
    .orderBy(asc(position))
    .limit(listPartSize)
  const wanted = await wantedBy(
    db,
    jobId,
    job.settings as unknown as BulkChange,
    rows.map((row) => row.account),
  )
  // Of an undo they are found while its accounts are gone through.
  const accounts = rows.map((row) => ({
    account: row.account,
    ...(row.before?.email !== undefined && { email: row.before.email }),
    ...(row.outcome && { outcome: row.outcome }),
    ...(row.reason !== null && { reason: row.reason }),
    ...(row.data.details && row.outcome !== 'updated' && { details: row.data.details }),
    confirmed: row.data.confirmed === true,
    wanted: wanted.indexOf(row),
    ...(row.before && { before: presentValues(row.before) }),
    ...(row.data.notRestored && { notRestored: row.data.notRestored }),
  }))
  return { job: await progressOf(db, job), tool, wanted: wanted.variants.map(presentValues), accounts }
}

interface Row {
  account: string
  data: BulkAccountData
  before: AccountBefore | null
}

/** What was wanted, each different thing once, and which of them is an account's. */
async function wantedBy(db: Db, jobId: string, change: BulkChange, accounts: readonly string[]) {
  if (change.kind !== 'restore')
    return { variants: wantedVariants(change), indexOf: ({ data }: Row) => data.signature ?? 0 }
  const wish = await wishOf(db, jobId, change, accounts)
  const variants: ReturnType<typeof wantedVariants> = []
  const known = new Map<string, number>()
  return {
    variants,
    indexOf({ account, before }: Row): number {
      const values = presentValues(wish?.of({ id: account, before }) ?? {})
      const key = JSON.stringify(values)
      const at = known.get(key) ?? variants.push(values) - 1
      known.set(key, at)
      return at
    },
  }
}
