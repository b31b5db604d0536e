import { eq, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Db } from '#base/db/client.ts'
import { accountListings } from '#base/db/schema/index.ts'
import { growing } from '../retry.ts'

export interface DueListing {
  /** The provider account or the tool connection. */
  subject: string
  kind: 'host' | 'tool'
  attempts: number
}

/** Silence after which the worker that was listing counts as gone. */
const claimMinutes = 5
/**
 * Below the age at which the facts it renews would be asked for name by name. The first listing of an account or a
 * connection has its time from the moment that is added, by the trigger `schedule_listing`.
 */
const everyHours = { least: 18, most: 20 }
const retryMinutes = [5, 15, 30, 60] as const

/** The listing that is due the longest, for one process at a time. */
export async function claimListing(db: Db): Promise<DueListing | undefined> {
  const { rows } = await db.execute<{ subject: string; kind: DueListing['kind']; attempts: number }>(sql`
    update account_listings set next_at = ${afterMinutes(claimMinutes)}
    where subject = (
      select subject from account_listings where next_at <= now() order by next_at limit 1 for update skip locked
    )
    returning subject, kind, attempts`)
  return rows[0]
}

/** Long listings say that they are still under way. */
export const keepClaim = (db: Db, subject: string) =>
  setNext(db, subject, { nextAt: afterMinutes(claimMinutes) })

export const noteListed = (db: Db, subject: string) =>
  setNext(db, subject, {
    nextAt: afterMinutes(60 * (everyHours.least + Math.random() * (everyHours.most - everyHours.least))),
    attempts: 0,
  })

/** Nothing is known of this account then: it is listed again from the start, and its names keep what was known. */
export const noteListingFailed = (
  db: Db,
  { subject, attempts }: DueListing,
  retryAfterMs: number | undefined,
) =>
  setNext(db, subject, {
    nextAt: afterMinutes(Math.max(growing(retryMinutes, attempts), (retryAfterMs ?? 0) / 60_000)),
    attempts: attempts + 1,
  })

const setNext = (db: Db, subject: string, set: PgUpdateSetSource<typeof accountListings>) =>
  db.update(accountListings).set(set).where(eq(accountListings.subject, subject))

const afterMinutes = (minutes: number) => sql`now() + make_interval(secs => ${minutes * 60})`
