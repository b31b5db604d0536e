const hourMs = 3600_000
/** No vendor documents a longer wait. */
const longestMs = 24 * hourMs
/** Of what cannot be meant: it is tried again, and not every second. */
const notBelievedMs = hourMs

/** A wait in milliseconds that a vendor may mean. One of weeks or years is a fault of its own, and is not kept. */
export const believedWait = (ms: number): number => (ms <= longestMs ? Math.max(0, ms) : notBelievedMs)

/**
 * The wait in milliseconds that a number of seconds tells. Some say the moment instead, in seconds since 1970: read as a
 * wait that would last into the next century.
 */
export function waitOfSeconds(seconds: number, now = Date.now()): number {
  const untilMoment = seconds * 1000 - now
  return untilMoment > 0 && untilMoment <= longestMs ? untilMoment : believedWait(seconds * 1000)
}
