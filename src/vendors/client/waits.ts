import type { VendorId } from './vendor-error.ts'

/** How long what a third party does by itself usually takes, and after which time something there is not as it should be. */
interface Wait {
  usualMs: number
  longestMs: number
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** From their documentation, and where it says nothing from what people report. */
export const waits: Record<VendorId, Wait> = {
  stripe: { usualMs: minuteMs, longestMs: 24 * hourMs },
  // A registry may look at an order by hand.
  dnsimple: { usualMs: 5 * minuteMs, longestMs: 48 * hourMs },
  rdap: { usualMs: minuteMs, longestMs: 24 * hourMs },
  microsoft: { usualMs: 15 * minuteMs, longestMs: 6 * hourMs },
  // Gmail of a further domain takes a day at most: https://support.google.com/a/answer/140034
  google: { usualMs: 15 * minuteMs, longestMs: 24 * hourMs },
  smtp: { usualMs: minuteMs, longestMs: 24 * hourMs },
  // Delegations are kept for two days by whoever has asked before.
  dns: { usualMs: 15 * minuteMs, longestMs: 48 * hourMs },
  // A thousand mailboxes of a workspace are signed in to one after the other.
  instantly: { usualMs: 2 * hourMs, longestMs: 24 * hourMs },
  smartlead: { usualMs: 2 * hourMs, longestMs: 24 * hourMs },
  bison: { usualMs: 2 * hourMs, longestMs: 24 * hourMs },
}
