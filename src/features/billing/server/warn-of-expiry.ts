import { and, asc, eq, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { groupSettings } from '#base/db/group-settings.ts'
import { bundles, customers, domainNames, domains, orders } from '#base/db/schema/index.ts'
import { required } from '#base/text/required.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { isRunning } from '#delivery/domains/running.ts'
import { notifyCustomer } from '#delivery/provisioning/events.ts'
import {
  expiryToldDays,
  heldNamesRenewDays,
  holdWords,
  isDeliberate,
  renewedUntil,
} from '#features/orders/rules/order-holds.ts'
import { groupHolds } from '#features/orders/rules/order-status.ts'
import { isOfOne } from '#vendors/client/vendor-error.ts'

/** Names asked about in one round; the next takes the others. */
const atOnce = 200

const isOnHold = and(
  eq(bundles.status, 'live'),
  or(inArray(bundles.hold, groupHolds.filter(isDeliberate)), isNotNull(customers.billingStoppedAt)),
  isRunning,
  eq(domains.source, 'bought'),
  eq(domainNames.registration, 'registered'),
)

/** Since when nothing is paid: on hold, or with billing stopped by a suspension. */
const unpaidSince = sql<Date | string>`least(
  case when ${inArray(bundles.hold, groupHolds.filter(isDeliberate))} then ${bundles.holdSince} end,
  ${customers.billingStoppedAt})`

/** Of this expiry, not of one before it was renewed. */
const isTold = eq(domainNames.expiryToldFor, domainNames.expiresAt)

/** It has to be told of; one that expires in the first days is renewed as usual. */
const isDue = sql`${domainNames.expiresAt} < now() + make_interval(days => ${expiryToldDays})
  and ${domainNames.expiresAt} > ${unpaidSince} + make_interval(days => ${heldNamesRenewDays})`

/**
 * Names of orders on hold are not renewed for long. Before one expires for that its customer and the operator are told,
 * once, with the date, which the registrar is asked for first: our record is of the registration, and may be years old.
 */
export async function warnOfExpiry(deps: Dependencies): Promise<void> {
  const { db, vendors } = deps
  const unsure = await db
    .select({ name: domainNames.name })
    .from(domains)
    .innerJoin(bundles, eq(bundles.id, domains.bundleId))
    .innerJoin(customers, eq(customers.id, bundles.customerId))
    .innerJoin(domainNames, eq(domainNames.name, domains.name))
    .where(
      and(
        isOnHold,
        or(
          isNull(domainNames.expiresAt),
          and(
            lt(domainNames.expiresAt, sql`now() + make_interval(days => ${expiryToldDays})`),
            // Told and over: nothing is left to be learnt. Until then someone may renew it by hand.
            sql`not coalesce(${domainNames.expiresAt} < now() and ${isTold}, false)`,
          ),
        ),
      ),
    )
    .orderBy(asc(domainNames.expiresAt))
    .limit(atOnce)
  const seen: string[] = []
  for (const { name } of unsure) {
    const found = await vendors.registrar
      .findRegistration(name, undefined, { purpose: 'looks' })
      .catch((error: unknown) => {
        if (!isOfOne(error)) throw error
        deps.log.warn({ err: error, name }, 'a name on hold could not be asked about')
        return undefined
      })
    if (!found?.expiresAt) continue
    await db.update(domainNames).set({ expiresAt: found.expiresAt }).where(eq(domainNames.name, name))
    seen.push(name)
  }
  if (seen.length > 0) await db.transaction((tx) => tell(deps, tx, seen))
}

interface Told {
  name: string
  expiresAt: Date
}

/** One mail for each order and company name, and one to the operator; noted with the names, so that it is the only one. */
async function tell(deps: Dependencies, tx: Db, names: readonly string[]): Promise<void> {
  const due = await tx
    .select({
      name: domainNames.name,
      expiresAt: domainNames.expiresAt,
      orderId: bundles.orderId,
      groupId: bundles.id,
      hold: bundles.hold,
      unpaidSince: unpaidSince.mapWith(domainNames.expiresAt),
      companyName: groupSettings.companyName,
      customer: { id: customers.id, email: customers.email, name: customers.name },
    })
    .from(domains)
    .innerJoin(bundles, eq(bundles.id, domains.bundleId))
    .innerJoin(orders, eq(orders.id, bundles.orderId))
    .innerJoin(customers, eq(customers.id, bundles.customerId))
    .innerJoin(domainNames, eq(domainNames.name, domains.name))
    .where(and(isOnHold, isDue, inArray(domainNames.name, [...names]), sql`not coalesce(${isTold}, false)`))
    .orderBy(asc(domainNames.expiresAt), asc(domainNames.name))
    .for('update', { of: domainNames })
  for (const group of Map.groupBy(due, ({ groupId }) => groupId).values()) {
    const { orderId, groupId, hold, unpaidSince, companyName, customer } = group[0]!
    const told = group.map(({ name, expiresAt }): Told => ({ name, expiresAt: required(expiresAt, name) }))
    const key = `names-expire:${groupId}:${told.map(({ name, expiresAt }) => `${name}@${day(expiresAt)}`).join()}`
    const text = [
      sentence(unpaidSince),
      '',
      ...told.map(({ name, expiresAt }) => `  ${name}: ${day(expiresAt)}`),
    ]
    const [goodUntil] = told.map(({ expiresAt }) => expiresAt).toSorted((a, b) => a.getTime() - b.getTime())
    await deps.outbox.put(tx, {
      key,
      goodUntil,
      to: customer.email,
      subject: `Domains of your order for ${companyName} are about to expire`,
      text: [
        `Hello ${customer.name},`,
        '',
        ...text,
        '',
        // What becomes of a suspended customer the operator decides, as of what the operator holds.
        holdWords[hold ?? 'operator'].next,
        '',
        `See your order: ${deps.config.publicUrl}/dashboard`,
      ].join('\n'),
    })
    await deps.alert(tx, {
      key,
      goodUntil,
      subject: 'Domains of an order on hold are about to expire',
      text: [
        `Order ${orderId}, group ${groupId}, of ${customer.email}, is on hold (${hold ?? 'suspended'}).`,
        ...text,
      ].join('\n'),
    })
    await tx
      .update(domainNames)
      .set({ expiryToldFor: sql`${domainNames.expiresAt}` })
      .where(
        inArray(
          domainNames.name,
          told.map(({ name }) => name),
        ),
      )
    await notifyCustomer(tx, customer.id)
  }
}

const day = (moment: Date): string => moment.toISOString().slice(0, 10)
const sentence = (holdSince: Date): string =>
  `while an order is on hold its domains are renewed for ${heldNamesRenewDays} days only, in this case until ${day(renewedUntil(holdSince))}. These expire after that, unless the order continues before:`

/** What of a group on hold has been told of and not been renewed since, the next to expire first. */
export async function readExpiring(db: Db, groupId: string): Promise<{ domain: string; on: string }[]> {
  const rows = await db
    .select({ domain: domainNames.name, expiresAt: domainNames.expiresAt })
    .from(domains)
    .innerJoin(bundles, eq(bundles.id, domains.bundleId))
    .innerJoin(customers, eq(customers.id, bundles.customerId))
    .innerJoin(domainNames, eq(domainNames.name, domains.name))
    .where(and(eq(bundles.id, groupId), isOnHold, isTold))
    .orderBy(asc(domainNames.expiresAt), asc(domainNames.name))
  return rows.map(({ domain, expiresAt }) => ({ domain, on: required(expiresAt, domain).toISOString() }))
}
