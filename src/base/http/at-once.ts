import { rateLimited } from './refusal.ts'

/**
 * Lets each customer have so many pieces of work under way in this process; one more is refused with 429 and
 * `message`, since a caller with so many requests does not wait for the answers.
 */
export function createAtOnce(max: number, message: string) {
  const underWay = new Map<string, number>()
  return async <T>(customerId: string, work: () => Promise<T>): Promise<T> => {
    const count = underWay.get(customerId) ?? 0
    if (count >= max) throw rateLimited(message, 3_000)
    underWay.set(customerId, count + 1)
    try {
      return await work()
    } finally {
      const left = (underWay.get(customerId) ?? 1) - 1
      if (left > 0) underWay.set(customerId, left)
      else underWay.delete(customerId)
    }
  }
}
