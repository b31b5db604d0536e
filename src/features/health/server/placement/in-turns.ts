/** Calls that are made at once. */
const atOnce = 10

/** Does something with each of many, a few at a time. */
export async function inTurns<T>(all: readonly T[], act: (each: T) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < all.length; from += atOnce)
    await Promise.all(all.slice(from, from + atOnce).map(act))
}
