import { and, eq, inArray, not } from 'drizzle-orm'
import { bulkJobAccounts } from '#base/db/schema/index.ts'
import { conflict, notFound, ruleBroken } from '#base/http/refusal.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import type { BulkAccess } from '#vendors/client/bulk-tools.ts'
import { type BulkOperation, bulkJobMessages, isUnfinished, type RetryBody } from '../rules/bulk-job.ts'
import { readInstantlyAccess } from '../rules/instantly-calls.ts'
import { checkSmartleadToken } from '../rules/smartlead.ts'
import type { BulkChange } from './bulk-change.ts'
import { isSkippedForGood, jobAccountsWhere } from './job-accounts.ts'
import { findKeptCredentials } from './kept-credentials.ts'
import { findBulkJob } from './read-bulk-job.ts'
import { startBulkJob } from './start-bulk-job.ts'

/**
 * The same update as a new job, for the accounts that failed, were left out or are not known. Throws a
 * `Refusal` while the first one is running, when there is nothing left to do and when there are no credentials.
 */
export async function retryBulkJob(
  deps: Pick<Dependencies, 'db' | 'secrets' | 'queue'>,
  customerId: string,
  jobId: string,
  given: RetryBody,
) {
  const { db } = deps
  const job = await findBulkJob(db, customerId, jobId)
  const { tool } = job
  if (tool === 'forwarding') throw notFound('There is no such update.')
  if (isUnfinished(job)) throw conflict(bulkJobMessages.stillRunning)
  const left = await jobAccountsWhere(
    db,
    and(
      eq(bulkJobAccounts.jobId, jobId),
      inArray(bulkJobAccounts.outcome, ['failed', 'skipped', 'unknown']),
      not(isSkippedForGood),
    ),
  )
  if (left.length === 0) throw ruleBroken(bulkJobMessages.nothingToRetry)
  const access = await accessFor(deps, customerId, tool, given)
  return startBulkJob(deps, customerId, { tool, access } as BulkAccess, {
    operation: job.operation as BulkOperation,
    change: job.settings as unknown as BulkChange,
    // Of an undo they are read again: it restores what still holds the update's values then.
    accounts: {
      named: left.map(({ id, signature, before }) => ({
        id,
        signature,
        ...(before && job.operation !== 'undo' && { before }),
      })),
    },
  })
}

/** The credentials that were given or else, while they last, those that were kept. */
export async function accessFor(
  { db, secrets }: Pick<Dependencies, 'db' | 'secrets'>,
  customerId: string,
  tool: BulkAccess['tool'],
  given: RetryBody,
): Promise<BulkAccess['access']> {
  const access =
    accessGiven(tool, given) ?? (await findKeptCredentials(db, secrets, customerId, tool))?.access
  if (!access) throw ruleBroken(bulkJobMessages.credentialsNeeded)
  return access
}

function accessGiven(tool: BulkAccess['tool'], given: RetryBody): BulkAccess['access'] | undefined {
  if (Object.values(given).every((value) => !value)) return undefined
  const refuse = (message: string): never => {
    throw ruleBroken(message)
  }
  if (tool === 'instantly') return readInstantlyAccess(given, (_, message) => refuse(message))
  const kind = given.api_key ? 'apiKey' : 'browser'
  const checked = checkSmartleadToken(given.api_key ?? given.token ?? '', kind)
  if (!checked.ok) return refuse(checked.problem.message)
  return kind === 'apiKey' ? { kind, apiKey: checked.value } : { kind, token: checked.value }
}
