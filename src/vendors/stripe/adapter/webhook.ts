import type Stripe from 'stripe'
import type { Payments } from '#vendors/ports/payments.ts'
import { toEvent } from './translate.ts'
import { eventWire } from './wire.ts'

/**
 * `t=1492774577,v1=5257…`, with a signature for each secret while one is replaced by another, and further schemes.
 * https://docs.stripe.com/webhooks/signature
 */
const signatureForm = /(?:^|,)v1=[0-9a-f]{64}(?:,|$)/
const signatureMaxLength = 1_024

export const looksSigned = (signature: string | undefined): boolean =>
  signature !== undefined && signature.length <= signatureMaxLength && signatureForm.test(signature)

/** How far the sender's clock may be from ours, either way. */
const toleranceSeconds = 300
/** The package refuses what is too old and takes what is from the future, which would be good until then. */
const isFromTheFuture = (signature: string): boolean =>
  Number(/(?:^|,)t=(\d{1,15})(?:,|$)/.exec(signature)?.[1]) > Date.now() / 1_000 + toleranceSeconds

/** Checks who sent a webhook and when (five minutes off at most), then reads what it is about. */
export function readWebhook(
  webhooks: Stripe['webhooks'],
  secret: string,
  rawBody: Uint8Array | string,
  signature: string | undefined,
): ReturnType<Payments['parseWebhook']> {
  if (!signature) return { ok: false, reason: 'The signature is missing.' }
  let event: unknown
  try {
    event = webhooks.constructEvent(
      typeof rawBody === 'string' ? rawBody : Buffer.from(rawBody),
      signature,
      secret,
      toleranceSeconds,
    )
  } catch (error) {
    const isOld = error instanceof Error && error.message.includes('tolerance')
    return { ok: false, reason: isOld ? 'The signature is too old.' : 'The signature does not match.' }
  }
  if (isFromTheFuture(signature)) return { ok: false, reason: 'The signature is from the future.' }
  const parsed = eventWire.safeParse(event)
  return parsed.success
    ? { ok: true, event: toEvent(parsed.data) }
    : { ok: false, reason: 'This is not an event.' }
}
