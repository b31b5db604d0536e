import { and, eq, isNull, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { isAsWanted } from '#shared/bulk-update/account-values.ts'
import type { Db } from '../../db/client.ts'
import { bulkJobAccounts } from '../../db/schema/index.ts'
import type { BulkTool } from '../../providers/ports/bulk-tools.ts'
import type { CallContext } from '../../providers/ports/call-context.ts'
import { vendorNames } from '../../providers/vendor-error.ts'
import { valuesOf } from './bulk-change.ts'
import { doubtfulAccounts } from './claimed-accounts.ts'
import { type JobAccount, jobAccountsWhere, type Wish } from './job-accounts.ts'

interface ReadingBack {
  tool: BulkTool
  wish: Wish
  ctx: CallContext
  pauseBeforeSecondRead: () => Promise<void>
}

/**
 * Reads the accounts back that the tool said it has changed, and notes which really were. Those that are not
 * as wanted are read once more: some lists lag behind. What the tool does not show stays unconfirmed.
 * Accounts whose call may have been made when the job was stopped, and that have become as wanted, count as
 * updated. Throws `VendorError`; may be repeated.
 */
export async function confirmChanges(db: Db, jobId: string, reading: ReadingBack): Promise<void> {
  const open = await unconfirmed(db, jobId)
  const doubted = (await doubtfulAccounts(db, jobId)).filter(
    (account) => isAsWanted(reading.wish.of(account), account.before ?? {}) === false,
  )
  if (open.length + doubted.length === 0) return
  const first = await readBack([...open, ...doubted], reading)
  const again = [...first.unchanged, ...first.gone]
  if (again.length > 0) await reading.pauseBeforeSecondRead()
  const second = again.length > 0 ? await readBack(again, reading) : emptySight()
  const asWanted = [...first.asWanted, ...second.asWanted]
  const wasDoubted = new Set(doubted.map(({ id }) => id))
  await db.transaction(async (tx) => {
    await note(tx, jobId, asWanted, { data: confirmed(true) })
    await note(tx, jobId, [...first.hidden, ...second.hidden], { data: confirmed(false) })
    await note(tx, jobId, second.unchanged, {
      outcome: 'failed',
      reason: `${vendorNames[reading.tool.kind]} said yes, but the account did not change`,
    })
    await note(tx, jobId, second.gone, { outcome: 'failed', reason: 'the account is not there any more' })
    await note(
      tx,
      jobId,
      asWanted.filter(({ id }) => wasDoubted.has(id)),
      { outcome: 'updated', data: confirmed(true) },
      isNull(bulkJobAccounts.outcome),
    )
  })
}

const { data } = bulkJobAccounts
const confirmed = (is: boolean) => sql`${data} || jsonb_build_object('confirmed', ${is}::boolean)`
const isUpdated = eq(bulkJobAccounts.outcome, 'updated')

const unconfirmed = (db: Db, jobId: string): Promise<JobAccount[]> =>
  jobAccountsWhere(db, and(eq(bulkJobAccounts.jobId, jobId), isUpdated, isNull(sql`${data}->>'confirmed'`)))

/** What reading back has shown of some accounts. */
interface Sight {
  asWanted: JobAccount[]
  unchanged: JobAccount[]
  /** Not shown by this way in. */
  hidden: JobAccount[]
  gone: JobAccount[]
}
const emptySight = (): Sight => ({ asWanted: [], unchanged: [], hidden: [], gone: [] })

async function readBack(accounts: readonly JobAccount[], { tool, wish, ctx }: ReadingBack): Promise<Sight> {
  const found = await tool.readBack(
    accounts.map(({ id }) => id),
    ctx,
  )
  const nowById = new Map(found.map((account) => [account.id.toLowerCase(), account]))
  const sight = emptySight()
  for (const account of accounts) {
    const now = nowById.get(account.id.toLowerCase())
    const is = now && isAsWanted(wish.of(account), valuesOf(now))
    const place = !now ? 'gone' : is === undefined ? 'hidden' : is ? 'asWanted' : 'unchanged'
    sight[place].push(account)
  }
  return sight
}

async function note(
  tx: Db,
  jobId: string,
  accounts: readonly JobAccount[],
  values: PgUpdateSetSource<typeof bulkJobAccounts>,
  standing = isUpdated,
): Promise<void> {
  if (accounts.length === 0) return
  await tx
    .update(bulkJobAccounts)
    .set(values)
    .where(
      and(
        eq(bulkJobAccounts.jobId, jobId),
        sql`${bulkJobAccounts.account} = any(${sql.param(accounts.map(({ id }) => id))})`,
        standing,
      ),
    )
}
