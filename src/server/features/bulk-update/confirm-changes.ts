import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Db } from '../../db/client.ts'
import { bulkJobAccounts } from '../../db/schema/index.ts'
import type { BulkTool } from '../../providers/ports/bulk-tools.ts'
import type { CallContext } from '../../providers/ports/call-context.ts'
import { vendorNames } from '../../providers/vendor-error.ts'
import { type BulkChange, type ChangedAccount, isAsWanted } from './bulk-change.ts'

/**
 * Reads the accounts back that the tool said it has changed, and notes which really were. Those that are not
 * as wanted are looked at once more after `secondLookMs`: some lists lag behind. What the tool does not show
 * stays unconfirmed. Throws `VendorError`; may be repeated.
 */
export async function confirmChanges(
  db: Db,
  jobId: string,
  tool: BulkTool,
  change: BulkChange,
  ctx: CallContext,
  pauseBeforeSecondLook: () => Promise<void>,
): Promise<void> {
  const open = await unconfirmed(db, jobId)
  if (open.length === 0) return
  const first = await look(tool, change, open, ctx)
  const doubtful = [...first.unchanged, ...first.gone]
  if (doubtful.length > 0) await pauseBeforeSecondLook()
  const second = doubtful.length > 0 ? await look(tool, change, doubtful, ctx) : emptySight()
  await db.transaction(async (tx) => {
    await note(tx, jobId, [...first.asWanted, ...second.asWanted], { data: confirmed(true) })
    await note(tx, jobId, [...first.hidden, ...second.hidden], { data: confirmed(false) })
    await note(tx, jobId, second.unchanged, {
      outcome: 'unchanged',
      reason: `${vendorNames[tool.kind]} said yes, but the account did not change`,
    })
    await note(tx, jobId, second.gone, { outcome: 'failed', reason: 'the account is not there any more' })
  })
}

const { data } = bulkJobAccounts
const confirmed = (is: boolean) => sql`${data} || jsonb_build_object('confirmed', ${is}::boolean)`

async function unconfirmed(db: Db, jobId: string): Promise<ChangedAccount[]> {
  const rows = await db
    .select({ id: bulkJobAccounts.account, data })
    .from(bulkJobAccounts)
    .where(
      and(
        eq(bulkJobAccounts.jobId, jobId),
        eq(bulkJobAccounts.outcome, 'updated'),
        isNull(sql`${data}->>'confirmed'`),
      ),
    )
  return rows.map((row) => ({ id: row.id, signature: row.data.signature as number | undefined }))
}

/** What reading back has shown of some accounts. */
interface Sight {
  asWanted: ChangedAccount[]
  unchanged: ChangedAccount[]
  /** Not shown by this way in. */
  hidden: ChangedAccount[]
  gone: ChangedAccount[]
}
const emptySight = (): Sight => ({ asWanted: [], unchanged: [], hidden: [], gone: [] })

async function look(
  tool: BulkTool,
  change: BulkChange,
  accounts: readonly ChangedAccount[],
  ctx: CallContext,
): Promise<Sight> {
  const found = await tool.readBack(
    accounts.map(({ id }) => id),
    ctx,
  )
  const nowById = new Map(found.map((account) => [account.id.toLowerCase(), account]))
  const sight = emptySight()
  for (const account of accounts) {
    const now = nowById.get(account.id.toLowerCase())
    const is = now && isAsWanted(change, account, now)
    const place = !now ? 'gone' : is === undefined ? 'hidden' : is ? 'asWanted' : 'unchanged'
    sight[place].push(account)
  }
  return sight
}

async function note(
  tx: Db,
  jobId: string,
  accounts: readonly ChangedAccount[],
  values: PgUpdateSetSource<typeof bulkJobAccounts>,
): Promise<void> {
  if (accounts.length === 0) return
  await tx
    .update(bulkJobAccounts)
    .set(values)
    .where(
      and(
        eq(bulkJobAccounts.jobId, jobId),
        sql`${bulkJobAccounts.account} = any(${sql.param(accounts.map(({ id }) => id))})`,
        inArray(bulkJobAccounts.outcome, ['updated']),
      ),
    )
}
