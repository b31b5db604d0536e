import { eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import {
  accountAlerts,
  auditLog,
  bulkFetchAccounts,
  bulkFetches,
  bulkJobAccounts,
  bulkJobs,
  bundles,
  cardTries,
  chargeReturns,
  charges,
  checkoutItems,
  checkouts,
  connectLinks,
  customerNotes,
  customerPrices,
  customers,
  customerViews,
  disputes,
  dmarcDays,
  domainEvents,
  domainHealth,
  domainMoveRows,
  domainNames,
  domains,
  draftZones,
  failedDeliveries,
  fleetImportRows,
  healthActs,
  healthDays,
  healthDecisions,
  healthLooks,
  healthMails,
  helperCredentials,
  idempotencyKeys,
  invoiceLines,
  invoices,
  keptRecords,
  mailboxes,
  mailboxLinks,
  memberships,
  orderChanges,
  orderListNumbers,
  orders,
  outbox,
  passkeyChallenges,
  passkeys,
  personas,
  placementProbes,
  recoveryCodes,
  refreshFamilies,
  refunds,
  secondFactors,
  sessions,
  signInPictures,
  signInSteps,
  stripeEvents,
  subscriptions,
  toolConnections,
  users,
  vendorLimits,
  vendorLimitTurns,
  workItems,
} from '#base/db/schema/index.ts'
import { isHeldAs } from '#delivery/domains/held.ts'

export interface DataSubject {
  id: string
  email: string
}

export interface RowsOfCustomer {
  table: PgTable
  /** Which rows are about someone. */
  are: (subject: DataSubject) => SQL
}

const of =
  (column: PgColumn) =>
  ({ id }: DataSubject): SQL =>
    eq(column, id)

const ofDomains =
  (column: PgColumn) =>
  ({ id }: DataSubject): SQL =>
    sql`${column} in (select id from ${domains} where customer_id = ${id})`

/** Of those who act for no other customer. */
const ofUsers =
  (column: PgColumn) =>
  ({ id }: DataSubject): SQL =>
    sql`${column} in (select user_id from ${memberships} where customer_id = ${id})
      and ${column} not in (select user_id from ${memberships} where customer_id <> ${id})`

/** Every table that holds something about customers, and which rows are about one of them. */
export const rowsOfCustomer: readonly RowsOfCustomer[] = [
  { table: customers, are: of(customers.id) },
  { table: customerNotes, are: of(customerNotes.customerId) },
  { table: customerPrices, are: of(customerPrices.customerId) },
  { table: customerViews, are: of(customerViews.customerId) },
  { table: fleetImportRows, are: ({ email }) => sql`${fleetImportRows.email} = lower(${email})` },
  { table: memberships, are: of(memberships.customerId) },
  {
    // Who acts for another customer as well stays theirs.
    table: users,
    are: ofUsers(users.id),
  },
  { table: signInSteps, are: ofUsers(signInSteps.userId) },
  { table: secondFactors, are: ofUsers(secondFactors.userId) },
  { table: passkeys, are: ofUsers(passkeys.userId) },
  { table: passkeyChallenges, are: ofUsers(passkeyChallenges.userId) },
  { table: recoveryCodes, are: ofUsers(recoveryCodes.userId) },
  { table: sessions, are: of(sessions.customerId) },
  { table: refreshFamilies, are: of(refreshFamilies.customerId) },
  { table: toolConnections, are: of(toolConnections.customerId) },
  { table: helperCredentials, are: of(helperCredentials.customerId) },
  { table: orders, are: of(orders.customerId) },
  { table: orderChanges, are: of(orderChanges.customerId) },
  { table: orderListNumbers, are: of(orderListNumbers.customerId) },
  { table: bundles, are: of(bundles.customerId) },
  { table: personas, are: of(personas.customerId) },
  { table: domains, are: of(domains.customerId) },
  {
    // A name that someone else holds now is theirs.
    table: domainNames,
    are: ({ id }) => sql`${domainNames.name} in (select name from ${domains} where customer_id = ${id})
      and not exists (select from ${domains} other where other.name = ${domainNames.name}
        and ${isHeldAs('other')} and other.customer_id <> ${id})`,
  },
  { table: domainMoveRows, are: ofDomains(domainMoveRows.domainId) },
  { table: domainEvents, are: of(domainEvents.customerId) },
  { table: domainHealth, are: of(domainHealth.customerId) },
  { table: healthActs, are: of(healthActs.customerId) },
  { table: placementProbes, are: ofDomains(placementProbes.domainId) },
  { table: healthLooks, are: ofDomains(healthLooks.domainId) },
  { table: healthDecisions, are: ofDomains(healthDecisions.domainId) },
  { table: healthDays, are: ofDomains(healthDays.domainId) },
  { table: dmarcDays, are: ofDomains(dmarcDays.domainId) },
  { table: failedDeliveries, are: ofDomains(failedDeliveries.domainId) },
  { table: draftZones, are: of(draftZones.customerId) },
  { table: keptRecords, are: of(keptRecords.customerId) },
  { table: healthMails, are: of(healthMails.customerId) },
  {
    // What a host said of their mailboxes while the name was theirs.
    table: accountAlerts,
    are: ({
      id,
    }) => sql`exists (select from ${domains} d where d.name = split_part(${accountAlerts.address}, '@', 2)
      and d.customer_id = ${id} and ${accountAlerts.at} >= d.created_at
      and (d.released_at is null or ${accountAlerts.at} < d.released_at))`,
  },
  { table: mailboxes, are: of(mailboxes.customerId) },
  {
    table: mailboxLinks,
    are: ({ id }) =>
      sql`${mailboxLinks.mailboxId} in (select id from ${mailboxes} where customer_id = ${id})`,
  },
  {
    table: signInPictures,
    are: ({ id }) =>
      sql`${signInPictures.mailboxId} in (select id from ${mailboxes} where customer_id = ${id})`,
  },
  {
    // Their own passes, and the operator's links to their sending tools.
    table: connectLinks,
    are: ({ id }) => sql`(${connectLinks.customerId} = ${id}
      or ${connectLinks.connectionId} in (select id from ${toolConnections} where customer_id = ${id}))`,
  },
  { table: checkouts, are: of(checkouts.customerId) },
  {
    table: checkoutItems,
    are: ({ id }) =>
      sql`${checkoutItems.checkoutId} in (select id from ${checkouts} where customer_id = ${id})`,
  },
  {
    table: refunds,
    are: ({ id }) => sql`(${refunds.checkoutId} in (select id from ${checkouts} where customer_id = ${id})
      or ${refunds.invoiceId} in (select stripe_id from ${invoices} where customer_id = ${id}))`,
  },
  { table: subscriptions, are: of(subscriptions.customerId) },
  {
    table: disputes,
    are: ({ id }) =>
      sql`(${disputes.subscriptionId} in (select stripe_id from ${subscriptions} where customer_id = ${id})
        or ${disputes.checkoutId} in (select id from ${checkouts} where customer_id = ${id}))`,
  },
  {
    table: stripeEvents,
    are: ({ id }) => sql`${stripeEvents.objectId} in (
      select session_id from ${checkouts} where customer_id = ${id}
      union all select stripe_id from ${subscriptions} where customer_id = ${id})`,
  },
  { table: invoices, are: of(invoices.customerId) },
  {
    table: invoiceLines,
    are: ({ id }) =>
      sql`${invoiceLines.invoiceId} in (select stripe_id from ${invoices} where customer_id = ${id})`,
  },
  { table: charges, are: of(charges.customerId) },
  { table: cardTries, are: of(cardTries.customerId) },
  {
    table: chargeReturns,
    are: ({ id }) =>
      sql`${chargeReturns.chargeId} in (select stripe_id from ${charges} where customer_id = ${id})`,
  },
  { table: workItems, are: of(workItems.customerId) },
  { table: bulkFetches, are: of(bulkFetches.customerId) },
  {
    table: bulkFetchAccounts,
    are: ({ id }) =>
      sql`${bulkFetchAccounts.fetchId} in (select id from ${bulkFetches} where customer_id = ${id})`,
  },
  { table: bulkJobs, are: of(bulkJobs.customerId) },
  {
    table: bulkJobAccounts,
    are: ({ id }) => sql`${bulkJobAccounts.jobId} in (select id from ${bulkJobs} where customer_id = ${id})`,
  },
  { table: idempotencyKeys, are: of(idempotencyKeys.customerId) },
  { table: vendorLimitTurns, are: of(vendorLimitTurns.customerId) },
  {
    // To them, or about them to the operator.
    table: outbox,
    are: ({ email }) => sql`(lower(${outbox.recipient}) = ${email.toLowerCase()}
      or position(${email.toLowerCase()} in lower(${outbox.subject} || ' ' || ${outbox.body})) > 0)`,
  },
  {
    table: vendorLimits,
    are: ({ id }) => sql`position(${id} in ${vendorLimits.key}) > 0`,
  },
  { table: auditLog, are: of(auditLog.customerId) },
]
