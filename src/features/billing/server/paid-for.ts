import { and, eq, gt, gte, isNull, notInArray, or } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { bundles } from '#base/db/schema/index.ts'
import { isDeliberate } from '#features/orders/rules/order-holds.ts'
import { groupHolds } from '#features/orders/rules/order-status.ts'
import type { PaymentInvoice } from '#vendors/ports/payments.ts'

type PaidInvoice = Pick<PaymentInvoice, 'attempts' | 'cents' | 'number' | 'paidAt' | 'period'>

/**
 * What a renewal was paid for, as far as the rows that stand tell: what runs or is about to, a period in which it ran and
 * that was owed since, or nothing. One that was charged as its last bundle was cancelled, given up or put on hold is for
 * nothing, although its period had just begun: nobody had asked for it before.
 */
export async function paidFor(
  tx: Db,
  subscriptionId: string,
  { attempts, cents, paidAt, period }: PaidInvoice,
): Promise<'present' | 'past' | 'nothing'> {
  if (cents === 0 || !paidAt) return 'present'
  const served = await tx.$count(
    bundles,
    and(
      eq(bundles.subscriptionId, subscriptionId),
      or(eq(bundles.status, 'live'), gte(bundles.cancelledAt, paidAt)),
      or(
        isNull(bundles.hold),
        notInArray(bundles.hold, groupHolds.filter(isDeliberate)),
        gte(bundles.holdSince, paidAt),
      ),
    ),
  )
  if (served > 0) return 'present'
  const wasOwed = attempts > 1 && period !== undefined && (await ranAt(tx, subscriptionId, period.from))
  return wasOwed ? 'past' : 'nothing'
}

/** Whether anything of a subscription ran at that moment, as far as what stands of it tells. */
export const ranAt = async (tx: Db, subscriptionId: string, moment: Date): Promise<boolean> =>
  (await tx.$count(
    bundles,
    and(
      eq(bundles.subscriptionId, subscriptionId),
      or(isNull(bundles.holdSince), gt(bundles.holdSince, moment)),
      or(eq(bundles.status, 'live'), gt(bundles.cancelledAt, moment)),
    ),
  )) > 0
