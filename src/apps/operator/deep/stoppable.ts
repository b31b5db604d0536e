import { howToRemove } from '#delivery/domains/deep-customer.ts'

const signals = ['SIGINT', 'SIGTERM'] as const
/** One Ctrl-C comes several times where programs that started this one hand it on. */
const onePressMs = 2_000

/**
 * Work that Ctrl-C asks to stop, the first time: what it has made is removed then. The second time it ends where it is,
 * and says how the rest is removed.
 */
export async function stoppable<Result>(
  tell: (line: string) => void,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const stopping = new AbortController()
  let stoppedAt: number | undefined
  const stop = () => {
    if (stoppedAt !== undefined) {
      if (performance.now() - stoppedAt < onePressMs) return
      tell(`Left as it is. ${howToRemove}`)
      process.exit(130)
    }
    stoppedAt = performance.now()
    stopping.abort()
    tell('Stopping. What was made is removed; press Ctrl-C again to leave it.')
  }
  for (const each of signals) process.on(each, stop)
  try {
    return await work(stopping.signal)
  } finally {
    for (const each of signals) process.off(each, stop)
  }
}
