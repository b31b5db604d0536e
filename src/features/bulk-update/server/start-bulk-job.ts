import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { audit } from '#base/audit/audit.ts'
import type { Db } from '#base/db/client.ts'
import { newId } from '#base/db/ids.ts'
import { bulkJobAccounts, bulkJobs, customers } from '#base/db/schema/index.ts'
import { placeOf } from '#base/db/sealed-columns.ts'
import { conflict, ruleBroken, unauthenticated } from '#base/http/refusal.ts'
import { countOf } from '#base/text/count-of.ts'
import { fillMessage } from '#base/text/message.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import type { BulkAccess } from '#vendors/client/bulk-tools.ts'
import { chunksOf } from '#vendors/client/run-each.ts'
import { accountListMessages } from '../rules/account-lists.ts'
import { bulkJobMessages, unfinishedStatuses } from '../rules/bulk-job.ts'
import type { AccountBefore, BulkUpdate, ChangedAccount } from './bulk-change.ts'
import { accountsOfList, checkFetch } from './stored-fetch.ts'
import { openMarkers } from './stored-marker.ts'

/** Rows in one statement. */
const rowsAtOnce = 5_000

/**
 * Writes an update down and wakes a worker, in one transaction: once this has answered, the update continues
 * whatever becomes of this process. Throws a `Refusal` (409, with the job's id) while the same one is running.
 */
export async function startBulkJob(
  { db, secrets, queue }: Pick<Dependencies, 'db' | 'secrets' | 'queue'>,
  customerId: string,
  given: BulkAccess,
  { operation, change, accounts: meant }: BulkUpdate,
): Promise<{ success: true; message: string; jobId: string }> {
  const opened = await openMarkers({ db, secrets }, customerId, given)
  const { tool, access } = opened
  const accounts = await accountsMeant({ db, secrets }, customerId, opened, meant)
  const id = newId('bulkJob')
  await db.transaction(async (tx) => {
    // A customer who is being suspended or closed has their updates ended, and starts no other.
    const [owner] = await tx
      .select({ id: customers.id })
      .from(customers)
      .where(and(eq(customers.id, customerId), isNull(customers.disabledAt), isNull(customers.suspendedAt)))
      .for('share')
    if (!owner) throw unauthenticated()
    // Two presses of the button at once: the second one waits here and then finds the first one's job.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${customerId}:${tool}`}, 0))`)
    // What is put back has to stand still meanwhile.
    const isAlone = operation === 'undo' ? undefined : inArray(bulkJobs.operation, [operation, 'undo'])
    const [running] = await tx
      .select({ jobId: bulkJobs.id })
      .from(bulkJobs)
      .where(
        and(
          eq(bulkJobs.customerId, customerId),
          eq(bulkJobs.tool, tool),
          isAlone,
          inArray(bulkJobs.status, unfinishedStatuses),
        ),
      )
    if (running)
      throw conflict(bulkJobMessages[isAlone ? 'alreadyRunning' : 'undoWaits'], { jobId: running.jobId })
    await tx.insert(bulkJobs).values({
      id,
      customerId,
      tool,
      operation,
      settings: { ...change },
      access: access.kind,
      credentials: secrets.seal(JSON.stringify(access), placeOf.bulkJob(id)),
    })
    await writeAccounts(tx, id, accounts)
    await audit(tx, {
      customerId,
      actor: 'customer',
      action: 'bulk_update.started',
      subject: id,
      data: { tool, operation, accounts: accounts.length },
    })
    await queue.add(tx, 'bulk-job', [{ jobId: id }])
  })
  const message = fillMessage(bulkJobMessages.started, { accounts: countOf(accounts.length, 'account') })
  return { success: true, message, jobId: id }
}

/** Throws a `Refusal` where a list is named that may not be, or that does not have them all. */
async function accountsMeant(
  deps: Pick<Dependencies, 'db' | 'secrets'>,
  customerId: string,
  access: BulkAccess,
  meant: BulkUpdate['accounts'],
): Promise<readonly StartedAccount[]> {
  if ('leftOut' in meant) {
    const accounts = await accountsOfList(deps, customerId, access, meant)
    if (accounts.length === 0) throw ruleBroken(accountListMessages.noAccounts)
    return accounts
  }
  const { named, fetchId } = meant
  if (fetchId !== undefined)
    await checkFetch(
      deps,
      customerId,
      access,
      fetchId,
      named.map(({ id }) => id),
    )
  return named
}

type StartedAccount = ChangedAccount & { before?: AccountBefore }

async function writeAccounts(tx: Db, jobId: string, accounts: readonly StartedAccount[]): Promise<void> {
  let position = 0
  for (const chunk of chunksOf(accounts, rowsAtOnce)) {
    await tx.execute(sql`
      insert into ${bulkJobAccounts} (job_id, account, position, data, before)
      select ${jobId}, u.account, ${position} + u.at - 1, jsonb_strip_nulls(jsonb_build_object('signature', u.signature)),
        u.before::jsonb
      from unnest(
        ${sql.param(chunk.map(({ id }) => id))}::text[],
        ${sql.param(chunk.map(({ signature }) => signature ?? null))}::int[],
        ${sql.param(chunk.map(({ before }) => (before ? JSON.stringify(before) : null)))}::text[]
      ) with ordinality as u (account, signature, before, at)`)
    position += chunk.length
  }
}
