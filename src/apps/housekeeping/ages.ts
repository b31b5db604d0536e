import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import {
  accountAlerts,
  bulkFetches,
  bulkJobAccounts,
  bulkJobs,
  connectLinks,
  customerViews,
  dmarcDays,
  domainMoves,
  failedDeliveries,
  fleetImports,
  healthDecisions,
  healthIncidents,
  healthLooks,
  idempotencyKeys,
  outbox,
  passkeyChallenges,
  placementProbes,
  refreshFamilies,
  refusedReports,
  releaseFiles,
  sessions,
  signInPictures,
  signInSteps,
  staffSessions,
  stripeEvents,
  vendorHours,
  vendorLimits,
  vendorLimitTurns,
} from '#base/db/schema/index.ts'
import { chartDays } from '#features/health/rules/chart-days.ts'
import { suspensionKind } from '#features/health/rules/signals/account-alerts.ts'

export interface Age {
  /** As docs/operating.md calls it; the log and the metric do, too. */
  what: string
  /** How long it is kept, as people and PostgreSQL read it. */
  keptFor: string
  /** From when on, for readers of the table. */
  since: string
  table: PgTable
  /** Which rows are over, given the moment before which they count as old. */
  isOver: (before: SQL) => SQL
  /** What is left of a row; it is deleted without. */
  becomes?: SQL
}

/** The same moment that limits are counted in. */
const inSeconds = (moment: SQL) => sql`extract(epoch from ${moment})::float8`

/**
 * What no one needs any more after a while, and how long each kind is kept: the daily sweep removes it. Rows that
 * others hang on come after those.
 */
export const ages: readonly Age[] = [
  {
    what: 'sessions',
    keptFor: '1 day',
    since: 'their end',
    table: sessions,
    isOver: (before) => sql`${sessions.expiresAt} < ${before}`,
  },
  {
    what: 'links that connect mailboxes',
    keptFor: '1 day',
    since: 'their end',
    table: connectLinks,
    isOver: (before) => sql`${connectLinks.expiresAt} < ${before}`,
  },
  {
    what: 'pictures of sign-in pages',
    keptFor: '30 days',
    since: 'they were taken',
    table: signInPictures,
    isOver: (before) => sql`${signInPictures.takenAt} < ${before}`,
  },
  {
    what: 'steps of signing in',
    keptFor: '1 day',
    since: 'their end',
    table: signInSteps,
    isOver: (before) => sql`${signInSteps.expiresAt} < ${before}`,
  },
  {
    what: 'what passkeys were to sign',
    keptFor: '1 day',
    since: 'its end',
    table: passkeyChallenges,
    isOver: (before) => sql`${passkeyChallenges.expiresAt} < ${before}`,
  },
  {
    what: 'looks of staff as customers',
    keptFor: '1 day',
    since: 'their end',
    table: customerViews,
    isOver: (before) => sql`${customerViews.endedAt} < ${before}`,
  },
  {
    // They also tell which networks someone is known from.
    what: 'sign-ins of staff',
    keptFor: '90 days',
    since: 'their end',
    table: staffSessions,
    isOver: (before) => sql`least(${staffSessions.endedAt}, ${staffSessions.expiresAt}) < ${before}`,
  },
  {
    // They also tell which networks an owner is known from, who may sign in only once in a while.
    what: 'sign-ins',
    keptFor: '90 days',
    since: 'their end',
    table: refreshFamilies,
    isOver: (before) => sql`least(${refreshFamilies.endedAt}, ${refreshFamilies.expiresAt}) < ${before}`,
  },
  {
    // One that has passed limits nothing: without the row the next try is counted the same.
    what: 'limits',
    keptFor: '1 hour',
    since: 'they have passed',
    table: vendorLimits,
    isOver: (before) =>
      sql`greatest(${vendorLimits.tat}, ${vendorLimits.paidTat}, ${vendorLimits.waitingTat}, ${vendorLimits.looksTat},
        ${vendorLimits.blockedUntil}) < ${inSeconds(before)}`,
  },
  {
    what: 'turns at limits',
    keptFor: '1 hour',
    since: 'nobody waits for them',
    table: vendorLimitTurns,
    isOver: (before) => sql`${vendorLimitTurns.expiresAt} < ${inSeconds(before)}`,
  },
  {
    what: 'repeatable answers',
    keptFor: '7 days',
    since: 'the request',
    table: idempotencyKeys,
    isOver: (before) => sql`${idempotencyKeys.createdAt} < ${before}`,
  },
  {
    // Longer than the 29 days for which Stripe lists events: one that is forgotten is not read a second time.
    what: 'payment events',
    keptFor: '60 days',
    since: 'they were acted on',
    table: stripeEvents,
    isOver: (before) => sql`${stripeEvents.processedAt} < ${before}`,
  },
  {
    // The row itself stays, since its key keeps the same mail from being sent again.
    what: 'mails',
    keptFor: '30 days',
    since: 'they were sent, given up or left unsent; their keys stay',
    table: outbox,
    isOver: (before) =>
      sql`coalesce(${outbox.sentAt}, ${outbox.failedAt}, ${outbox.droppedAt}) < ${before} and ${outbox.recipient} <> ''`,
    becomes: sql`recipient = '', subject = '', body = '', attachments = null, about = '{}', problem = null,
      refused_as = null, refused_at = null`,
  },
  {
    // With the rows of their files, which name customers. What was adopted stays.
    what: 'imports of running fleets',
    keptFor: '90 days',
    since: 'something was done with them last',
    table: fleetImports,
    isOver: (before) => sql`${fleetImports.stateSince} < ${before} and ${fleetImports.state} = 'resting'`,
  },
  {
    // With what became of each domain.
    what: 'moves of domains',
    keptFor: '30 days',
    since: 'they ended',
    table: domainMoves,
    isOver: (before) => sql`${domainMoves.stateSince} < ${before} and ${domainMoves.state} <> 'moving'`,
  },
  {
    what: 'searches of bulk updates',
    keptFor: '1 day',
    since: 'the search',
    table: bulkFetches,
    isOver: (before) => sql`${bulkFetches.createdAt} < ${before}`,
  },
  {
    what: 'accounts of bulk updates',
    keptFor: '30 days',
    since: 'the update ended',
    table: bulkJobAccounts,
    isOver: (before) =>
      sql`exists (select from ${bulkJobs} job where job.id = ${bulkJobAccounts.jobId} and job.finished_at < ${before})`,
  },
  {
    what: 'bulk updates',
    keptFor: '30 days',
    since: 'they ended',
    table: bulkJobs,
    isOver: (before) => sql`${bulkJobs.finishedAt} < ${before}`,
  },
  {
    what: 'looks at health',
    keptFor: '14 days',
    since: 'the look',
    table: healthLooks,
    isOver: (before) => sql`${healthLooks.at} < ${before}`,
  },
  {
    what: "receivers' DMARC reports",
    keptFor: '14 days',
    since: 'the first of a day',
    table: dmarcDays,
    isOver: (before) => sql`${dmarcDays.at} < ${before}`,
  },
  {
    what: 'refused report emails',
    keptFor: '30 days',
    since: 'the last of a sender and a reason',
    table: refusedReports,
    isOver: (before) => sql`${refusedReports.lastAt} < ${before}`,
  },
  {
    what: 'probes of where mail arrives',
    keptFor: `${chartDays} days`,
    since: 'they were sent',
    table: placementProbes,
    isOver: (before) => sql`${placementProbes.sentAt} < ${before}`,
  },
  {
    what: 'deliveries that failed',
    keptFor: '4 days',
    since: 'they failed',
    table: failedDeliveries,
    isOver: (before) => sql`${failedDeliveries.at} < ${before}`,
  },
  {
    what: 'alerts of Google accounts',
    keptFor: '35 days',
    since: 'the alert',
    table: accountAlerts,
    // That an account is to be suspended is kept until it is over.
    isOver: (before) => sql`${accountAlerts.at} < ${before}
      and (${accountAlerts.kind} <> ${suspensionKind} or ${accountAlerts.isClosed})`,
  },
  {
    what: 'decisions on health',
    keptFor: '180 days',
    since: 'the decision',
    table: healthDecisions,
    isOver: (before) => sql`${healthDecisions.at} < ${before}`,
  },
  {
    what: 'incidents of sources',
    keptFor: '180 days',
    since: 'their end',
    table: healthIncidents,
    isOver: (before) => sql`${healthIncidents.endedAt} < ${before}`,
  },
  {
    what: 'files of pages',
    keptFor: '30 days',
    since: 'a process last served them',
    table: releaseFiles,
    isOver: (before) => sql`${releaseFiles.servedAt} < ${before}`,
  },
  {
    what: 'hours of third parties',
    keptFor: '90 days',
    since: 'the hour',
    table: vendorHours,
    isOver: (before) => sql`${vendorHours.hour} < ${before}`,
  },
]
