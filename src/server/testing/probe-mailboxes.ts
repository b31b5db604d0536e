import { demoProbeMailboxes } from '../../sandbox/hosted-mail/demo.ts'
import { probeMailboxes } from '../db/schema/index.ts'
import { placeOf } from '../db/sealed-columns.ts'
import type { Dependencies } from '../dependencies.ts'
import { probeVendors } from '../providers/ports/proof-mail.ts'

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
