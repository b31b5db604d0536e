import type { Checkout, PaidFor } from '#delivery/fulfilment.ts'
import type { Quote } from '../rules/pricing.ts'
import type { Ending } from './lost-payments.ts'
import type { Offer } from './quote-for.ts'

/** What a payment page is asked for, and how it is to be paid. */
export interface CheckoutRequest extends PaidFor {
  kind: Checkout['kind']
  /** The price of these subjects, as `quoteFor` has just made it. */
  offer: Offer
  /** Whether an offer's price is what its customer has seen; nobody is led to pay another. */
  isShown(quote: Quote): boolean
  /** The spelling of this site that the customer uses, and comes back to: a session stays with it. */
  origin: string
  /** The order that is changed, to which the customer is led back who does not pay. */
  changes?: string | undefined
  /** Notes the acceptance of terms and acceptable use. */
  termsAccepted: boolean
  /** The open pages that its customer agreed to have ended. */
  agreed: Ending['agreed']
}
