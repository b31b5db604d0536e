import { and, eq, ne, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { type AccountVendor, providerAccounts } from '#base/db/schema/index.ts'
import { placeOf } from '#base/db/sealed-columns.ts'
import { conflictUndoneBy } from '#base/http/refusal.ts'
import type { Secrets } from '#base/secrets/secrets.ts'
import { identitiesIn } from './account-identities.ts'
import { refuseProbesAccount } from './refuse-probes-account.ts'

/** The first word of the commands for accounts at a vendor. */
export const wordOf = { microsoft: 'tenant', google: 'google-account' } as const

interface CheckedAccount {
  vendor: AccountVendor
  /** As their schema read them. */
  credentials: unknown
  /** The account itself, when it is there already. */
  id?: string
}

/**
 * Refuses an account that is there under another label: it would be filled twice, and names that one label has left
 * would be removed although the other serves them. Until the transaction ends no other account is added or renewed.
 */
export async function refuseSameAccount(
  tx: Db,
  secrets: Secrets,
  { vendor, credentials, id }: CheckedAccount,
): Promise<void> {
  await tx.execute(sql`lock table ${providerAccounts} in share row exclusive mode`)
  const others = await tx
    .select({
      id: providerAccounts.id,
      label: providerAccounts.label,
      credentials: providerAccounts.credentials,
    })
    .from(providerAccounts)
    .where(
      and(eq(providerAccounts.vendor, vendor), id === undefined ? undefined : ne(providerAccounts.id, id)),
    )
  const identities = identitiesIn(vendor, credentials)
  for (const other of others) {
    const theirs = identitiesIn(
      vendor,
      JSON.parse(secrets.open(other.credentials, placeOf.providerAccount(other.id))),
    )
    const shared = identities.find((each) => theirs.includes(each))
    if (shared)
      throw conflictUndoneBy(
        `${wordOf[vendor]} renew`,
        `${shared} is here already as ${other.label}. For new credentials renew that one.`,
      )
  }
  await refuseProbesAccount(tx, secrets, vendor, identities)
}
