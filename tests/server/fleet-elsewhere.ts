import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import {
  bundles,
  checkoutItems,
  checkouts,
  domainEvents,
  domainNames,
  domains,
  mailboxes,
  mailboxLinks,
  orders,
  personas,
  subscriptions,
  toolConnections,
  workItems,
} from '#base/db/schema/index.ts'
import { keysOf } from '#base/records/keys-of.ts'
import { isRunning } from '#delivery/domains/running.ts'
import { importColumns } from '#features/fleet-import/rules/import-row.ts'
import { csvCell } from '#vendors/csv/adapter/mailboxes-csv.ts'

/** Somebody whose orders an agency's file names. */
export interface FleetCustomer {
  email: string
  name: string
  /** At Stripe; none where nothing is billed. */
  subscription?: string
  /** Another than the one that it has here. */
  tool?: string
}

/**
 * The file of a fleet that runs elsewhere: what one customer's account has here, with its orders given to customers by
 * `ownerOf`. Only what is delivered is in it.
 */
export async function fileOfAccount(
  db: Db,
  customerId: string,
  ownerOf: (order: number, tool: string) => FleetCustomer,
): Promise<{ csv: string; domains: number }> {
  const standing = await db
    .select({
      domain: domains,
      orderId: orders.id,
      plan: orders.plan,
      since: orders.createdAt,
      tool: toolConnections.kind,
    })
    .from(domains)
    .innerJoin(bundles, eq(bundles.id, domains.bundleId))
    .innerJoin(orders, eq(orders.id, bundles.orderId))
    .innerJoin(toolConnections, eq(toolConnections.id, bundles.connectionId))
    .where(
      and(
        eq(domains.customerId, customerId),
        isRunning,
        eq(domains.status, 'done'),
        eq(bundles.status, 'live'),
      ),
    )
    .orderBy(asc(orders.id), asc(bundles.orderIndex), asc(domains.slot))
  const people = await peopleOfOrders(db, customerId)
  const numbers = [...new Set(standing.map(({ orderId }) => orderId))]
  const lines = standing.map(({ domain, orderId, plan, since, tool }) => {
    const order = numbers.indexOf(orderId)
    const owner = ownerOf(order, tool)
    const cells: Record<keyof typeof importColumns, string> = {
      email: owner.email,
      customer: owner.name,
      domain: domain.name,
      plan,
      order: `No. ${order + 1}`,
      started: since.toISOString().slice(0, 10),
      subscription: owner.subscription ?? '',
      people: people.get(orderId) ?? '',
      forwarding: domain.forwardingUrl,
      tool: owner.tool ?? tool,
    }
    return keysOf(importColumns)
      .map((column) => csvCell(cells[column]))
      .join(',')
  })
  return { csv: [keysOf(importColumns).join(','), ...lines].join('\r\n'), domains: lines.length }
}

/** Each with the addresses that are theirs on some domain of the order. */
async function peopleOfOrders(db: Db, customerId: string): Promise<Map<string, string>> {
  const rows = await db
    .selectDistinct({
      orderId: bundles.orderId,
      firstName: personas.firstName,
      lastName: personas.lastName,
      localPart: mailboxes.localPart,
    })
    .from(mailboxes)
    .innerJoin(personas, eq(personas.id, mailboxes.personaId))
    .innerJoin(bundles, eq(bundles.id, personas.bundleId))
    .where(eq(mailboxes.customerId, customerId))
  return new Map(
    [...Map.groupBy(rows, ({ orderId }) => orderId)].map(([orderId, those]) => [
      orderId,
      [...Map.groupBy(those, ({ firstName, lastName }) => `${firstName} ${lastName}`)]
        .map(([name, of]) => `${name} (${of.map(({ localPart }) => localPart).join(' ')})`)
        .join('; '),
    ]),
  )
}

/** Forgets an account's orders as if they had never been here; what stands at the third parties stays. */
export async function forgetOrders(db: Db, customerId: string): Promise<void> {
  const names = (
    await db.select({ name: domains.name }).from(domains).where(eq(domains.customerId, customerId))
  ).map(({ name }) => name)
  const mine = db.select({ id: mailboxes.id }).from(mailboxes).where(eq(mailboxes.customerId, customerId))
  await db.delete(mailboxLinks).where(inArray(mailboxLinks.mailboxId, mine))
  await db.delete(mailboxes).where(eq(mailboxes.customerId, customerId))
  await db.delete(domainEvents).where(eq(domainEvents.customerId, customerId))
  const paid = db.select({ id: checkouts.id }).from(checkouts).where(eq(checkouts.customerId, customerId))
  await db.delete(checkoutItems).where(inArray(checkoutItems.checkoutId, paid))
  await db.delete(domains).where(eq(domains.customerId, customerId))
  await db.delete(domainNames).where(inArray(domainNames.name, names))
  await db.delete(workItems).where(inArray(workItems.subject, names))
  await db.delete(personas).where(eq(personas.customerId, customerId))
  await db.delete(checkouts).where(eq(checkouts.customerId, customerId))
  await db.delete(bundles).where(eq(bundles.customerId, customerId))
  await db.delete(subscriptions).where(eq(subscriptions.customerId, customerId))
  await db.delete(orders).where(eq(orders.customerId, customerId))
}
