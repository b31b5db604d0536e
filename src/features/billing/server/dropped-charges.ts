import { and, eq, inArray, sql } from 'drizzle-orm'
import { audit } from '#base/audit/audit.ts'
import type { Db } from '#base/db/client.ts'
import { databaseNow } from '#base/db/database-now.ts'
import { owedRenewals } from '#base/db/owed-renewals.ts'
import { auditLog, bundles, customers, subscriptions } from '#base/db/schema/index.ts'
import { formatUsd } from '#base/text/usd.ts'
import { droppedPeriod, type Period, periodAt } from './dropped-period.ts'

type HeldBundle = Pick<typeof bundles.$inferSelect, 'id' | 'subscriptionId' | 'holdSince' | 'monthlyCents'>

/** What comes of the billing of a group when its hold ends. */
export interface NextCharge {
  cents: number
  on: Date
  /** The present period, where it is not charged because of the hold. */
  dropped: Period | undefined
  /** A period that begins with the release and is charged at once. */
  chargedNow?: Period
}

/**
 * What groups on hold are charged next if they are released now, by their ids. A renewal that waits for the hold to end is
 * charged after it, so it is not dropped. Asked before billing is told to follow the release.
 */
export async function nextCharges(db: Db, held: readonly HeldBundle[]): Promise<Map<string, NextCharge>> {
  const ids = held.flatMap(({ subscriptionId }) => subscriptionId ?? [])
  if (ids.length === 0) return new Map()
  const now = new Date(await databaseNow(db))
  const rows = await db.select().from(subscriptions).where(inArray(subscriptions.stripeId, ids))
  const found = new Map<string, NextCharge>()
  for (const { id, subscriptionId, holdSince, monthlyCents } of held) {
    const row = rows.find(({ stripeId }) => stripeId === subscriptionId)
    if (!row?.periodEnd || !monthlyCents || row.status === 'ended') continue
    const owed = owedRenewals(row.openInvoice).flatMap(({ until }) => (until ? Date.parse(until) : []))
    const settledUntil = new Date(Math.max(row.periodEnd.getTime(), ...owed))
    const waits = row.billingDueAt !== null && row.billingDueAt > now
    found.set(id, {
      cents: monthlyCents,
      on: waits ? now : periodAt(settledUntil, now).until,
      dropped: waits ? undefined : droppedPeriod(settledUntil, holdSince ?? now, now),
    })
  }
  return found
}

/**
 * Subscriptions of which a period may begin with a release, and be charged at once: those that charge nothing now, since all
 * that they pay for is released, and whose present period the hold has dropped. One that others run on charges them in turn.
 */
export async function chargeableNow(
  db: Db,
  held: readonly HeldBundle[],
  charges: ReadonlyMap<string, NextCharge>,
): Promise<Set<string>> {
  const dropped = held.filter(({ id }) => charges.get(id)?.dropped)
  const ids = [...new Set(dropped.flatMap(({ subscriptionId }) => subscriptionId ?? []))]
  if (ids.length === 0) return new Set()
  const live = await db
    .select({ id: bundles.id, subscriptionId: bundles.subscriptionId, stopped: customers.billingStoppedAt })
    .from(bundles)
    .innerJoin(customers, eq(customers.id, bundles.customerId))
    .where(and(inArray(bundles.subscriptionId, ids), eq(bundles.status, 'live')))
  const isReleased = ({ id, stopped }: (typeof live)[number]) =>
    stopped === null && dropped.some((bundle) => bundle.id === id)
  return new Set(ids.filter((id) => live.filter((row) => row.subscriptionId === id).every(isReleased)))
}

/** The same charges where the period of these subscriptions begins now. */
export function withChargedNow(
  held: readonly HeldBundle[],
  charges: ReadonlyMap<string, NextCharge>,
  chargedNow: ReadonlySet<string>,
  now: Date,
): Map<string, NextCharge> {
  const period = periodAt(now, now)
  return new Map(
    [...charges].map(([id, charge]) => {
      const subscriptionId = held.find((bundle) => bundle.id === id)?.subscriptionId
      return subscriptionId && chargedNow.has(subscriptionId)
        ? [id, { cents: charge.cents, on: period.until, dropped: undefined, chargedNow: period }]
        : [id, charge]
    }),
  )
}

/** Names a period that a hold has dropped, once: its renewal may have been given up by itself, or by an earlier hold. */
export async function noteDropped(
  tx: Db,
  {
    id,
    customerId,
    subscriptionId,
  }: Pick<typeof bundles.$inferSelect, 'id' | 'customerId' | 'subscriptionId'>,
  { cents, dropped }: NextCharge,
): Promise<void> {
  if (!dropped) return
  const [from, until] = [dropped.from.toISOString(), dropped.until.toISOString()]
  const known = await tx.$count(
    auditLog,
    and(
      eq(auditLog.customerId, customerId),
      eq(auditLog.action, 'payment.given_up'),
      inArray(auditLog.subject, subscriptionId ? [id, subscriptionId] : [id]),
      sql`${auditLog.data} ->> 'from' = ${from}`,
    ),
  )
  if (known > 0) return
  await audit(tx, {
    customerId,
    actor: 'system',
    action: 'payment.given_up',
    subject: id,
    data: { cents, from, until },
  })
}

const day = (moment: Date): string => moment.toISOString().slice(0, 10)

/** What a release says about money; nothing where nothing is billed. */
export function nextChargeText(charges: readonly NextCharge[]): string {
  const [first] = charges
  if (!first) return ''
  const due = charges.filter(({ on }) => on.getTime() === first.on.getTime())
  const next = `The next charge is ${formatUsd(sumOf(due))} on ${day(first.on)}.`
  const [begun] = charges.flatMap(({ chargedNow }) => chargedNow ?? [])
  if (begun) {
    const cents = sumOf(charges.filter(({ chargedNow }) => chargedNow))
    return `${formatUsd(cents)} for ${day(begun.from)} to ${day(begun.until)} is charged now. ${next}`
  }
  const [dropped] = charges.flatMap((charge) => charge.dropped ?? [])
  if (!dropped) return next
  const cents = sumOf(charges.filter((charge) => charge.dropped))
  return `The ${formatUsd(cents)} for ${day(dropped.from)} to ${day(dropped.until)} was not charged because of the hold, and will not be. ${next}`
}

const sumOf = (charges: readonly Pick<NextCharge, 'cents'>[]): number =>
  charges.reduce((sum, { cents }) => sum + cents, 0)
