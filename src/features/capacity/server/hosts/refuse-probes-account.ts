import { eq } from 'drizzle-orm'
import * as z from 'zod'
import type { Db } from '#base/db/client.ts'
import { type AccountVendor, probeMailboxes } from '#base/db/schema/index.ts'
import { placeOf } from '#base/db/sealed-columns.ts'
import { conflict } from '#base/http/refusal.ts'
import type { Secrets } from '#base/secrets/secrets.ts'
import { domainOf } from './account-identities.ts'

const known = z.object({ tenantId: z.string().optional() })

/** The other way round: a tenant or account that has a probe mailbox takes no customers' mailboxes. */
export async function refuseProbesAccount(
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
