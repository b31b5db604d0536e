import {
  type ListEnd,
  portTable,
  type RefusalRow,
  unreadWord,
  type VendorBehavior,
  wordsBy,
} from '#vendors/client/behavior.ts'
import { pagesMost } from '#vendors/client/list-end.ts'
import type { Payments } from '#vendors/ports/payments.ts'
import { explain } from './client.ts'
import { objectMap } from './object-map.ts'
import { disputeOutcomes, invoiceStatuses, subscriptionStatuses, toRefund } from './translate.ts'
import { pageSize } from './wire.ts'

const list: ListEnd = {
  pages: `${pageSize} a page, ${pagesMost} pages`,
  past: 'not read; nor is one that brings nothing new',
}
const page: ListEnd = { pages: `${pageSize} a page, one a call`, past: 'the caller asks on' }
const toTheirEnd = ['are read to their end: %s'] as const
const gone = 'fails'
const subscription =
  'subscription_gone: in our own account only, nothing is billed for it; the operator’s, never made again'

const refusal = (
  said: string,
  status: number,
  about: RefusalRow['about'],
  error: Record<string, string> = {},
): RefusalRow => ({ said, status, about, body: { error: { code: said, message: said, ...error } } })

export const stripe: VendorBehavior = {
  ports: [
    portTable<Payments>('Payments', {
      account: { gone: 'another account’s key, or another mode’s: nothing is paid or read', list },
      readSetup: { list },
      ensureCustomer: { gone: 'looked for by our id and e-mail, then made once' },
      prepareCheckout: { shownBy: ['keep every line’s amount, and survive being stored as JSON'] },
      createCheckout: {
        refusals:
          'promotion_refused: the customer’s; customer_gone: made again, in our own account only; remembered_failure: looked for, then another key',
        gone: 'products are made under their fixed ids',
        shownBy: ['recovers when Stripe had made the session and remembers a 500 under its key'],
      },
      renameProducts: {
        refusals: 'one that is refused keeps no other from its name',
        shownBy: ['that Stripe refuses keep no other from its own, are told to the log and tried again'],
      },
      findCheckout: { gone: 'none', list },
      readCheckout: { gone, list, shownBy: ['reads all lines of a checkout with more than ten'] },
      expireCheckout: {
        gone,
        shownBy: ['keeps a checkout complete that was paid before it was to expire'],
      },
      readSubscription: { gone: subscription, list, shownBy: toTheirEnd },
      readForeignSubscription: { gone },
      runningSubscriptions: { gone: 'customer_gone: none run', list, shownBy: toTheirEnd },
      setSubscriptionBilling: {
        gone: subscription,
        list,
        shownBy: ['gives up the others where Stripe refuses one of several, and says so', ...toTheirEnd],
      },
      readInvoice: { gone },
      unpaidRenewals: { gone: 'none', list, shownBy: toTheirEnd },
      forgiveInvoice: { gone, shownBy: ['forgives what was written off, once, and nothing that was paid'] },
      cardTries: { gone: 'none', list, shownBy: toTheirEnd },
      chosenCard: { gone: 'none chosen' },
      collectInvoice: {
        refusals: 'remembered_failure: charged once, under another key',
        gone,
        shownBy: ['is charged once, under another key, where Stripe remembers a failure'],
      },
      cancelSubscription: {
        gone: subscription,
        list,
        shownBy: ['gives up every refused renewal with the subscription, by %s, %s'],
      },
      openPortal: {
        refusals: 'customer_gone: opens with the next payment, in our own account only',
        gone: 'its configuration is found again or made, under another key, also where it was switched off',
        shownBy: ['opens the portal with another configuration where its own is %s, in %s'],
      },
      findPromotion: { gone: 'none', shownBy: ['that %s cannot be used'] },
      refund: {
        gone,
        list,
        shownBy: ['refunds once per refund of ours, and never more than was paid'],
      },
      readRefunds: { gone, list },
      readDispute: { gone },
      disputesOf: { gone: 'none', list, shownBy: toTheirEnd },
      checkoutOfPayment: { gone: 'none' },
      subscriptionOfPayment: { gone: 'none' },
      events: { list: page, shownBy: ['pages through events and says what they are about'] },
      looksSigned: { shownBy: ['says of %s whether it may be a signature'] },
      parseWebhook: { shownBy: ['refuses %s'] },
      readInvoiceRecord: { gone },
      readPaymentRecords: { gone, list, shownBy: toTheirEnd },
      listInvoiceRecords: { list: page },
      listChargeRecords: { list: page },
      listRefundRecords: { list: page },
      listDisputeRecords: { list: page },
      probe: { shownBy: ['says what is wrong with a key'] },
    }),
  ],
  objects: {
    tables: Object.entries(objectMap).map(([of, rows]) => ({ of, rows })),
    shownBy: ['%s: ours and what is told are as the table says, %s'],
  },
  states: [
    {
      of: 'status of a subscription',
      words: subscriptionStatuses,
      unknown: 'past_due',
      shownBy: ['that is %s at Stripe is %s to us'],
      open: 'A word that nobody has described is taken for unpaid, and nobody reads the word.',
    },
    {
      of: 'status of an invoice',
      words: invoiceStatuses,
      unknown: 'over',
      shownBy: ['charges an open invoice to a card, and tells of every try and why it was refused'],
      open: 'A word that nobody has described is taken for over: nothing is owed any more.',
    },
    {
      of: 'status of a refund',
      words: wordsBy(['pending', 'requires_action', 'succeeded', 'failed', 'canceled'], refunded),
      unknown: refunded('a word that nobody has described'),
      shownBy: ['tells that a refund failed, and that it is none of what went back'],
    },
    {
      of: 'status of a dispute',
      words: { ...disputeOutcomes, prevented: 'won, or lost where it was resolved' },
      unknown: 'open',
      shownBy: ['a dispute that is %s is %s to us', 'follows a dispute until it is decided'],
    },
    {
      of: 'status of a checkout session',
      words: { open: 'open', complete: 'complete: paid once the money has arrived', expired: 'expired' },
      unknown: unreadWord,
      shownBy: ['tells how a checkout went, from open to paid'],
    },
  ],
  refusals: [
    {
      of: 'every call',
      explain,
      rows: [
        refusal('api_key_expired', 401, 'our app'),
        refusal('a permission that the key lacks', 403, 'our app'),
        refusal('resource_missing', 404, 'this one'),
        refusal('a configuration of the portal that is switched off', 400, 'this one', {
          param: 'configuration',
        }),
        refusal('idempotency_key_in_use', 409, 'this one'),
        refusal('idempotency_error', 400, 'this one', { type: 'idempotency_error' }),
        refusal('a discount that is refused', 400, 'this one', { param: 'discounts[0]' }),
        refusal('card_declined', 402, 'this one'),
        refusal('rate_limit', 429, 'the account'),
        refusal('a code that nobody has described', 400, 'this one'),
        refusal('api_error', 500, 'the vendor'),
      ],
      shownBy: [
        'says which objects do not exist',
        'blocks its own limit when Stripe says that there were too many requests',
      ],
    },
  ],
}

function refunded(status: string): string {
  return toRefund({ id: 're_1', amount: 1, status } as Parameters<typeof toRefund>[0]).status
}
