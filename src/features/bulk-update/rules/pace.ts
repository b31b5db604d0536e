import * as z from 'zod/mini'
import { countOf } from '#base/text/count-of.ts'
import { numberText } from '#base/text/number-text.ts'

/** How fast a way into a tool is. */
export const pace = z.object({
  /** What the vendor allows, as it says so; absent where it publishes nothing. */
  allowedPerMinute: z.optional(z.number()),
  /** The same of an hour, where there is such a limit as well: what is above it waits for the next hour. */
  allowedPerHour: z.optional(z.number()),
  /** What we use of it. */
  callsPerMinute: z.number(),
  /** Accounts that one call changes, by kind of update. */
  accountsPerCall: z.object({
    settings: z.number(),
    warmup: z.number(),
    tags: z.number(),
    signature: z.number(),
  }),
  /** Accounts that one page of its list holds: they are read before and after. */
  accountsPerPage: z.number(),
})
export type Pace = z.output<typeof pace>
export type PacedUpdate = keyof Pace['accountsPerCall']

/** Seconds below which a time is not worth a promise. */
const shortestToldSeconds = 45

/** Seconds that an update takes at least, at the pace that the vendor allows. */
function leastSeconds(
  { callsPerMinute, allowedPerHour = Number.POSITIVE_INFINITY, accountsPerCall, accountsPerPage }: Pace,
  update: PacedUpdate,
  accounts: number,
  callsEach = 1,
): number {
  const changing = Math.ceil(accounts / accountsPerCall[update]) * callsEach
  const reading = 2 * Math.ceil(accounts / accountsPerPage)
  const calls = changing + reading
  const fullHours = Math.floor((calls - 1) / allowedPerHour)
  const inLast = fullHours > 0 ? calls - fullHours * allowedPerHour : calls
  return fullHours * 3600 + (inLast / callsPerMinute) * 60
}

const timeText = (seconds: number): string =>
  seconds < shortestToldSeconds
    ? 'less than a minute'
    : seconds < 90 * 60
      ? `about ${countOf(Math.max(1, Math.round(seconds / 60)), 'minute')}`
      : `about ${countOf(Math.round(seconds / 3600), 'hour')}`

/** What takes the time, before the accounts that it is done to. */
const acts: Record<PacedUpdate, string> = {
  settings: 'update the settings of',
  warmup: 'update the warmup of',
  tags: 'update the tags of',
  signature: 'update the signatures of',
}

/** "Smartlead allows 60 calls a minute: about 4 minutes to update the settings of 210 accounts." */
export function paceText(
  toolName: string,
  paceOfTool: Pace,
  update: PacedUpdate,
  accounts: number,
  callsEach = 1,
): string {
  const time = `${timeText(leastSeconds(paceOfTool, update, accounts, callsEach))} to ${acts[update]} ${countOf(accounts, 'account')}`
  const { allowedPerMinute, allowedPerHour } = paceOfTool
  const hourly = allowedPerHour === undefined ? '' : ` and ${numberText(allowedPerHour)} an hour`
  return allowedPerMinute === undefined
    ? `${time[0]?.toUpperCase()}${time.slice(1)}, if ${toolName} answers as usual.`
    : `${toolName} allows ${numberText(allowedPerMinute)} calls a minute${hourly}: ${time}.`
}
