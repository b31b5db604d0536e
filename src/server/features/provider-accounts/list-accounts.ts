import { asc, eq } from 'drizzle-orm'
import { type AccountVendor, providerAccounts } from '../../db/schema/index.ts'
import type { Dependencies } from '../../dependencies.ts'
import { type AccountUse, accountUse } from '../../provisioning/placement.ts'
import type { AccountState, Capacity } from './account.ts'

interface ListedAccount {
  id: string
  label: string
  state: AccountState
  use: AccountUse
  capacity: Capacity
  /** When it was last asked whether it works, and why it did not. */
  probe: { at: Date; problem: string | null } | null
  /** A day, where it is known. */
  secretExpiresOn: string | null
}

/** All accounts at a vendor with what stands there and what fits in. */
export async function listProviderAccounts(
  { db }: Pick<Dependencies, 'db'>,
  vendor: AccountVendor,
): Promise<ListedAccount[]> {
  const rows = await db
    .select()
    .from(providerAccounts)
    .where(eq(providerAccounts.vendor, vendor))
    .orderBy(asc(providerAccounts.createdAt))
  return Promise.all(
    rows.map(async (row) => ({
      id: row.id,
      label: row.label,
      state: row.state,
      use: await accountUse(db, row.id, vendor),
      capacity: {
        domains: row.capacityDomains,
        mailboxes: row.capacityMailboxes,
        dailyRecipients: row.capacityDailyRecipients,
      },
      probe: row.probedAt && { at: row.probedAt, problem: row.probeProblem },
      secretExpiresOn: row.secretExpiresOn,
    })),
  )
}
