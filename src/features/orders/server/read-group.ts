import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { groupSettings } from '#base/db/group-settings.ts'
import { feesOf } from '#base/db/left-of-payment.ts'
import { owedOfRun, owedRenewals } from '#base/db/owed-renewals.ts'
import {
  bundles,
  domainEvents,
  domainNames,
  domains,
  mailboxes,
  orders,
  personas,
} from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { findGroup } from '#delivery/domains/find-group.ts'
import { isHeldAs, isOrdered } from '#delivery/domains/held.ts'
import { isRunningAs, isSpent } from '#delivery/domains/running.ts'
import { factsOf } from '#delivery/provisioning/facts.ts'
import { waitingForPerson } from '#delivery/sending/connect/claim-sign-in.ts'
import type { OwedRenewal } from '#features/billing/api/owed-renewal.ts'
import { nextChargeAt } from '#features/billing/server/dropped-period.ts'
import { owedOnceEnded } from '#features/billing/server/owed-once-ended.ts'
import { readExpiring } from '#features/billing/server/warn-of-expiry.ts'
import { quoteItems } from '#features/checkout/rules/pricing.ts'
import { readUnpaid } from '#features/checkout/server/unpaid-by-group.ts'
import { shownOf } from '#features/people/rules/shares-after.ts'
import { platforms } from '#features/plans/rules/catalog.ts'
import { placesToRelease, releaseSubjects } from '#features/release/server/release-offer.ts'
import { keepableName } from '#features/replacement/server/take-back-replacement.ts'
import { isFileTool } from '#features/tools/rules/sending-tools.ts'
import { maskToolValues } from '#features/tools/rules/tool-credentials.ts'
import { openConnection } from '#features/tools/server/connections.ts'
import type { GroupDetails } from '../api/groups.ts'
import { endsByPaying, isDeliberate, takesPaymentBack } from '../rules/order-holds.ts'
import { readActivity } from './activity.ts'
import { readDetailsBasis } from './details-basis.ts'
import { type HeldDomain, presentDomain } from './domain-details.ts'
import { expectedRuns } from './expected-run.ts'
import { replacedAmong } from './given-up.ts'

/** Happenings shown of each domain; a setup has some twenty. */
const eventsPerDomain = 60

/** Everything about one group for its customer; secrets are masked. */
export async function readGroup(
  deps: Dependencies,
  customerId: string,
  groupId: string,
): Promise<GroupDetails> {
  const { db, secrets, config, brand } = deps
  const found = await findGroup(db, customerId, groupId)
  const { bundle, order, settings, connection } = found
  const isLive = bundle.status === 'live'
  const held = await heldDomains(db, customerId, groupId)
  const owed = isLive ? owedRenewals(found.openInvoice) : owedAfterEnd(found)
  const [events, people, runs, sharedWith, unpaid, activity, basis, release, expiring, owedOnceCancelled] =
    await Promise.all([
      readEvents(db, groupId),
      presentPeople(db, groupId),
      expectedRuns(db),
      // A file is nobody's account.
      isFileTool(connection.kind) ? [] : sharing(db, customerId, connection.id, groupId),
      readUnpaid(db, customerId, groupId),
      readActivity(db, customerId, {
        subjects: [
          groupId,
          order.id,
          connection.id,
          ...(bundle.subscriptionId ? [bundle.subscriptionId] : []),
        ],
        names: held.map(({ domain }) => domain.name),
        productName: brand.now.productName,
      }),
      readDetailsBasis(db, secrets, { groupId, ...settings, connection }),
      isLive && endsByPaying(bundle.hold) ? presentRelease(deps, customerId, order.id) : null,
      isLive && isDeliberate(bundle.hold) ? readExpiring(db, groupId) : [],
      isLive && bundle.subscriptionId && owed.length > 0
        ? owedOnceEnded(db, { ids: [groupId], subscriptionId: bundle.subscriptionId }, owed)
        : undefined,
    ])
  const present = platforms.filter((platform) => held.some(({ domain }) => domain.platform === platform))
  return {
    orderId: order.id,
    groupId,
    orderIndex: bundle.orderIndex,
    plan: bundle.plan,
    isReserve: order.isReserve,
    live: isLive,
    ...presentBilling(found, new Date()),
    owed,
    owedOnceCancelled,
    release,
    expiring,
    unpaid: unpaid.get(groupId),
    date: (order.paidAt ?? order.createdAt).toISOString(),
    forwardingDomain: settings.forwardingUrl,
    companyName: settings.companyName,
    profilePictureLink: settings.profilePictureLink ?? '',
    pictureProblem: pictureProblemOf(held, settings.profilePictureLink),
    basis,
    cancelledAt: bundle.cancelledAt?.toISOString() ?? null,
    cancelReason: bundle.cancelReason,
    userConfiguration: shownOf(people, present).map(({ firstName, lastName, azure, google }, at) => ({
      firstName,
      lastName,
      azureInboxes: azure,
      googleInboxes: google,
      made: { azure: people[at]?.azure ?? 0, google: people[at]?.google ?? 0 },
    })),
    sendingTool: {
      connectionId: connection.id,
      tool: connection.kind,
      values: maskToolValues(connection.kind, openConnection(secrets, connection)),
      state: connection.state,
      problem: connection.problem,
      sharedWith,
    },
    domains: held.map((each) =>
      presentDomain(each, {
        tool: connection.kind,
        isServed: isLive && bundle.hold === null,
        events: events.get(each.domain.id) ?? [],
        expectedRuns: runs,
        nameServers: config.nameServers,
        now: new Date(),
      }),
    ),
    activity,
  }
}

const presentPeople = (db: Db, groupId: string) =>
  db
    .select({
      firstName: personas.firstName,
      lastName: personas.lastName,
      azure: personas.azurePerDomain,
      google: personas.googlePerDomain,
    })
    .from(personas)
    .where(and(eq(personas.bundleId, groupId), isNull(personas.removedAt)))
    .orderBy(asc(personas.position))

type Found = Awaited<ReturnType<typeof findGroup>>
type Billing = Pick<GroupDetails, 'hold' | 'holdSince' | 'paidUntil' | 'nextBilling' | 'graceUntil'>

/** How a group stands with its payment. */
function presentBilling({ bundle, paidUntil, graceUntil }: Found, now: Date): Billing {
  const isLive = bundle.status === 'live'
  const hold = isLive ? bundle.hold : null
  // It goes on after a renewal that was given up: the last day that was paid for says nothing of today.
  const nextBilling =
    paidUntil && paidUntil <= now && isLive && !hold && !graceUntil ? nextChargeAt(paidUntil, now) : undefined
  return {
    hold,
    holdSince: (isLive && bundle.holdSince?.toISOString()) || null,
    paidUntil: takesPaymentBack(hold) || nextBilling ? null : (paidUntil?.toISOString() ?? null),
    nextBilling: nextBilling?.toISOString(),
    graceUntil: (isLive && graceUntil?.toISOString()) || null,
  }
}

/** A debt outlives its subscription: that of periods in which the group ran, unless others of it run still. */
const owedAfterEnd = ({ bundle, openInvoice, subscriptionStatus }: Found): OwedRenewal[] =>
  subscriptionStatus === 'ended' ? owedOfRun(openInvoice, bundle.cancelledAt) : []

/** Why the picture is not shown on running domains, by what was seen when it was last tried. */
function pictureProblemOf(held: readonly HeldDomain[], link: string | null): GroupDetails['pictureProblem'] {
  for (const { domain, name } of held) {
    const photo =
      domain.want === 'run' && domain.releasedAt === null ? name && factsOf(name).photo : undefined
    if (link !== null && photo?.link === link && photo.problem) return photo.problem
  }
  return null
}

/** What paying again would cost now, and what of it would have to wait for room. */
async function presentRelease(
  deps: Pick<Dependencies, 'db' | 'prices'>,
  customerId: string,
  orderId: string,
): Promise<GroupDetails['release']> {
  const subjects = await releaseSubjects(deps, customerId, orderId)
  const items = subjects.map(({ item }) => item)
  const { totalCents, monthlyCents } = quoteItems(items)
  return {
    totalCents,
    monthlyCents,
    groups: items.filter(({ kind }) => kind === 'bundle').length,
    domains: items.filter(({ kind }) => kind === 'domain').map(({ key }) => key),
    places: await placesToRelease(deps, subjects),
    isWithBank: await isWithBank(deps.db, orderId),
  }
}

/** Whether a bank has what was paid to resume an order. */
async function isWithBank(db: Db, orderId: string): Promise<boolean> {
  const { rowCount } = await db.execute(sql`select from checkouts c
    join checkout_items i on i.checkout_id = c.id join bundles b on b.id = i.bundle_id
    where b.order_id = ${orderId} and c.kind = 'release' and c.status = 'open' and c.with_bank_since is not null limit 1`)
  return rowCount === 1
}

async function heldDomains(db: Db, customerId: string, groupId: string): Promise<HeldDomain[]> {
  const counts = db
    .select({
      domainId: mailboxes.domainId,
      made: sql<number>`(count(*) filter (where ${eq(mailboxes.hostState, 'active')}))::int`.as('made'),
      wanted: sql<number>`(count(*) filter (where ${eq(mailboxes.want, 'active')}))::int`.as('wanted'),
    })
    .from(mailboxes)
    .innerJoin(domains, eq(domains.id, mailboxes.domainId))
    .where(eq(domains.bundleId, groupId))
    .groupBy(mailboxes.domainId)
    .as('counts')
  const rows = await db
    .select({
      domain: domains,
      name: {
        facts: domainNames.facts,
        nextRunAt: domainNames.nextRunAt,
        stepSince: domainNames.stepSince,
        registration: domainNames.registration,
        problem: domainNames.problem,
      },
      made: sql<number>`coalesce(${counts.made}, 0)`,
      wantedMailboxes: sql<number>`coalesce(${counts.wanted}, 0)`,
      replacedBy: sql<string | null>`(select next.name from domains next
        where next.replaces_id = ${domains.id} and ${isHeldAs('next')} and next.want <> 'hold')`,
      keeps: keepableName,
      isToOverlap: sql<boolean>`${domains.deliveredAt} is not null and ${domains.replacedAt} is not null
        and exists (select from domains later where later.bundle_id = ${domains.bundleId}
          and later.slot = ${domains.slot} and later.with_overlap and later.delivered_at is null and ${isRunningAs('later')})`,
      isSpent,
      toConnect: waitingForPerson(sql`${domains.id}`),
    })
    .from(domains)
    .leftJoin(domainNames, eq(domainNames.name, domains.name))
    .leftJoin(counts, eq(counts.domainId, domains.id))
    .where(and(eq(domains.bundleId, groupId), isOrdered))
    .orderBy(asc(domains.slot), asc(domains.createdAt))
  const failed = rows.filter(({ domain }) => domain.status === 'error').map(({ domain }) => domain.id)
  const fees = Map.groupBy(await feesOf(db, failed), ({ heldId }) => heldId)
  const replacedIds = await replacedAmong(
    db,
    customerId,
    rows.map(({ domain }) => ({ ...domain, isReplaced: domain.replacedAt !== null })),
  )
  const isSpentNow = (name: string) =>
    rows.some(({ domain }) => domain.name === name && domain.want === 'run' && domain.spentAt !== null)
  return rows.map((row) => ({
    ...row,
    keeps: row.keeps === null ? null : { domain: row.keeps, isSpent: isSpentNow(row.keeps) },
    hasSuccessor: replacedIds.has(row.domain.id),
    fees: fees.get(row.domain.id) ?? [],
  }))
}

/** The latest happenings of each domain of a group, newest first. */
async function readEvents(
  db: Db,
  groupId: string,
): Promise<Map<string, (typeof domainEvents.$inferSelect)[]>> {
  const latest = db
    .select({
      id: domainEvents.id,
      place:
        sql<number>`row_number() over (partition by ${domainEvents.domainId} order by ${domainEvents.id} desc)`.as(
          'place',
        ),
    })
    .from(domainEvents)
    .innerJoin(domains, eq(domains.id, domainEvents.domainId))
    .where(eq(domains.bundleId, groupId))
    .as('latest')
  const rows = await db
    .select({ event: domainEvents })
    .from(domainEvents)
    .innerJoin(latest, and(eq(latest.id, domainEvents.id), sql`${latest.place} <= ${eventsPerDomain}`))
    .orderBy(sql`${domainEvents.id} desc`)
  return Map.groupBy(
    rows.map(({ event }) => event),
    (event) => event.domainId,
  )
}

/** Other live groups whose mailboxes go to the same account of the sending tool. */
const sharing = (db: Db, customerId: string, connectionId: string, groupId: string) =>
  db
    .select({
      groupId: bundles.id,
      orderIndex: bundles.orderIndex,
      forwardingDomain: groupSettings.forwardingUrl,
    })
    .from(bundles)
    .innerJoin(orders, eq(orders.id, bundles.orderId))
    .where(
      and(
        eq(bundles.connectionId, connectionId),
        eq(bundles.customerId, customerId),
        eq(bundles.status, 'live'),
        ne(bundles.id, groupId),
      ),
    )
    .orderBy(asc(orders.createdAt), asc(bundles.orderIndex))
