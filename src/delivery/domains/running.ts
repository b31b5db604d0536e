import { eq, type SQL, sql } from 'drizzle-orm'
import { domains } from '#base/db/schema/index.ts'
import { isHeld, isHeldAs } from './held.ts'

/** What the customer wants set up, or kept as it is: replaced domains run until the new ones are delivered. */
export const isRunning: SQL = sql`(${eq(domains.want, 'run')} and ${isHeld})`

/** A spare took its place: it waits in the reserve for another domain to be ordered for it. */
export const isSpent: SQL<boolean> = sql<boolean>`(${domains.spentAt} is not null and ${domains.replacedAt} is null and ${isRunning})`

/**
 * A spare took its place, and it receives for some weeks from then on: also while another domain is ordered for it, which
 * may never be delivered. With an overlap of its own it receives as long as that says.
 */
export const isSpentAndRuns: SQL<boolean> = sql<boolean>`(${domains.spentAt} is not null and ${domains.fallingSince} is null and ${isRunning})`

/** Its cold mail falls day by day: another one serves in its place, a spare or one that was ordered with an overlap. */
export const isOnItsWayOut: SQL = sql`((${domains.fallingSince} is not null or ${domains.spentAt} is not null) and ${isRunning})`

/** It was replaced with an overlap, which has begun: it sends less every day and still receives. */
export const isFalling: SQL = sql`(${domains.fallingSince} is not null and ${isRunning})`

/** The same for `domains` under another name, in a query written by hand. */
export const isFallingAs = (alias: string): SQL =>
  sql`(${sql.identifier(alias)}.falling_since is not null and ${isRunningAs(alias)})`

/** Another one is ordered in its place, or paid for at this moment. */
export const isLeavingAs = (alias: string): SQL => {
  const domain = sql.identifier(alias)
  return sql`(${domain}.replaced_at is not null or exists (
    select from domains next where next.replaces_id = ${domain}.id and ${isHeldAs('next')}))`
}

/** One that it replaced still falls in its place. */
export const hasFallingBeforeAs = (alias: string): SQL => {
  const domain = sql.identifier(alias)
  return sql`exists (select from domains before where before.bundle_id = ${domain}.bundle_id
    and before.slot = ${domain}.slot and before.id <> ${domain}.id and ${isFallingAs('before')})`
}

/** What runs under another name, in a query written by hand. */
export const isRunningAs = (alias: string): SQL =>
  sql`(${sql.identifier(alias)}.want = 'run' and ${isHeldAs(alias)})`
