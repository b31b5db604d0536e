/** Lets so many pieces of work run at once; the others wait their turn in the order they came. */
export function createGate(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let free = atOnce
  return async (work) => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // The place is handed on, not given back: nobody who comes now can slip in between.
      if (next) next()
      else free++
    }
  }
}
