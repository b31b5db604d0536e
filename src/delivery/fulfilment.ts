import type { SQL } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import type { checkouts } from '#base/db/schema/index.ts'
import type { Refusal } from '#base/http/refusal.ts'
import type { NotNeeded } from '#features/billing/rules/refund-reasons.ts'
import type { PricedItem } from '#features/checkout/rules/pricing.ts'
import type { PaymentSubscription } from '#vendors/ports/payments.ts'

export type Checkout = typeof checkouts.$inferSelect

/** What is paid for: a bundle or a domain of ours, and what it is priced as. */
export interface CheckoutSubject {
  item: PricedItem
  bundleId?: string
  domainId?: string
}

/** What a payment page is asked for. */
export interface PaidFor {
  customerId: string
  orderId?: string
  subjects: readonly CheckoutSubject[]
}

/** A bundle or a domain, by its id, that a payment was for and that does not run for it. */
export interface Unserved {
  id: string
  cause: NotNeeded
}

/**
 * What payments of a kind are for. The feature that sells it implements this, and `build-dependencies.ts` registers it:
 * the payment engine knows of no feature.
 */
export interface Fulfilment {
  /**
   * Locks what a page is for and keeps it from being released, or paid for on another page, until the page is stored.
   * Throws a `Refusal` when it no longer waits for a payment.
   */
  keepWaiting(tx: Db, request: PaidFor): Promise<void>
  /** Where that holds names again: the refusal when the database says that another order holds one of them. */
  nameIsTaken?(db: Db, request: PaidFor): Promise<Refusal>
  /** What `paid` reads by is locked with the checkout, before it reads: a scalar of a statement over `checkouts`. */
  locks?: SQL
  /**
   * What a payment brings about, inside the transaction that notes it. Returns what nothing came of: the caller gives
   * that back.
   */
  paid(
    tx: Db,
    checkout: Checkout,
    /** Begun with the payment, where something is paid again and again. */
    subscription: PaymentSubscription | undefined,
    /** Its customer is suspended: nothing is set up for now, and they are not told that it is. */
    circumstances: { waits: boolean },
  ): Promise<readonly Unserved[]>
  /** Gives up what no other open page pays for, inside the transaction that notes that the page has ended. */
  expired(tx: Db, checkout: Checkout): Promise<void>
  /** Ends what has waited too long for a payment and has no page to pay on: it was never opened, or could not be. */
  endUnpaid(db: Db): Promise<void>
}

/** By the kind of what is paid for. */
export type Fulfilments = Readonly<Record<Checkout['kind'], Fulfilment>>
