import type { ConsoleAction, ConsoleCell, ConsoleSection } from '#vendors/sandbox/console/sections.ts'
import type { StripeAccount } from './account.ts'
import { day, dollars, moment } from './money.ts'
import type { PaymentIntent, Subscription } from './objects.ts'
import { currentPromotion } from './promotions.ts'
import { isWithBank } from './settle-checkout.ts'
import { currentPeriodEnd, isLive } from './subscriptions.ts'
import { type WebhookSender, webhookModes } from './webhooks.ts'

const shown = 30

export function stripeSections(account: StripeAccount, webhooks: WebhookSender): ConsoleSection[] {
  return [
    paymentSection(account),
    subscriptionSection(account),
    checkoutSection(account),
    promotionSection(account),
    webhookSection(account, webhooks),
  ]
}

const emailOf = (account: StripeAccount, customer: unknown) =>
  account.customers.get(String(customer))?.email ?? '–'

function paymentSection(account: StripeAccount): ConsoleSection {
  return {
    title: 'Payments',
    columns: ['When', 'Customer', 'Amount', 'Status'],
    empty: 'Nobody has paid yet.',
    total: account.paymentIntents.count(),
    rows: account.paymentIntents.list({ newestFirst: true, limit: shown }).map((intent) => {
      const { cell, actions } = paymentState(account, intent)
      return {
        cells: [moment(intent.created), emailOf(account, intent.customer), dollars(intent.amount), cell],
        actions,
      }
    }),
  }
}

function paymentState(
  account: StripeAccount,
  intent: PaymentIntent,
): { cell: ConsoleCell; actions: ConsoleAction[] } {
  if (intent.status === 'processing') return { cell: { text: 'with the bank', tone: 'wait' }, actions: [] }
  if (intent.status !== 'succeeded') return { cell: { text: 'declined', tone: 'bad' }, actions: [] }
  const charge = account.charges.get(String(intent.latest_charge))
  const dispute = account.disputes.list({ parent: intent.id, newestFirst: true })[0]
  if (dispute) {
    const close = (outcome: 'won' | 'lost', label: string): ConsoleAction => ({
      label,
      path: '/_stripe/disputes/close',
      values: { id: dispute.id, outcome },
    })
    const isOpen = dispute.status === 'needs_response'
    return {
      cell: { text: isOpen ? 'disputed' : `dispute ${dispute.status}`, tone: isOpen ? 'bad' : 'quiet' },
      actions: isOpen ? [close('won', 'Seller wins'), close('lost', 'Seller loses')] : [],
    }
  }
  const refund = account.refunds
    .list({ parent: intent.id, newestFirst: true })
    .find(({ status }) => status === 'pending' || status === 'succeeded')
  const failing: ConsoleAction[] = refund
    ? [
        {
          label: 'Let the refund fail',
          path: '/_stripe/refunds/fail',
          values: { id: refund.id },
          danger: true,
        },
      ]
    : []
  if (charge?.refunded) return { cell: { text: 'refunded', tone: 'quiet' }, actions: failing }
  const partly = (charge?.amount_refunded ?? 0) > 0
  return {
    cell: partly
      ? { text: `${dollars(charge!.amount_refunded)} refunded`, tone: 'wait' }
      : { text: 'paid', tone: 'good' },
    actions: [
      { label: 'Refund', path: '/_stripe/refunds', values: { paymentIntent: intent.id }, danger: true },
      { label: 'Dispute', path: '/_stripe/disputes', values: { paymentIntent: intent.id }, danger: true },
      ...failing,
    ],
  }
}

function subscriptionSection(account: StripeAccount): ConsoleSection {
  return {
    title: 'Subscriptions',
    hint: 'Advancing one lets only its own time pass: the renewal is billed now.',
    columns: ['Customer', 'Items', 'Status', 'Paid until', 'Card'],
    empty: 'No subscription yet.',
    total: account.subscriptions.count(),
    rows: account.subscriptions.list({ newestFirst: true, limit: shown }).map((subscription) => {
      const declines = account.cardBehaviours.get(String(subscription.default_payment_method)) !== 'works'
      return {
        cells: [
          emailOf(account, subscription.customer),
          subscription.items.data
            .map(
              (item) =>
                `${item.quantity} × ${account.products.get(item.price.product)?.name ?? item.price.product}`,
            )
            .join(', '),
          statusCell(subscription),
          day(currentPeriodEnd(subscription)),
          declines ? { text: 'declines', tone: 'bad' as const } : { text: 'works', tone: 'good' as const },
        ],
        actions: isLive(subscription) ? subscriptionActions(subscription, declines) : [],
      }
    }),
  }
}

const subscriptionActions = (subscription: Subscription, declines: boolean): ConsoleAction[] => [
  {
    label: 'Advance 30 days',
    path: '/_stripe/subscriptions/advance',
    values: { id: subscription.id, days: 30 },
  },
  {
    label: declines ? 'Let card work' : 'Let card fail',
    path: '/_stripe/cards',
    values: { customer: String(subscription.customer), behaviour: declines ? 'works' : 'declines' },
  },
]

const statusCell = (subscription: Subscription): ConsoleCell => ({
  text: subscription.status.replace('_', ' '),
  tone: subscription.status === 'active' ? 'good' : subscription.status === 'past_due' ? 'bad' : 'quiet',
})

function checkoutSection(account: StripeAccount): ConsoleSection {
  return {
    title: 'Checkouts',
    columns: ['When', 'Customer', 'Total', 'Status', 'Reference'],
    empty: 'No checkout has been opened yet.',
    total: account.checkoutSessions.count(),
    rows: account.checkoutSessions.list({ newestFirst: true, limit: shown }).map((session) => ({
      cells: [
        moment(session.created),
        session.customer ? emailOf(account, session.customer) : (session.customer_email ?? '–'),
        dollars(session.amount_total),
        {
          text: session.status ?? '–',
          tone: session.status === 'complete' ? 'good' : session.status === 'open' ? 'wait' : 'quiet',
        },
        { text: session.client_reference_id ?? '–', mono: true },
      ],
      actions:
        session.status === 'open'
          ? [{ label: 'Pay', path: '/_stripe/checkouts/pay' as const, values: { id: session.id } }]
          : isWithBank(account, session)
            ? [
                {
                  label: 'Bank pays',
                  path: '/_stripe/checkouts/settle' as const,
                  values: { id: session.id, outcome: 'succeeded' },
                },
                {
                  label: 'Bank refuses',
                  path: '/_stripe/checkouts/settle' as const,
                  values: { id: session.id, outcome: 'failed' },
                },
              ]
            : [],
    })),
  }
}

function promotionSection(account: StripeAccount): ConsoleSection {
  return {
    title: 'Promotion codes',
    columns: ['Code', 'Discount', 'Applies to', 'Redeemed', 'State'],
    empty: 'No promotion code.',
    rows: account.promotionCodes.list().map((stored) => {
      const promotion = currentPromotion(account, stored)
      const coupon = account.coupons.get(promotion.promotion.coupon)
      return {
        cells: [
          { text: promotion.code, mono: true },
          coupon?.percent_off
            ? `${coupon.percent_off} % ${coupon.duration}`
            : dollars(coupon?.amount_off ?? 0),
          coupon?.applies_to?.products.join(', ') ?? 'everything',
          String(promotion.times_redeemed),
          promotion.active
            ? { text: 'active', tone: 'good' as const }
            : { text: 'off', tone: 'quiet' as const },
        ],
        actions: [
          {
            label: stored.active ? 'Switch off' : 'Switch on',
            path: '/_stripe/promotions' as const,
            values: { id: promotion.id, active: !stored.active },
          },
        ],
      }
    }),
  }
}

function webhookSection(account: StripeAccount, webhooks: WebhookSender): ConsoleSection {
  const tones = { delivered: 'good', waiting: 'wait', failed: 'bad', withheld: 'quiet' } as const
  const { mode } = webhooks.current()
  return {
    title: 'Webhooks',
    hint: account.world.productUrl
      ? `Sent to ${account.world.productUrl}/api/webhooks/stripe. Present mode: ${mode}.`
      : 'The sandbox was not told where the product listens.',
    columns: ['When', 'Event', 'State', 'Answer', 'Attempts'],
    empty: 'No event yet.',
    total: webhooks.deliveries.count(),
    rows: webhooks.deliveries.list({ newestFirst: true, limit: shown }).map((delivery) => {
      const event = account.events.get(delivery.eventId)
      return {
        cells: [
          event ? moment(event.created) : '–',
          { text: event?.type ?? delivery.eventId, mono: true },
          { text: delivery.state, tone: tones[delivery.state] },
          delivery.lastAnswer ?? '–',
          String(delivery.attempts),
        ],
        actions: [
          {
            label: 'Send again',
            path: '/_stripe/webhooks/resend' as const,
            values: { eventId: delivery.eventId },
          },
        ],
      }
    }),
    actions: [
      {
        label: 'Change',
        path: '/_stripe/webhooks',
        inputs: [
          {
            name: 'mode',
            label: 'How webhooks are sent',
            value: mode,
            options: webhookModes.map((value) => ({ value, label: value })),
          },
        ],
      },
    ],
  }
}
