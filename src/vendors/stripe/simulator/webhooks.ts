import { createHmac } from 'node:crypto'
import type { StripeAccount } from './account.ts'
import type { StripeEvent } from './objects.ts'
import { endpointOf } from './webhook-endpoint.ts'

export const webhookModes = ['normal', 'duplicated', 'reordered', 'delayed', 'withheld'] as const
/** How events reach the product: once, three times at once, newest first, late, or not at all. */
type WebhookMode = (typeof webhookModes)[number]

export interface Delivery {
  eventId: string
  attempts: number
  /** On the sandbox's clock, in milliseconds. */
  dueAt: number
  state: 'waiting' | 'delivered' | 'failed' | 'withheld'
  lastAnswer: string | null
}

export interface WebhookSettings {
  mode: WebhookMode
  /** For `delayed`. */
  delayMs: number
}

/** After a failed delivery; the real test mode tries three times more over a few hours. */
const retryDelays = [10_000, 5 * 60_000, 60 * 60_000]
/** Deliveries under way at a time, so that one slow answer does not hold up the others. */
const atOnce = 8
/** How long `reordered` collects before it sends. */
const gatheringMs = 400

/** `Stripe-Signature` for a body; `t` is real time, since receivers compare it with theirs. */
export function signatureHeader(body: string, secret: string, at = Math.floor(Date.now() / 1_000)): string {
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`
}

/** Sends events to the product's endpoint, signed, with retries. What waits survives a restart. */
export function createWebhookSender(account: StripeAccount) {
  const { world } = account
  const deliveries = world.store.collection<Delivery>('stripe.deliveries')
  /** Ids of deliveries that are waiting. */
  const waiting = world.store.collection<number>('stripe.deliveries_waiting')
  const settings = world.store.collection<WebhookSettings>('stripe.webhook_settings')
  const address = world.productUrl && `${world.productUrl}/api/webhooks/stripe`
  let running = false
  let sending: Promise<void> | undefined
  let wakeUp: NodeJS.Timeout | undefined

  const current = (): WebhookSettings => settings.get('present') ?? { mode: 'normal', delayMs: 0 }

  function queue(event: StripeEvent) {
    if (!address || !endpointOf(account)?.enabled_events.includes(event.type)) return
    const { mode, delayMs } = current()
    const delay = mode === 'delayed' ? delayMs : mode === 'reordered' ? gatheringMs * world.delayScale : 0
    save(event.id, {
      eventId: event.id,
      attempts: 0,
      dueAt: world.now() + delay,
      state: mode === 'withheld' ? 'withheld' : 'waiting',
      lastAnswer: null,
    })
    if (running) wakeAfter(delay + 1)
  }

  function save(id: string, delivery: Delivery) {
    deliveries.put(id, delivery)
    if (delivery.state === 'waiting') waiting.put(id, delivery.dueAt)
    else waiting.delete(id)
  }

  function wakeAfter(ms: number) {
    clearTimeout(wakeUp)
    wakeUp = setTimeout(() => void deliverDue(), ms)
    wakeUp.unref()
  }

  /** Delivers everything that is due; calls made meanwhile join the one at work. */
  async function deliverDue(): Promise<void> {
    if (sending) {
      await sending
      return deliverDue()
    }
    const due = waiting.entries().filter(({ value: dueAt }) => dueAt <= world.now())
    if (due.length === 0) return
    const { mode } = current()
    if (mode === 'reordered') due.reverse()
    const queued = due[Symbol.iterator]()
    const sender = async () => {
      for (const { id } of queued) {
        const copies = mode === 'duplicated' ? 3 : 1
        const answers = await Promise.all(Array.from({ length: copies }, () => send(id)))
        note(id, answers.find((answer) => answer.ok) ?? answers[0]!)
      }
    }
    sending = Promise.all(Array.from({ length: atOnce }, sender)).then(() => {})
    await sending.finally(() => {
      sending = undefined
    })
  }

  async function send(id: string): Promise<{ ok: boolean; text: string }> {
    const event = account.events.get(id)
    if (!event) return { ok: true, text: 'gone' }
    const body = JSON.stringify(event, null, 2)
    try {
      const response = await world.fetch(String(address), {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
          'stripe-signature': signatureHeader(body, world.stripeWebhookSecret),
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(10_000),
      })
      await response.arrayBuffer()
      return { ok: response.ok, text: String(response.status) }
    } catch (error) {
      return { ok: false, text: error instanceof Error ? error.message : String(error) }
    }
  }

  function note(id: string, answer: { ok: boolean; text: string }) {
    const delivery = deliveries.get(id)
    if (!delivery) return
    const retry = retryDelays[delivery.attempts]
    const next: Delivery = {
      ...delivery,
      attempts: delivery.attempts + 1,
      lastAnswer: answer.text,
      dueAt: world.now() + (retry ?? 0) * world.delayScale,
      state: answer.ok ? 'delivered' : retry === undefined ? 'failed' : 'waiting',
    }
    save(id, next)
    const event = account.events.get(id)
    if (answer.ok && event) account.events.put(id, { ...event, pending_webhooks: 0 })
  }

  return {
    queue,
    deliverDue,
    current,
    deliveries,
    /** Changes how events are sent from now on. Leaving `withheld` sends what was held back. */
    setMode(next: WebhookSettings) {
      settings.put('present', next)
      if (next.mode !== 'withheld')
        for (const { id, value } of deliveries.entries())
          if (value.state === 'withheld') save(id, { ...value, state: 'waiting', dueAt: world.now() })
      if (running) wakeAfter(1)
    },
    /** Sends one event again, whatever became of it. */
    resend(id: string) {
      const delivery = deliveries.get(id)
      if (!delivery) return false
      save(id, { ...delivery, attempts: 0, dueAt: world.now(), state: 'waiting' })
      if (running) wakeAfter(1)
      return true
    },
    start() {
      running = true
      wakeAfter(1)
    },
    async stop() {
      running = false
      clearTimeout(wakeUp)
      await sending
    },
  }
}
export type WebhookSender = ReturnType<typeof createWebhookSender>
