import { asc, eq } from 'drizzle-orm'
import { type AccountVendor, providerAccounts } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { type AccountUse, accountUse, recipientsAllowed } from '#delivery/provisioning/placement.ts'
import type { AccountState, Capacity } from './account.ts'

interface ListedAccount {
  id: string
  label: string
  state: AccountState
  use: AccountUse
  /** What may be placed: of recipients a day no more than its host lets out. */
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
  return rows.map((row) => ({
    id: row.id,
    label: row.label,
    state: row.state,
    use: accountUse(row),
    capacity: {
      domains: row.capacityDomains,
      mailboxes: row.capacityMailboxes,
      dailyRecipients: recipientsAllowed(row),
    },
    probe: row.probedAt && { at: row.probedAt, problem: row.probeProblem },
    secretExpiresOn: row.secretExpiresOn,
  }))
}
