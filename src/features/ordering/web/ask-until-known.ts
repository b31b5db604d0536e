import type { FoundDomain } from '#features/names/api/find-domains.ts'

/** A search said to take a minute does not take longer. */
const knownWithinMs = 60_000
const askAgainAfterMs = 1_200

export const isChecking = ({ state }: FoundDomain) => state === 'checking'

/** Asks the same again until all names are known or time is up; those that are left stay as they are. */
export async function askUntilKnown(
  results: FoundDomain[],
  ask: () => Promise<FoundDomain[]>,
  signal: AbortSignal,
  onChange: (results: FoundDomain[]) => void,
): Promise<FoundDomain[]> {
  const deadline = Date.now() + knownWithinMs
  let present = results
  while (present.some(isChecking) && Date.now() < deadline) {
    await pause(askAgainAfterMs, signal)
    const said = new Map((await ask()).map((answer) => [answer.domain, answer]))
    present = present.map((found) => (isChecking(found) ? (said.get(found.domain) ?? found) : found))
    onChange(present)
  }
  return present
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
