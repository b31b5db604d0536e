import type { Db } from '#base/db/client.ts'
import type { OwedRenewal } from '../api/owed-renewal.ts'
import { wantedBilling } from './subscription-billing.ts'

export interface OwedOnceEnded {
  owed: OwedRenewal[]
  /** Others are billed with it, and stay. */
  isShared: boolean
}

/**
 * What is owed of a subscription once these bundles have ended: of the last ones what was written off, since only what is open is
 * given up with it; else what the others are charged for.
 */
export async function owedOnceEnded(
  db: Db,
  { ids, subscriptionId }: { ids: readonly string[]; subscriptionId: string },
  owed: readonly OwedRenewal[],
): Promise<OwedOnceEnded> {
  const { quantities, isPaused, owedBefore } = await wantedBilling(db, subscriptionId, ids)
  const isShared = Object.keys(quantities).length > 0
  const isKept = ({ from }: OwedRenewal) =>
    !isPaused || Boolean(from && owedBefore && new Date(from) < owedBefore)
  return { owed: owed.filter((each) => (isShared ? isKept(each) : each.isWrittenOff)), isShared }
}
