import { setTimeout as delay } from 'node:timers/promises'

const withinMs = 60_000

/** Asks again until it is so. A page that is being left answers nothing: that is asked again as well. */
export async function until<T>(
  what: string,
  ask: () => Promise<T> | T,
): Promise<Exclude<T, false | null | undefined>> {
  const deadline = Date.now() + withinMs
  let cause: unknown
  while (Date.now() < deadline) {
    try {
      const answer = await ask()
      if (answer) return answer as Exclude<T, false | null | undefined>
      cause = undefined
    } catch (error) {
      cause = error
    }
    await delay(100)
  }
  throw new Error(`Not within ${withinMs / 1000} s: ${what}`, { cause })
}
