import * as z from 'zod/mini'

/** A browser in which someone is signed in, as they are shown it. */
export const openSession = z.object({
  id: z.string(),
  /** "Chrome on macOS", as far as the browser says. */
  device: z.string(),
  /** Network address from which it was begun. */
  address: z.string(),
  startedAt: z.string(),
  lastSeenAt: z.string(),
  /** The one that asks. */
  isThis: z.boolean(),
})
export type OpenSession = z.output<typeof openSession>

export const sessionMessages = {
  ended: 'Session ended',
  endedAlready: 'This session has ended already.',
} as const

/** What is told once the others have ended. */
export const othersEnded = (ended: number): string =>
  ended === 1 ? 'One other session has ended.' : `${ended} other sessions have ended.`
