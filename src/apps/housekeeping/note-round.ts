import { sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { workerRounds } from '#base/db/schema/index.ts'

interface Round {
  what: string
  everyMs: number
  /** Why it failed; one that came to its end has none. */
  problem?: string
}

/** Rounds of seconds are noted less often than they come. */
const notedEveryMs = 10_000
const longestProblem = 500

/** Returns what notes how the rounds of this process end, for those who look whether anything is done. */
export function roundNotes(db: Db): (round: Round) => Promise<void> {
  const notedAt = new Map<string, number>()
  return async ({ what, everyMs, problem }) => {
    const key = problem === undefined ? what : `${what} failed`
    if (Date.now() - (notedAt.get(key) ?? 0) < notedEveryMs) return
    notedAt.set(key, Date.now())
    const now = sql`now()`
    const values =
      problem === undefined ? { doneAt: now } : { failedAt: now, problem: problem.slice(0, longestProblem) }
    await db
      .insert(workerRounds)
      .values({ what, everyMs, ...values })
      .onConflictDoUpdate({ target: workerRounds.what, set: { everyMs, ...values } })
  }
}
