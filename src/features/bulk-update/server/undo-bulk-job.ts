import type { Db } from '#base/db/client.ts'
import { conflict, notFound, ruleBroken } from '#base/http/refusal.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { sendingToolNames } from '#features/tools/rules/sending-tools.ts'
import type { BulkAccess } from '#vendors/client/bulk-tools.ts'
import { type AccountField, accountFields, fieldsOf, valueText } from '../rules/account-values.ts'
import { bulkJobMessages, isUnfinished, type RetryBody } from '../rules/bulk-job.ts'
import type { UndoPlan } from '../rules/bulk-results.ts'
import type { AccessKind } from '../rules/setting-fields.ts'
import { readEarlierUpdate } from './earlier-update.ts'
import { findKeptCredentials } from './kept-credentials.ts'
import { countAccounts, findBulkJob } from './read-bulk-job.ts'
import { type EarlierAccount, neverRestored, restorableOf } from './restore-values.ts'
import { accessFor } from './retry-bulk-job.ts'
import { startBulkJob } from './start-bulk-job.ts'

/** What of an update can be taken back. Throws a `Refusal` where it has not ended, or was an undo itself. */
export async function planUndo(
  { db, secrets }: Pick<Dependencies, 'db' | 'secrets'>,
  customerId: string,
  jobId: string,
): Promise<UndoPlan> {
  const { tool, access, accounts } = await readUndoable(db, customerId, jobId)
  const { total } = await countAccounts(db, jobId)
  const targets = accounts.map((account) => ({ ...account, target: restorableOf(account) }))
  const kept = await findKeptCredentials(db, secrets, customerId, tool)
  const touched = accountFields.filter((field) => accounts.some(({ ours }) => ours[field] !== undefined))
  return {
    tool,
    access,
    accounts: targets.filter(({ target }) => Object.keys(target).length > 0).length,
    untouched: total - accounts.length,
    later: accounts.filter(({ later }) => later.length > 0).length,
    restorable: touched.flatMap((field) => {
      const those = targets.filter(({ target }) => target[field] !== undefined)
      const values = [...new Set(those.map(({ target }) => valueText(field, target[field])))]
      return those.length === 0 ? [] : [{ field, accounts: those.length, to: told(values) }]
    }),
    never: touched.flatMap((field) => {
      const those = accounts.filter((account) => isLost(account, field))
      return those.length === 0
        ? []
        : [{ field, accounts: those.length, reason: whyNever(field, tool, access) }]
    }),
    hasCredentials: kept !== undefined,
  }
}

/** Starts putting the values back that stood there before, as a job of its own. */
export async function undoBulkJob(
  deps: Pick<Dependencies, 'db' | 'secrets' | 'queue'>,
  customerId: string,
  jobId: string,
  given: RetryBody,
) {
  const { tool, accounts } = await readUndoable(deps.db, customerId, jobId)
  const left = accounts.filter((account) => fieldsOf(restorableOf(account)).length > 0)
  if (left.length === 0) throw ruleBroken(bulkJobMessages.nothingToUndo)
  const access = await accessFor(deps, customerId, tool, given)
  return startBulkJob(deps, customerId, { tool, access } as BulkAccess, {
    operation: 'undo',
    change: { kind: 'restore', of: jobId },
    accounts: { named: left.map(({ id }) => ({ id })) },
  })
}

async function readUndoable(db: Db, customerId: string, jobId: string) {
  const { tool, access, ...job } = await findBulkJob(db, customerId, jobId)
  if (tool === 'forwarding') throw notFound('There is no such update.')
  if (isUnfinished(job)) throw conflict(bulkJobMessages.stillRunning)
  const earlier = await readEarlierUpdate(db, jobId)
  if (!earlier) throw ruleBroken(bulkJobMessages.nothingToUndo)
  return { tool, access: access ?? ('apiKey' as const), accounts: earlier.accounts }
}

/** It was set, and what stood there before is not known. */
const isLost = ({ before, ours }: EarlierAccount, field: AccountField): boolean =>
  ours[field] !== undefined &&
  before !== null &&
  (before[field] === undefined || neverRestored.includes(field))

function whyNever(field: AccountField, tool: BulkAccess['tool'], access: AccessKind): string {
  if (field === 'tags') return 'Tags that were added stay. Please take them off there.'
  const way = { instantly: 'the cookie', smartlead: 'a JWT token' }[tool]
  return access === 'browser' && field !== 'warmupTag'
    ? `${sendingToolNames[tool]} does not show it with ${way}.`
    : `${sendingToolNames[tool]} does not show it.`
}

const valuesTold = 3
const told = (values: readonly string[]): string =>
  values.length > valuesTold
    ? `${values.slice(0, valuesTold).join(', ')} and ${values.length - valuesTold} more`
    : values.join(', ')
