import { availableParallelism } from 'node:os'
import { unavailable } from '#base/http/refusal.ts'

/** For whom a password is hashed, first come those who are named first. */
const ranks = ['operator', 'known', 'stranger'] as const

export interface Asker {
  /** `known`: signed in, or trying from where they have signed in before. */
  rank: (typeof ranks)[number]
  /** Who shares the places of one: a customer, or a stranger's network. */
  of: string
}

/** The command line, and the product's own start: not what strangers can cause. */
export const operator: Asker = { rank: 'operator', of: '' }

interface LineSize {
  /** Hashes under way together. */
  atOnce: number
  /** Of each rank but the operator's. */
  waiting: number
  waitingOfOne: number
}

export type InTurn = <T>(asker: Asker, work: () => Promise<T>) => Promise<T>

/** Lets a few pieces of work be done at once and a few wait; throws a `Refusal` (503) for one more. */
export function createLine({ atOnce, waiting, waitingOfOne }: LineSize): InTurn {
  const lists: Record<Asker['rank'], { of: string; begin: () => void }[]> = {
    operator: [],
    known: [],
    stranger: [],
  }
  let underWay = 0

  function waitIn({ rank, of }: Asker): Promise<void> {
    const list = lists[rank]
    const isFull = list.length >= waiting || list.filter((each) => each.of === of).length >= waitingOfOne
    if (isFull && rank !== 'operator')
      throw unavailable('Many people are signing in right now. Please try again in a moment.', 3_000)
    return new Promise((begin) => list.push({ of, begin }))
  }

  return async (asker, work) => {
    if (underWay >= atOnce) await waitIn(asker)
    else underWay++
    try {
      return await work()
    } finally {
      // Handed over as it is, so that no one who comes now is before those who wait.
      const first = ranks.map((rank) => lists[rank]).find((list) => list.length > 0)
      const next = first?.shift()
      if (next) next.begin()
      else underWay--
    }
  }
}

/** Threads in which libuv hashes, and in which it reads files and asks the system for names as well. */
const threads = Number(process.env.UV_THREADPOOL_SIZE) || 4
/** One thread at least is left for all else. One more than there are cores, so that none waits for the next hash. */
const atOnce = Math.max(1, Math.min(threads - 1, availableParallelism() + 1))

/** The one line of this process, as its threads are: about a second long for each rank. */
export const inTurn = createLine({ atOnce, waiting: 20 * atOnce, waitingOfOne: 16 })
