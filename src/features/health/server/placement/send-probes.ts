import { and, eq, isNull } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Db } from '#base/db/client.ts'
import { placementProbes } from '#base/db/schema/index.ts'
import { isVendorError, type VendorError } from '#vendors/client/vendor-error.ts'
import type { Vendors } from '#vendors/client/vendors.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import type { ClaimedProbe } from './claim-probes.ts'

/** Whether the host has not taken it for certain. An answer that was lost may have been a success. */
const isRefusal = ({ kind, isOverLimit }: VendorError) => isOverLimit || kind !== 'transient'

/**
 * Hands a noted probe over, once: one whose answer is lost is looked for like the others, and sent no second time. Whatever
 * goes wrong ends this one alone.
 */
export async function sendProbe(
  { db, vendors, log }: { db: Db; vendors: Pick<Vendors, 'mailboxHost'>; log: Logger },
  { id, accountId, from, seed, token }: ClaimedProbe,
  call: CallContext,
): Promise<void> {
  // It may have been found before its host has answered.
  const set = (values: Partial<typeof placementProbes.$inferInsert>) =>
    db
      .update(placementProbes)
      .set(values)
      .where(and(eq(placementProbes.id, id), isNull(placementProbes.outcome)))
  try {
    const host = await vendors.mailboxHost(accountId)
    await host.sendProofMail({ from, to: seed.address, token }, call)
    await set({ isAccepted: true })
  } catch (error) {
    if (!isVendorError(error)) log.error({ err: error, probe: id }, 'a probe could not be sent')
    else if (isRefusal(error)) await set({ outcome: 'unknown', readAt: null })
  }
}
