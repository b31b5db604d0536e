import type { SQL } from 'drizzle-orm'
import type { AccountValues } from '#shared/bulk-update/account-values.ts'
import type { Db } from '../../db/client.ts'
import { bulkJobAccounts } from '../../db/schema/index.ts'
import type { AccountBefore, BulkChange, ChangedAccount, PlainChange } from './bulk-change.ts'
import { wantedVariants } from './bulk-change.ts'
import { readEarlierUpdate, restorableOf } from './restore-values.ts'

/** An account of a job, as far as what is wanted of it depends on its row. */
export interface JobAccount extends ChangedAccount {
  before: AccountBefore | null
}

export async function jobAccountsWhere(db: Db, condition: SQL | undefined): Promise<JobAccount[]> {
  const { account, data, before, position } = bulkJobAccounts
  const rows = await db
    .select({ id: account, data, before })
    .from(bulkJobAccounts)
    .where(condition)
    .orderBy(position)
  return rows.map((row) => ({
    id: row.id,
    before: row.before,
    signature: row.data.signature as number | undefined,
  }))
}

/** What a job wants of its accounts. */
export interface Wish {
  /** Every field that it may touch, in its values. */
  touched: readonly AccountValues[]
  of(account: JobAccount): AccountValues
  /** The change that is made or, of an undo, taken back. */
  plain: PlainChange
}

/** Undefined when what is to be taken back is gone. */
export async function wishOf(db: Db, change: BulkChange): Promise<Wish | undefined> {
  if (change.kind !== 'restore') {
    const touched = wantedVariants(change)
    return { touched, plain: change, of: ({ signature = 0 }) => touched[signature] ?? {} }
  }
  const earlier = await readEarlierUpdate(db, change.of)
  if (!earlier) return undefined
  const byId = new Map(earlier.accounts.map((account) => [account.id, account]))
  return {
    touched: wantedVariants(earlier.change),
    plain: earlier.change,
    of({ id, before }) {
      const account = byId.get(id)
      return account ? restorableOf(account, before ?? {}) : {}
    },
  }
}
