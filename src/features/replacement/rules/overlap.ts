import { mailboxRetentionDays } from '#features/plans/rules/catalog.ts'
import { leastMailOf, type SendingToolId } from '#features/tools/rules/sending-tools.ts'

/** A domain that was replaced with an overlap, or by a spare, sends less every day, and after so many none of its cold mail. */
export const fallDays = 14
/** So many days after the other one serves, mail to the old one arrives, replies go out and visitors are led on. */
export const receiveDays = 30

/** So many days before that ends its customer is told. */
export const endToldDays = 7

const dayMs = 86_400_000

/** When such a domain sends no cold mail any more, and when it receives none. */
export const overlapEnds = (fallingSince: Date): { falls: Date; receives: Date } => ({
  falls: new Date(fallingSince.getTime() + fallDays * dayMs),
  receives: new Date(fallingSince.getTime() + receiveDays * dayMs),
})

/** Hundredths of its cold mail that a domain sends which has been falling for so long. */
export function fallShareAt(fallingSince: Date, now: Date): number {
  const days = Math.floor((now.getTime() - fallingSince.getTime()) / dayMs)
  return Math.max(0, Math.min(100, Math.round(100 * (1 - days / fallDays))))
}

/** When an old domain goes: once its replacement is delivered, or some weeks later. */
export type OverlapChoice = 'at_once' | 'overlap'

/** What an overlap is, as the end of a sentence about the old domains. */
export const overlapPromise = `after that they send less each day for ${fallDays} days, and receive replies for ${receiveDays}.`
/** What it costs: a subscription bills orders, and an order has as many domains as before. */
export const overlapCost =
  'The overlap costs nothing: the subscription bills the order, not its domains. Mailboxes, forwarding and the place in the sending tool stay meanwhile.'
/** Where some of the old domains are in the reserve because a spare took their place. */
export const overlapWithSpent =
  'Those whose place a spare took are taken down at once: their time for replies began with the spare.'
export const overlapOfFile = `In a file nothing can be lowered for you: send less from the old ones yourself. They receive for ${receiveDays} days.`

export const overlapMessages = {
  placeIsFalling:
    '{d} cannot be replaced with an overlap yet: {o}, which it replaced, still receives replies. End that overlap first, or replace {d} at once.',
  none: '{d} has no overlap that could be ended: it is over, or was never chosen.',
} as const

/** Told in the timeline of the old one. */
export const overlapSentences = {
  began: (by: string, share: number, tool: SendingToolId) =>
    `Replaced by ${by}. ${
      share > 0
        ? `Sends less each day and ${leastMailOf(tool)} after ${fallDays} days`
        : `Sends ${leastMailOf(tool)} from now on, since its health demands it`
    }; receives replies for ${receiveDays} days`,
  /** In a file nothing can be lowered for its customer, so nothing is said of what it sends. */
  beganInFile: (by: string, isStopped: boolean) =>
    `Replaced by ${by}. It is handed over as a file, so what it sends is yours to set: ${
      isStopped
        ? 'take it out of your campaigns now, since its health demands it'
        : `send less from it each day, and nothing after ${fallDays} days`
    }; receives replies for ${receiveDays} days`,
  stopped: (tool: SendingToolId) =>
    `Sends ${leastMailOf(tool)} from now on, since its health demands it; still receives replies`,
  /** The same in a file, where nothing is said of what it sends. */
  stoppedInFile: () =>
    'Take it out of your campaigns now, since its health demands it: it is handed over as a file, so what it sends is yours to set; still receives replies',
  ended: () =>
    `The overlap is over: its mailboxes are disabled, and their mail is kept for another ${mailboxRetentionDays} days`,
  endedNow: () =>
    `The overlap was ended: its mailboxes are disabled, and their mail is kept for another ${mailboxRetentionDays} days`,
  calledOff: () => 'Is taken down as soon as its replacement is delivered: the overlap was called off',
  kept: (by: string) => `Kept: ${by} does not take its place, and it falls no further`,
} as const
