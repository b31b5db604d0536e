const hourMs = 3600_000
/** No vendor documents a longer wait. */
const longestMs = 24 * hourMs
/** Of what cannot be meant: it is tried again, and not every second. */
const notBelievedMs = hourMs
/** Of a header's value, as people are shown it. */
const saidMaxLength = 80

/** A wait as a vendor told it. */
export interface ToldWait {
  retryAfterMs: number
  /** What it said, where that cannot be meant; it is tried again every hour then. */
  doubted?: string
}

/** A wait in milliseconds that a vendor may mean. One of weeks or years is a fault of its own, and is not kept; nor is what is no number. */
export const believedWait = (ms: number, said: string, longest = longestMs): ToldWait =>
  ms <= longest
    ? { retryAfterMs: Math.max(0, ms) }
    : { retryAfterMs: notBelievedMs, doubted: said.slice(0, saidMaxLength) }

/**
 * The wait that a number of seconds tells. Some say the moment instead, in seconds since 1970: read as a wait that would
 * last into the next century.
 */
export function waitOfSeconds(seconds: number, said: string, now = Date.now()): ToldWait {
  const untilMoment = seconds * 1000 - now
  return untilMoment > 0 && untilMoment <= longestMs
    ? { retryAfterMs: untilMoment }
    : believedWait(seconds * 1000, said)
}
