const day = 86_400_000

/** What is noted of a domain's first warm-up. A tool that counts from nothing again makes it no new domain. */
export interface WarmupNotes {
  /** When warm-up was switched on in the sending tool, in epoch ms. */
  since: number
  /** Mails that the tool has counted in weeks that do not overlap, and the last day of them ("2026-11-25"). */
  counted?: { mails: number; through: string }
  /** Mails of the seven days before it was asked last. */
  lastWeek?: number
}

/** The notes with a week's count, which is added where none of its days is counted yet. */
export function withWeek(
  notes: WarmupNotes,
  { from, to, mails }: { from: string; to: string; mails: number },
): WarmupNotes {
  const { counted } = notes
  const isNew = counted === undefined || from > counted.through
  return {
    ...notes,
    lastWeek: mails,
    counted: isNew ? { mails: (counted?.mails ?? 0) + mails, through: to } : counted,
  }
}

/**
 * How far the warm-up is: whole days, and mails where the tool counts them, otherwise null. Null where there is none to
 * speak of: nobody knows when it began, or it has been switched off.
 */
export function warmupOf(
  notes: WarmupNotes | undefined,
  now: number,
): { days: number; mails: number | null } | null {
  if (!notes) return null
  const days = Math.max(0, Math.floor((now - notes.since) / day))
  // The days that were asked for are a week, and today is none of them.
  if (notes.lastWeek === 0 && days > 8) return null
  const mails = notes.counted ? Math.max(notes.counted.mails, notes.lastWeek ?? 0) : null
  return { days, mails }
}
