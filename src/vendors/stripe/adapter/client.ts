import { AsyncLocalStorage } from 'node:async_hooks'
import Stripe from 'stripe'
import * as z from 'zod'
import {
  type Call,
  createVendorClient,
  type Explanation,
  type Refusal,
  type VendorClientDependencies,
} from '#vendors/client/vendor-client.ts'
import { VendorError } from '#vendors/client/vendor-error.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import { customerGone, type Payments, promotionRefused } from '#vendors/ports/payments.ts'

export interface StripeOptions {
  /** `https://api.stripe.com` */
  baseUrl: string
  secretKey: string
  webhookSecret: string
}

/** A failure that Stripe keeps under its idempotency key and answers again for 24 hours. */
export const rememberedFailure = 'remembered_failure'
/** The portal's configuration that was named was switched off, or is not there. */
export const configurationGone = 'configuration_gone'

/**
 * Documented: 25 requests a second to any one endpoint, and to all of a test account. A full burst and what comes in
 * the second after it are together no more: https://docs.stripe.com/rate-limits
 */
const rate = { perSecond: 20, burst: 5 }

const timeoutMs = 30_000

/** What a request of the package is sent as. */
type Sending = Pick<Call<unknown>, 'url' | 'method' | 'headers' | 'body'>
interface Asked {
  send(request: Sending): Promise<void>
  error?: unknown
}

const methodOf = z.enum(['GET', 'POST', 'DELETE'])

/**
 * The official package builds the requests; they are sent like those to every other vendor: limited, fenced,
 * timed, logged without their content, answers checked. `ask` makes one request.
 */
export function createStripeClient(options: StripeOptions, dependencies: VendorClientDependencies) {
  const call = createVendorClient(dependencies, {
    vendor: 'stripe',
    explain,
    secrets: [options.secretKey, options.webhookSecret],
  })
  const calls = new AsyncLocalStorage<Asked>()
  const base = options.baseUrl.replace(/\/$/, '')

  async function send(url: string | URL | Request, init: RequestInit = {}): Promise<Response> {
    const asked = calls.getStore()
    if (!asked) throw new Error('Requests to Stripe go through ask().')
    const { pathname, search } = new URL(String(url))
    try {
      await asked.send({
        method: methodOf.parse(init.method),
        url: `${base}${pathname}${search}`,
        headers: Object.fromEntries(new Headers(init.headers)),
        body: init.body ? new TextEncoder().encode(String(init.body)) : undefined,
      })
    } catch (error) {
      asked.error = error
      throw error
    }
    return Response.json({})
  }

  const stripe = new Stripe(options.secretKey, {
    // Our rows decide when to try again.
    maxNetworkRetries: 0,
    telemetry: false,
    // Longer than ours, which also covers reading the answer.
    timeout: 2 * timeoutMs,
    httpClient: Stripe.createFetchHttpClient(send),
  })

  return {
    /** A page of Stripe's own, or of where its API is; undefined for any other, which nobody is led to. */
    ownPage(address: string | undefined): string | undefined {
      if (address === undefined || !URL.canParse(address)) return undefined
      const { protocol, hostname, host } = new URL(address)
      const isStripes = protocol === 'https:' && `.${hostname}`.endsWith('.stripe.com')
      return isStripes || host === new URL(base).host ? address : undefined
    },
    /** One request, built by `request`, its answer checked and read by `answer`. */
    async ask<T>(
      operation: string,
      answer: z.ZodType<T>,
      request: (stripe: Stripe) => Promise<unknown>,
      ctx?: CallContext,
    ): Promise<T> {
      let answered: { parsed: T } | undefined
      const asked: Asked = {
        async send(sending) {
          const parsed = await call(
            { ...sending, operation, answer, timeoutMs, limit: { key: 'stripe:account', rate } },
            ctx,
          )
          answered = { parsed }
        },
      }
      try {
        await calls.run(asked, () => request(stripe))
      } catch (error) {
        // The package wraps what its transport throws.
        if (asked.error !== undefined) throw asked.error
        throw new VendorError({
          vendor: 'stripe',
          operation,
          kind: 'rejected',
          reason: error instanceof Error ? error.message : 'the request could not be built',
        })
      }
      if (!answered) throw new Error(`${operation} sent no request to Stripe.`)
      return answered.parsed
    },
    webhooks: stripe.webhooks,
  }
}
export type StripeClient = ReturnType<typeof createStripeClient>
/** One call of the port, made through a client. */
export type StripeCall<K extends keyof Payments> = (
  client: StripeClient,
  ...args: Parameters<Payments[K]>
) => ReturnType<Payments[K]>

const word = z.string().optional().catch(undefined)
const errorWire = z.object({
  error: z.object({
    type: word,
    code: word,
    message: word,
    param: word,
  }),
})

/** Stripe's error object in our words. */
export function explain({ status, headers, body }: Refusal): Explanation {
  const { type, code, message, param } = errorWire.safeParse(body).data?.error ?? {}
  if (status === 401) return { reason: 'the secret key is not accepted', code }
  if (status === 403) {
    const permission = message?.match(/'(rak_\w+)'/)?.[1]
    return {
      reason: permission ? `the key lacks the permission ${permission}` : 'the key lacks a permission',
      code,
    }
  }
  if (status >= 500 && headers.get('idempotent-replayed') === 'true')
    return { reason: 'an earlier failure is repeated under this idempotency key', code: rememberedFailure }
  if (type === 'idempotency_error' && status === 400)
    return { reason: 'the idempotency key was used with other parameters', code: 'idempotency_mismatch' }
  // Which of its rules it breaks has no code of its own: https://docs.stripe.com/error-codes
  if (status === 400 && param?.startsWith('discounts')) return { reason: message, code: promotionRefused }
  if (code === 'resource_missing' && param === 'customer') return { reason: message, code: customerGone }
  // "Whether the configuration is active and can be used to create portal sessions":
  // https://docs.stripe.com/api/customer_portal/configurations/object
  if (status === 400 && param === 'configuration') return { reason: message, code: configurationGone }
  // Another request with this key is at work; it will have an answer soon.
  if (status === 409) return { kind: 'transient', reason: message, code }
  return { reason: message, code }
}
