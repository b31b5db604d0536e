import { and, eq, ne, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Db } from '#base/db/client.ts'
import { type AccountVendor, probeMailboxes, providerAccounts } from '#base/db/schema/index.ts'
import { placeOf } from '#base/db/sealed-columns.ts'
import { conflict, conflictUndoneBy } from '#base/http/refusal.ts'
import type { Secrets } from '#base/secrets/secrets.ts'
import { domainOf, identitiesIn } from './account-identities.ts'

const known = z.object({ tenantId: z.string().optional() })

/** The other way round: a tenant or account that has a probe mailbox takes no customers' mailboxes. */
async function refuseProbesAccount(
  tx: Db,
  secrets: Secrets,
  vendor: AccountVendor,
  identities: readonly string[],
): Promise<void> {
  const probes = await tx.select().from(probeMailboxes).where(eq(probeMailboxes.vendor, vendor))
  for (const { id, address, credentials } of probes) {
    const { tenantId } = known.parse(JSON.parse(secrets.open(credentials, placeOf.probeMailbox(id))))
    if (identities.includes(domainOf(address)) || (tenantId && identities.includes(tenantId.toLowerCase())))
      throw conflict(
        `The probe mailbox ${address} is in it. Mail inside a tenant or account proves nothing: remove the probe first, and add one elsewhere.`,
      )
  }
}

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
