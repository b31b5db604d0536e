import { createHash } from 'node:crypto'
import type { World } from '#vendors/sandbox/world.ts'
import { StripeProblem } from './problem.ts'

export interface RememberedAnswer {
  status: number
  body: unknown
  requestId: string
  /** What was asked under the key. */
  fingerprint: string
  /** On the sandbox's clock, in milliseconds. */
  at: number
}

const keptFor = 24 * 60 * 60_000

/**
 * The first answer under a key is given again for 24 hours, a 500 as well as a success; other parameters are
 * refused, and so is a request while the first one is still at work.
 */
export function createIdempotency(world: World) {
  const answers = world.store.collection<RememberedAnswer>('stripe.idempotency')
  const atWork = new Set<string>()

  return {
    fingerprint: (method: string, path: string, body: string) =>
      createHash('sha256')
        .update(`${method} ${path}\n${sorted(body)}`)
        .digest('base64'),

    /** The remembered answer, nothing when the work may begin, or a refusal. */
    recall(key: string, fingerprint: string): RememberedAnswer | undefined {
      if (key.length > 255)
        throw idempotencyError(400, 'Idempotency keys may be at most 255 characters long.')
      if (atWork.has(key))
        throw idempotencyError(
          409,
          'There is currently another in-progress request using this Stripe-Idempotency-Key. Please try again later.',
          'idempotency_key_in_use',
        )
      const answer = answers.get(key)
      if (!answer || world.now() - answer.at > keptFor) return undefined
      if (answer.fingerprint !== fingerprint)
        throw idempotencyError(
          400,
          `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
        )
      return answer
    },
    remember(key: string, answer: Omit<RememberedAnswer, 'at'>) {
      answers.put(key, { ...answer, at: world.now() })
    },
    begin: (key: string) => void atWork.add(key),
    end: (key: string) => void atWork.delete(key),
  }
}
export type Idempotency = ReturnType<typeof createIdempotency>

const idempotencyError = (status: number, message: string, code?: string) =>
  new StripeProblem(status, { type: 'idempotency_error', message, code })

/** Parameters in one order, so that only their content counts. */
const sorted = (body: string) => body.split('&').sort().join('&')
