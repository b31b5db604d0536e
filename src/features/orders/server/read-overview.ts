import { and, desc, eq, inArray, isNull } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { bundles, domainEvents, domainNames, domains, orders, subscriptions } from '#base/db/schema/index.ts'
import { notFound } from '#base/http/refusal.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { isRunning } from '#delivery/domains/running.ts'
import { nextChargeAt } from '#features/billing/server/dropped-period.ts'
import type { OrderOverview } from '../api/order-overview.ts'
import { readActivity } from './activity.ts'
import { setUpProgress, stageSteps } from './set-up-progress.ts'

/** Happenings shown. */
const shown = 8

/** How an order of the customer stands. Throws a `Refusal` unless it is theirs and paid for. */
export async function readOverview(
  { db, brand }: Dependencies,
  customerId: string,
  orderId: string,
): Promise<OrderOverview> {
  const groups = await readGroups(db, customerId, orderId)
  if (groups.length === 0) throw notFound('There is no such order.')
  const running = await readRunning(
    db,
    customerId,
    groups.map(({ id }) => id),
  )
  const ids = running.map(({ domain }) => domain.id)
  const [reached, happened, done] = await Promise.all([
    db
      .select({ kind: domainEvents.kind, at: domainEvents.at })
      .from(domainEvents)
      .where(and(inArray(domainEvents.domainId, ids), inArray(domainEvents.kind, [...stageSteps]))),
    db
      .select({ at: domainEvents.at, sentence: domainEvents.sentence, subject: domainEvents.name })
      .from(domainEvents)
      .where(inArray(domainEvents.domainId, ids))
      .orderBy(desc(domainEvents.id))
      .limit(shown),
    readActivity(db, customerId, {
      subjects: [...new Set([orderId, ...groups.flatMap(subjectsOf)])],
      names: running.map(({ domain }) => domain.name),
      productName: brand.now.productName,
    }),
  ])
  const activity = [
    ...happened.map(({ at, ...rest }) => ({ at: at.toISOString(), ...rest })),
    ...done.slice(0, shown).map(({ at, sentence, actor }) => ({ at, sentence, subject: actor })),
  ]
  return {
    nextBilling: nextBilling(groups, new Date()),
    setUp: setUpProgress(running, reached),
    activity: activity.sort((a, b) => b.at.localeCompare(a.at)).slice(0, shown),
  }
}

const readGroups = (db: Db, customerId: string, orderId: string) =>
  db
    .select({
      id: bundles.id,
      monthlyCents: bundles.monthlyCents,
      status: bundles.status,
      hold: bundles.hold,
      connectionId: bundles.connectionId,
      subscriptionId: bundles.subscriptionId,
      periodEnd: subscriptions.periodEnd,
      graceUntil: subscriptions.graceUntil,
    })
    .from(bundles)
    .innerJoin(orders, eq(orders.id, bundles.orderId))
    .leftJoin(subscriptions, eq(subscriptions.stripeId, bundles.subscriptionId))
    .where(
      and(
        eq(orders.id, orderId),
        eq(orders.customerId, customerId),
        eq(bundles.customerId, customerId),
        eq(orders.status, 'active'),
      ),
    )

const readRunning = (db: Db, customerId: string, groupIds: readonly string[]) =>
  db
    .select({
      domain: {
        id: domains.id,
        name: domains.name,
        status: domains.status,
        source: domains.source,
        changing: domains.changing,
      },
      name: {
        facts: domainNames.facts,
        step: domainNames.step,
        stepSince: domainNames.stepSince,
        problem: domainNames.problem,
      },
      hold: bundles.hold,
    })
    .from(domains)
    .innerJoin(bundles, eq(bundles.id, domains.bundleId))
    .leftJoin(domainNames, eq(domainNames.name, domains.name))
    .where(
      and(
        eq(domains.customerId, customerId),
        inArray(domains.bundleId, [...groupIds]),
        isRunning,
        isNull(domains.replacedAt),
      ),
    )

type Group = Awaited<ReturnType<typeof readGroups>>[number]

const subjectsOf = ({ id, connectionId, subscriptionId }: Group): string[] => [
  id,
  connectionId,
  ...(subscriptionId ? [subscriptionId] : []),
]

/** What the groups of the order cost at their next renewal. What is on hold or owed already is told elsewhere. */
function nextBilling(groups: readonly Group[], now: Date): OrderOverview['nextBilling'] {
  const billed = groups.flatMap(({ status, hold, monthlyCents, periodEnd, graceUntil }) => {
    const at = status === 'live' && !hold && !graceUntil && periodEnd && nextChargeAt(periodEnd, now)
    return at ? [{ at: at.toISOString(), cents: monthlyCents ?? 0 }] : []
  })
  const at = billed.map((each) => each.at).sort()[0]
  if (at === undefined) return null
  const cents = billed.filter((each) => each.at === at).reduce((sum, each) => sum + each.cents, 0)
  return { at, cents }
}
