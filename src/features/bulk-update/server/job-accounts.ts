import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { type BulkAccountData, bulkJobAccounts } from '#base/db/schema/index.ts'
import type { AccountField, AccountValues } from '../rules/account-values.ts'
import type { AccountBefore, BulkChange, ChangedAccount, PlainChange } from './bulk-change.ts'
import { wantedVariants } from './bulk-change.ts'
import { readEarlierUpdate } from './earlier-update.ts'
import { changedSince, restorableOf } from './restore-values.ts'

/** An account of a job, as far as what is wanted of it depends on its row. */
export interface JobAccount extends ChangedAccount {
  before: AccountBefore | null
  notRestored?: BulkAccountData['notRestored']
}

export const jobAccount = (
  id: string,
  { signature, notRestored }: BulkAccountData,
  before: AccountBefore | null,
): JobAccount => ({
  id,
  before,
  ...(signature !== undefined && { signature }),
  ...(notRestored && { notRestored }),
})

const hasNotRestored = sql`jsonb_exists(${bulkJobAccounts.data}, 'notRestored')`
/** Of an undo: nothing is left to put back, because of what someone has changed since. */
export const isSkippedForGood = sql`(${bulkJobAccounts.outcome} = 'skipped' and ${hasNotRestored})`
/** The same, or only some of it is left. Those that failed are told as that. */
export const isNotRestored = sql`(${bulkJobAccounts.outcome} <> 'failed' and ${hasNotRestored})`

export async function jobAccountsWhere(db: Db, condition: SQL | undefined): Promise<JobAccount[]> {
  const { account, data, before, position } = bulkJobAccounts
  const rows = await db
    .select({ id: account, data, before })
    .from(bulkJobAccounts)
    .where(condition)
    .orderBy(position)
  return rows.map((row) => jobAccount(row.id, row.data, row.before))
}

/** What a job wants of its accounts. */
export interface Wish {
  /** Every field that it may touch, in its values. */
  touched: readonly AccountValues[]
  of(account: JobAccount): AccountValues
  /** Of an undo: fields of an account, as it stands now, that do not hold the earlier update's value any more. */
  notRestored(id: string, now: AccountValues): AccountField[]
  /** The change that is made or, of an undo, taken back. */
  plain: PlainChange
}

/** Undefined when what is to be taken back is gone. Of an undo it may be asked for some of its accounts alone. */
export async function wishOf(
  db: Db,
  jobId: string,
  change: BulkChange,
  only?: readonly string[],
): Promise<Wish | undefined> {
  if (change.kind !== 'restore') {
    const touched = wantedVariants(change)
    return {
      touched,
      plain: change,
      of: ({ signature = 0 }) => touched[signature] ?? {},
      notRestored: () => [],
    }
  }
  const earlier = await readEarlierUpdate(db, change.of, jobId, only)
  if (!earlier) return undefined
  const byId = new Map(earlier.accounts.map((account) => [account.id, account]))
  return {
    touched: wantedVariants(earlier.change),
    plain: earlier.change,
    of({ id, before }) {
      const account = byId.get(id)
      return account ? restorableOf(account, before ?? {}) : {}
    },
    notRestored(id, now) {
      const account = byId.get(id)
      return account ? changedSince(account, now) : []
    },
  }
}
