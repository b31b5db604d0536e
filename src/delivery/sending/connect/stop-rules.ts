import type { SignInCause } from '#features/tools/rules/sign-in-causes.ts'

/** After so many sign-ins that came to nothing a person looks at it. */
export const triesMax = 3
/** Equal ends in one tenant and tool until the rest of it waits as well. */
const equalEndsMax = 2
/** What everybody else there would meet at once, or would make worse. */
export const stopsAtOnce: ReadonlySet<SignInCause> = new Set(['locked', 'captcha'])

/** Minutes until a sign-in is tried again, after so many before it that came to nothing. */
export const retryMinutes = (tries: number): number => [1, 5][tries] ?? 15

/** Whether the rest of a tenant is not signed in to by itself any more; `ends`: how many have ended by this cause. */
export const stopsTheRest = (cause: SignInCause, ends: number): boolean =>
  stopsAtOnce.has(cause) || ends >= equalEndsMax
