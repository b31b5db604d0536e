import type { NotNeeded } from '#shared/money/refund-reasons.ts'
import type { Db } from '../../db/client.ts'
import type { checkouts } from '../../db/schema/index.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { PaymentSubscription } from '../../providers/ports/payments.ts'
import { orderFulfilment } from '../orders/order-fulfilment.ts'
import { reinstatementFulfilment } from '../reinstatement/reinstatement-fulfilment.ts'
import { releaseFulfilment } from '../release/release-fulfilment.ts'
import { replacementFulfilment } from '../replacement/start-replacements.ts'

type Checkout = typeof checkouts.$inferSelect

/** A bundle or a domain, by its id, that a payment was for and that does not run for it. */
export interface Unserved {
  id: string
  cause: NotNeeded
}

/** What a payment of a kind brings about, and what its absence undoes; both inside the transaction that notes it. */
export interface Fulfilment {
  /** Answers what nothing came of: whoever calls gives it back. */
  paid(
    deps: Dependencies,
    tx: Db,
    checkout: Checkout,
    /** Begun with the payment, where something is paid again and again. */
    subscription: PaymentSubscription | undefined,
    /** Its customer is suspended: nothing is set up for now, and they are not told that it is. */
    circumstances: { waits: boolean },
  ): Promise<readonly Unserved[]>
  /** Gives up what no other open page pays for. */
  expired(deps: Dependencies, tx: Db, checkout: Checkout): Promise<void>
}

export const fulfilments: Record<Checkout['kind'], Fulfilment> = {
  order: orderFulfilment,
  reinstate: reinstatementFulfilment,
  replace: replacementFulfilment,
  release: releaseFulfilment,
}
