import type { ServerResponse } from 'node:http'
import { rateLimited } from './refusal.ts'

/** A page asks for a few things at once, and someone may have several pages and slow look-ups under way. */
const atOnceMax = 16
/** What comes while so many wait is refused: no one is there to see all those answers. */
const waitingMax = 300

/** Waits until a customer's request may be worked on; it counts until the response is closed. */
export type TakeTurn = (customerId: string, response: ServerResponse) => Promise<void>

interface Line {
  underWay: number
  waiting: Set<() => void>
}

/**
 * Lets each customer have so many requests worked on at once in this process; others of theirs wait for their turn, in
 * the order they came. Without it one account with a few hundred connections makes everyone wait as long as all of
 * its requests take together. Returns the function to call before a request is read; it throws a `Refusal` (429)
 * where too many wait.
 */
export function createTurns({ atOnce = atOnceMax, waiting: most = waitingMax } = {}): TakeTurn {
  const lines = new Map<string, Line>()

  function end(customerId: string, line: Line): void {
    const [next] = line.waiting
    if (next) {
      line.waiting.delete(next)
      next()
      return
    }
    line.underWay--
    if (line.underWay === 0) lines.delete(customerId)
  }

  return async (customerId: string, response: ServerResponse): Promise<void> => {
    if (response.destroyed) return gone()
    const line = lines.get(customerId) ?? { underWay: 0, waiting: new Set() }
    lines.set(customerId, line)
    if (line.underWay < atOnce) line.underWay++
    else if (line.waiting.size >= most)
      throw rateLimited('Too many requests at once. Please wait a moment.', 3_000)
    else await nextIn(line, response)
    response.once('close', () => end(customerId, line))
  }
}

/** Never, for a caller who has gone: no one is there to be answered. */
const gone = () => new Promise<void>(() => {})

/** Waits for its turn; a caller who disconnects leaves the line. */
const nextIn = ({ waiting }: Line, response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const leave = () => waiting.delete(go)
    const go = () => {
      response.off('close', leave)
      resolve()
    }
    waiting.add(go)
    response.once('close', leave)
  })
