import type { Db } from '#base/db/client.ts'
import { newId } from '#base/db/ids.ts'
import { feesOf } from '#base/db/left-of-payment.ts'
import { refunds } from '#base/db/schema/index.ts'
import { refundReasons } from '#features/billing/rules/refund-reasons.ts'

/**
 * Notes that what was paid for registering a name is owed back: as much as has not gone back already, by whomever. A
 * name that took another one's place at no cost stands for that one's fee; one whose place was taken at no cost
 * has handed its own on. `paidAfter` leaves out what was paid before that moment. Paying refunds does the rest.
 */
export async function oweFee(
  tx: Db,
  domainId: string,
  { paidAfter }: { paidAfter?: string | undefined } = {},
): Promise<void> {
  const since = paidAfter === undefined ? Number.NEGATIVE_INFINITY : Date.parse(paidAfter)
  for (const fee of await feesOf(tx, [domainId], { lock: true })) {
    if (fee.leftCents === 0 || fee.handedTo !== null || fee.paidAt.getTime() <= since) continue
    const owed = { checkoutId: fee.checkoutId, domainId: fee.domainId, cents: fee.leftCents }
    // What the operator gave for the same reason was a part of it.
    for (const reason of [refundReasons.not_registered, `${refundReasons.not_registered}: the rest`]) {
      const noted = await tx
        .insert(refunds)
        .values({ id: newId('refund'), cause: 'not_registered', reason, ...owed })
        .onConflictDoNothing()
        .returning({ id: refunds.id })
      if (noted.length > 0) break
    }
  }
}
