import type { VendorClientDependencies } from '#vendors/client/vendor-client.ts'
import type { Payments } from '#vendors/ports/payments.ts'
import { checkoutSessionParams } from './checkout-session-params.ts'
import { checkoutOfPayment, createCheckout, expireCheckout, findCheckout, readCheckout } from './checkouts.ts'
import { createStripeClient, type StripeClient, type StripeOptions } from './client.ts'
import { ensureCustomer } from './customers.ts'
import { createProducts, type ProductNaming } from './ensure-products.ts'
import { readEvents } from './events.ts'
import { readForeignSubscription } from './foreign-subscription.ts'
import {
  cardTries,
  chosenCard,
  collectInvoice,
  forgiveInvoice,
  readInvoice,
  unpaidRenewals,
} from './invoices.ts'
import { createPortal } from './portal.ts'
import { probeStripe } from './probe.ts'
import { findPromotion } from './promotions.ts'
import {
  listChargeRecords,
  listDisputeRecords,
  listInvoiceRecords,
  listRefundRecords,
  readInvoiceRecord,
  readPaymentRecords,
} from './records.ts'
import { disputesOf, readDispute, readRefunds, refund } from './refunds.ts'
import { readSetup } from './setup.ts'
import {
  cancelSubscription,
  readSubscription,
  runningSubscriptions,
  setSubscriptionBilling,
  subscriptionOfPayment,
} from './subscriptions.ts'
import { looksSigned, readWebhook } from './webhook.ts'

/** Stripe as the product's payment provider. `naming` tells what invoices call its products now. */
export function createStripePayments(
  options: StripeOptions & { naming: () => ProductNaming },
  dependencies: VendorClientDependencies,
): Payments {
  const client = createStripeClient(options, dependencies)
  const products = createProducts(client, { naming: options.naming, log: dependencies.log })
  const portal = createPortal(client)
  const at =
    <A extends unknown[], R>(call: (client: StripeClient, ...args: A) => R) =>
    (...args: A): R =>
      call(client, ...args)

  return {
    ensureCustomer: at(ensureCustomer),
    account: portal.account,
    openPortal: portal.open,
    prepareCheckout: (offer) => ({ ...checkoutSessionParams(offer) }),
    createCheckout: (...args) => createCheckout(client, products, ...args),
    renameProducts: products.rename,
    findCheckout: at(findCheckout),
    readCheckout: at(readCheckout),
    expireCheckout: at(expireCheckout),
    checkoutOfPayment: at(checkoutOfPayment),
    findPromotion: at(findPromotion),
    readSubscription: at(readSubscription),
    readForeignSubscription: at(readForeignSubscription),
    runningSubscriptions: at(runningSubscriptions),
    setSubscriptionBilling: at(setSubscriptionBilling),
    cancelSubscription: at(cancelSubscription),
    subscriptionOfPayment: at(subscriptionOfPayment),
    readInvoice: at(readInvoice),
    unpaidRenewals: at(unpaidRenewals),
    forgiveInvoice: at(forgiveInvoice),
    cardTries: at(cardTries),
    chosenCard: at(chosenCard),
    collectInvoice: at(collectInvoice),
    refund: at(refund),
    readRefunds: at(readRefunds),
    readDispute: at(readDispute),
    disputesOf: at(disputesOf),
    readInvoiceRecord: at(readInvoiceRecord),
    readPaymentRecords: at(readPaymentRecords),
    listInvoiceRecords: at(listInvoiceRecords),
    listChargeRecords: at(listChargeRecords),
    listRefundRecords: at(listRefundRecords),
    listDisputeRecords: at(listDisputeRecords),
    events: at(readEvents),
    looksSigned,
    parseWebhook: (rawBody, signature) =>
      readWebhook(client.webhooks, options.webhookSecret, rawBody, signature),
    probe: at(probeStripe),
    readSetup: at(readSetup),
  }
}
