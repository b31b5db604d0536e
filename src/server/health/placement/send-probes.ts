import { eq } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { placementProbes } from '../../db/schema/index.ts'
import type { CallContext } from '../../providers/ports/call-context.ts'
import { isVendorError, type VendorError } from '../../providers/vendor-error.ts'
import type { Vendors } from '../../providers/vendors.ts'
import type { ClaimedProbe } from './claim-probes.ts'

/** Whether the host has not taken it for certain. An answer that was lost may have been a success. */
const isRefusal = ({ kind, isOverLimit }: VendorError) => isOverLimit || kind !== 'transient'

/** Hands noted probes over, each once: one whose answer is lost is looked for like the others, and sent no second time. */
export async function sendProbe(
  { db, vendors }: { db: Db; vendors: Pick<Vendors, 'mailboxHost'> },
  { id, accountId, from, seed, token }: ClaimedProbe,
  call: CallContext,
): Promise<void> {
  const set = (values: Partial<typeof placementProbes.$inferInsert>) =>
    db.update(placementProbes).set(values).where(eq(placementProbes.id, id))
  try {
    const host = await vendors.mailboxHost(accountId)
    await host.sendProofMail({ from, to: seed.address, token }, call)
    await set({ isAccepted: true })
  } catch (error) {
    if (!isVendorError(error)) throw error
    if (isRefusal(error)) await set({ outcome: 'unknown', readAt: null })
  }
}
