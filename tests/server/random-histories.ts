import type { Sandbox } from '#vendors/sandbox/sandbox.ts'

/** What happened to one customer's money, as the payment provider's own rows. */
export interface History {
  customer: string
  invoices: StripeInvoice[]
  charges: StripeCharge[]
  refunds: StripeReturn[]
  disputes: StripeReturn[]
  /** When its one domain was set up, and until when its mailboxes stand. */
  domain: { name: string; setUpAt: Date; retireAt: Date | null; platform: 'azure' | 'google' }
}
interface StripeLine {
  id: string
  amount: number
  discount_amounts: { amount: number }[]
  period: { start: number; end: number }
  pricing: { price_details: { product: string } }
}
interface StripeInvoice {
  id: string
  created: number
  status: string
  attempt_count: number
  lines: { data: StripeLine[] }
  subscription: string
  intent: string
}
interface StripeCharge {
  id: string
  created: number
  amount: number
  status: string
  fee: number | null
  payment_intent: string
}
interface StripeReturn {
  id: string
  created: number
  amount: number
  status: string
  charge: string
}

const day = 86_400
const products = ['inboxyard_azure', 'inboxyard_google', 'inboxyard_premium']

/** The same numbers for the same seed, from 0 to below 1. */
function numbers(seed: number): () => number {
  let state = seed * 2_654_435_761
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

/** A history that is random, and the same for the same number; times are seconds and end before `now`. */
export function randomHistory(n: number, now: number): History {
  const random = numbers(n + 1)
  const upTo = (most: number) => Math.floor(random() * most)
  let made = 0
  const id = (prefix: string) => `${prefix}_h${n}x${++made}`
  const history: History = {
    customer: `cus_h${n}`,
    invoices: [],
    charges: [],
    refunds: [],
    disputes: [],
    domain: {
      name: `h${n}.${random() < 0.5 ? 'com' : 'net'}`,
      setUpAt: new Date((now - upTo(700) * day - 100) * 1_000),
      retireAt: random() < 0.3 ? new Date((now - upTo(200) * day) * 1_000) : null,
      platform: random() < 0.5 ? 'azure' : 'google',
    },
  }

  /** Tries a card until it works, or not; what worked may go back. */
  function pay(intent: string, amount: number, at: number, works: boolean): void {
    const tries = upTo(3) === 0 ? 1 : 0
    for (let i = 0; i < tries + (works ? 1 : 0); i++) {
      const isLast = works && i === tries
      history.charges.push({
        id: id('ch'),
        created: at + i * 60,
        amount,
        status: isLast ? 'succeeded' : 'failed',
        // Now and then Stripe has not told what it keeps.
        fee: isLast && random() > 0.004 ? Math.round(amount * 0.029) + 30 : null,
        payment_intent: intent,
      })
    }
    const charge = history.charges.at(-1)
    if (!works || !charge) return
    const later = Math.min(now - 1, at + upTo(60) * day)
    if (random() < 0.15)
      history.refunds.push({
        id: id('re'),
        created: later,
        amount: 1 + upTo(amount),
        status: ['succeeded', 'succeeded', 'pending', 'failed', 'canceled'][upTo(5)] as string,
        charge: charge.id,
      })
    if (random() < 0.07)
      history.disputes.push({
        id: id('du'),
        created: later,
        amount,
        status: ['needs_response', 'under_review', 'won', 'lost', 'warning_closed'][upTo(5)] as string,
        charge: charge.id,
      })
  }

  for (let subscriptions = 1 + upTo(2); subscriptions > 0; subscriptions--) {
    const subscription = id('sub')
    const product = products[upTo(3)] as string
    const start = now - upTo(450) * day - upTo(day)
    const periods = 1 + upTo(8)
    let quantity = 1 + upTo(3)
    for (let period = 0; period < periods; period++) {
      const from = start + period * 30 * day
      if (from >= now) break
      if (random() < 0.1) quantity = upTo(4)
      const line = (of: string, amount: number, off: number): StripeLine => ({
        id: id('il'),
        amount,
        discount_amounts: off > 0 ? [{ amount: off }] : [],
        period: { start: from, end: of === 'inboxyard_domain' ? from : from + 30 * day },
        pricing: { price_details: { product: of } },
      })
      const off = period === 0 && random() < 0.3 ? 700 : 0
      const lines = [line(product, quantity * 5_000, quantity > 0 ? off : 0)]
      if (period === 0 && random() < 0.5) lines.push(line('inboxyard_domain', 1_550, 0))
      if (random() < 0.1) lines.push(line(products[upTo(3)] as string, 12_500, 0))
      const luck = random()
      const status = luck < 0.85 ? 'paid' : luck < 0.93 ? 'open' : luck < 0.97 ? 'void' : 'uncollectible'
      const intent = id('pi')
      const total = lines.reduce(
        (sum, { amount, discount_amounts: [discount] }) => sum + amount - (discount?.amount ?? 0),
        0,
      )
      history.invoices.push({
        id: id('in'),
        created: from,
        status,
        attempt_count: status === 'open' ? upTo(2) : 1,
        lines: { data: lines },
        subscription,
        intent,
      })
      if (total > 0) pay(intent, total, Math.min(now - 200, from + 3_600), status === 'paid')
    }
  }
  // Something that is paid once, without an invoice.
  if (random() < 0.2) pay(id('pi'), 900, now - upTo(400) * day - 300, true)
  return history
}

/** Puts a history into the sandbox's Stripe as that answers it. */
export function putAtStripe({ store }: Pick<Sandbox, 'store'>, history: History): void {
  const { customer } = history
  const put = (plural: string, object: { id: string }, parent?: string) =>
    store.collection<object>(`stripe.${plural}`).put(object.id, object, parent)
  const usd = { currency: 'usd', customer, livemode: false, metadata: {} }
  for (const { subscription, intent, lines, ...invoice } of history.invoices) {
    const total = lines.data.reduce((sum, { amount }) => sum + amount, 0)
    put(
      'invoices',
      {
        ...usd,
        ...invoice,
        object: 'invoice',
        billing_reason: 'subscription_cycle',
        amount_paid: invoice.status === 'paid' ? total : 0,
        total,
        parent: { subscription_details: { subscription } },
        lines: { object: 'list', has_more: false, ...lines },
      } as { id: string },
      customer,
    )
    put(
      'invoice_payments',
      { id: `inpay_${invoice.id}`, invoice: invoice.id, payment: { payment_intent: intent } } as {
        id: string
      },
      invoice.id,
    )
  }
  for (const { fee, ...charge } of history.charges) {
    const balance = fee === null ? null : `txn_${charge.id}`
    put(
      'charges',
      { ...usd, ...charge, object: 'charge', disputed: false, balance_transaction: balance } as {
        id: string
      },
      charge.payment_intent,
    )
    if (balance) put('balance_transactions', { id: balance, fee, currency: 'usd' } as { id: string })
  }
  for (const refund of history.refunds)
    put('refunds', { ...usd, ...refund, object: 'refund' } as { id: string })
  for (const dispute of history.disputes)
    put('disputes', { ...usd, ...dispute, object: 'dispute' } as { id: string })
}
