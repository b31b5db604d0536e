import { type Platform, platformContents } from '#features/plans/rules/catalog.ts'
import { warmupDays } from '#features/reserve/rules/reserve.ts'
import { newMailboxWarmup } from '#features/tools/rules/new-mailbox-warmup.ts'
import type { ConnectedTool } from '#features/tools/rules/sending-tools.ts'

/** The first day on which a mailbox sends its whole daily limit. */
export const fullFromDay = warmupDays + 1

/**
 * Cold emails of a new mailbox a day, from the day after it was connected on which that many begin; before it none.
 * Practice of the field: a Google mailbox begins with 5 a day in its third week. The many mailboxes of an Entra domain
 * are warmed up for all of three weeks, since each sends only a few.
 */
const coldBegins: Record<Platform, { fromDay: number; emails: number }> = {
  azure: { fromDay: fullFromDay, emails: platformContents.azure.dailyLimit },
  google: { fromDay: 15, emails: 5 },
}

/** Cold emails that a mailbox sends on a day, counted from 1 on the day on which it is connected. */
export function coldOn(platform: Platform, day: number): number {
  const { fromDay, emails } = coldBegins[platform]
  const { dailyLimit } = platformContents[platform]
  if (day >= fullFromDay) return dailyLimit
  return day >= fromDay ? Math.min(emails, dailyLimit) : 0
}

/** Warm-up emails that a mailbox sends on a day, as its tool is set up. Email Bison finds its own way up to the limit. */
function warmUpOn(tool: ConnectedTool, day: number): number {
  const warmup = newMailboxWarmup[tool]
  return 'increment' in warmup ? Math.min(warmup.limit, warmup.increment * day) : warmup.limit
}

/** Whether the tool's own ramp decides how many of them there are: then the figures are the most. */
export const choosesRamp = (tool: ConnectedTool): boolean => !('increment' in newMailboxWarmup[tool])

/** What is sent on one day. */
export interface WarmUpDay {
  /** Of one mailbox. */
  warmUp: number
  /** Of one mailbox of each platform. */
  cold: Record<Platform, number>
  /** Of all mailboxes. */
  total: { warmUp: number; cold: number }
}

/** How much so many mailboxes send on a day, counted from 1 on the day on which they are connected to a tool. */
export function warmUpDay(day: number, tool: ConnectedTool, mailboxes: Record<Platform, number>): WarmUpDay {
  const warmUp = warmUpOn(tool, day)
  const cold = { azure: coldOn('azure', day), google: coldOn('google', day) }
  return {
    warmUp,
    cold,
    total: {
      warmUp: warmUp * (mailboxes.azure + mailboxes.google),
      cold: mailboxes.azure * cold.azure + mailboxes.google * cold.google,
    },
  }
}

/** Days in a row with the same cold email, on which warm-up rises by the day or stays as it is. */
export interface Stretch {
  /** Counted from 1. */
  from: number
  /** Null for the last one, which goes on. */
  to: number | null
  first: WarmUpDay
  last: WarmUpDay
}

/** How much is sent on which day, from the day on which so many mailboxes are connected to a tool until all send in full. */
export function warmUpCalendar(tool: ConnectedTool, mailboxes: Record<Platform, number>): Stretch[] {
  const stretches: Stretch[] = []
  for (let day = 1; day < fullFromDay; day++) {
    const sent = warmUpDay(day, tool, mailboxes)
    const present = stretches.at(-1)
    if (present && goesOn(present, sent)) Object.assign(present, { to: day, last: sent })
    else stretches.push({ from: day, to: day, first: sent, last: sent })
  }
  const full = warmUpDay(fullFromDay, tool, mailboxes)
  return [...stretches, { from: fullFromDay, to: null, first: full, last: full }]
}

function goesOn({ from, to, first, last }: Stretch, next: WarmUpDay): boolean {
  if (next.total.cold !== last.total.cold) return false
  const isRising = next.warmUp > last.warmUp
  return from === to || isRising === last.warmUp > first.warmUp
}
