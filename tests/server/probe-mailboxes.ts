import { probeMailboxes } from '#base/db/schema/index.ts'
import { placeOf } from '#base/db/sealed-columns.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { probeVendors } from '#vendors/ports/proof-mail.ts'
import { demoProbeMailboxes } from '#vendors/sandbox/hosted-mail/demo.ts'

/** The operator's two mailboxes that receive proof mail. */
export async function addProbeMailboxes({
  db,
  secrets,
}: Pick<Dependencies, 'db' | 'secrets'>): Promise<void> {
  for (const vendor of probeVendors) {
    const credentials = demoProbeMailboxes[vendor]
    await db.insert(probeMailboxes).values({
      id: vendor,
      vendor,
      address: credentials.address,
      credentials: secrets.seal(JSON.stringify(credentials), placeOf.probeMailbox(vendor)),
    })
  }
}
