import type { MailKind } from './health-mail.ts'

const minute = 60_000
const hour = 60 * minute

/** When whose domains are told of gets the day's mail, in UTC: the product knows nobody's time zone. */
const digestHour = 7
/** From the first gate to its mail: what burns together comes within minutes, and by then what we do about it has begun. */
export const gatherFor = 3 * minute
/** Between two mails of gates to the same reader. */
export const gatesEvery = hour

/** What is remembered of the mails to one reader. Times are epoch ms. */
export interface Mailed {
  /** The last day whose mail was due, as "2026-11-26", whether or not there was anything to tell. */
  digestDay: string
  /** Since when a gate waits to be told. */
  gatheringSince: number | null
  /** When gates were told last. */
  gatesAt: number | null
}

/** The day whose mail was due last. */
export const digestDayOf = (now: number): string =>
  new Date(now - digestHour * hour).toISOString().slice(0, 10)

/** The moment at which that mail was due, in epoch ms. */
export const digestMomentOf = (now: number): number => Date.parse(digestDayOf(now)) + digestHour * hour

/** Somebody who was never written to: their first mail of the day is the next one. */
export const neverMailed = (now: number): Mailed => ({
  digestDay: digestDayOf(now),
  gatheringSince: null,
  gatesAt: null,
})

/**
 * Which mail is due now, and what is remembered afterwards. The day's mail tells of gates as well.
 * @param hasGates whether gates are among what is not told yet
 */
export function nextMail(
  mailed: Mailed,
  hasGates: boolean,
  now: number,
): { mail: MailKind | null; mailed: Mailed } {
  const { digestDay, gatheringSince, gatesAt } = mailed
  const today = digestDayOf(now)
  if (digestDay < today) {
    const told = { digestDay: today, gatheringSince: null, gatesAt: hasGates ? now : gatesAt }
    return { mail: 'digest', mailed: told }
  }
  if (!hasGates) return { mail: null, mailed: { ...mailed, gatheringSince: null } }
  const since = gatheringSince ?? now
  const isRipe = now - since >= gatherFor && (gatesAt === null || now - gatesAt >= gatesEvery)
  if (!isRipe) return { mail: null, mailed: { ...mailed, gatheringSince: since } }
  return { mail: 'gates', mailed: { digestDay, gatheringSince: null, gatesAt: now } }
}
