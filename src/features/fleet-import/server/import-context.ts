import { and, count, desc, eq, inArray, notExists } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import {
  bundles,
  customers,
  domains,
  fleetImportAccounts,
  fleetImportRows,
  providerAccounts,
  toolConnections,
  users,
} from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { isHeld } from '#delivery/domains/held.ts'
import { type AccountState, accountStateOf } from '#features/capacity/rules/account-states.ts'
import { type PlanId, type Platform, platformsOf } from '#features/plans/rules/catalog.ts'
import type { PlanNames } from '#features/plans/rules/naming.ts'
import { planNamesOf, pricesOf } from '#features/plans/rules/price-list.ts'
import type { SendingToolId } from '#features/tools/rules/sending-tools.ts'
import { groupCount, groupsOf } from '../rules/import-groups.ts'
import { orderKey } from '../rules/rows-agree.ts'
import type { Row } from './seen.ts'

/** Somebody of the file who is a customer here already. */
interface KnownCustomer {
  id: string
  stripeCustomerId: string | null
  state: AccountState
  /** To each tool, the newest first. */
  connections: Partial<Record<SendingToolId, string[]>>
}

/** What the rows of a file are compared with, beside the third parties. */
export interface ImportContext {
  accounts: Map<string, { label: string; platform: Platform }>
  /** Accounts that could not be listed, and why. */
  unlisted: string[]
  customers: Map<string, KnownCustomer>
  /** Addresses of people who sign in and are no customer's. */
  taken: Set<string>
  /** By name: whose a domain is that stands here already. */
  held: Map<string, string>
  /** What a group of each plan costs here now, in cents. */
  listCents: Record<PlanId, number>
  planNames: PlanNames
  /** Groups of each plan that a subscription pays for, by the file. */
  groups: GroupsBySubscription
  /** The same of orders that stand here already, and of which the file has no domain. */
  groupsHere: GroupsBySubscription
}

type GroupsBySubscription = Map<string, Partial<Record<PlanId, number>>>

/** Reads all of it for an import whose accounts are listed. */
export async function readContext(
  { db, prices }: Pick<Dependencies, 'db' | 'prices'>,
  importId: string,
): Promise<ImportContext> {
  const [rows, listed] = await Promise.all([
    db
      .select()
      .from(fleetImportRows)
      .where(eq(fleetImportRows.importId, importId))
      .orderBy(fleetImportRows.line),
    db
      .select({
        id: providerAccounts.id,
        vendor: providerAccounts.vendor,
        label: providerAccounts.label,
        problem: fleetImportAccounts.problem,
      })
      .from(fleetImportAccounts)
      .innerJoin(providerAccounts, eq(providerAccounts.id, fleetImportAccounts.accountId))
      .where(eq(fleetImportAccounts.importId, importId)),
  ])
  const accounts = new Map(
    listed.map(({ id, vendor, label }) => [
      id,
      { label, platform: vendor === 'microsoft' ? ('azure' as const) : ('google' as const) },
    ]),
  )
  return {
    accounts,
    unlisted: listed.flatMap(({ label, problem }) =>
      problem ? `${label} could not be listed: ${problem}` : [],
    ),
    ...(await readPeople(db, rows)),
    held: await readHeld(db, rows),
    listCents: pricesOf(prices.now).plans,
    planNames: planNamesOf(prices.now),
    groups: groupsBySubscription(rows, accounts),
    groupsHere: await readGroupsHere(db, rows),
  }
}

async function readPeople(db: Db, rows: readonly Row[]): Promise<Pick<ImportContext, 'customers' | 'taken'>> {
  const emails = [...new Set(rows.map(({ email }) => email))]
  const [known, connections, signing] = await Promise.all([
    db.select().from(customers).where(inArray(customers.email, emails)),
    db
      .select({ id: toolConnections.id, kind: toolConnections.kind, customerId: toolConnections.customerId })
      .from(toolConnections)
      .innerJoin(customers, eq(customers.id, toolConnections.customerId))
      .where(inArray(customers.email, emails))
      .orderBy(desc(toolConnections.createdAt)),
    db.select({ email: users.email }).from(users).where(inArray(users.email, emails)),
  ])
  const byEmail = new Map(
    known.map(({ id, email, stripeCustomerId, ...moments }): [string, KnownCustomer] => [
      email,
      {
        id,
        stripeCustomerId,
        state: accountStateOf(moments),
        connections: Object.fromEntries(
          [
            ...Map.groupBy(
              connections.filter(({ customerId }) => customerId === id),
              ({ kind }) => kind,
            ),
          ].map(([kind, those]) => [kind, those.map((each) => each.id)]),
        ),
      },
    ]),
  )
  return {
    customers: byEmail,
    taken: new Set(signing.flatMap(({ email }) => (byEmail.has(email) ? [] : email))),
  }
}

async function readHeld(db: Db, rows: readonly Row[]): Promise<Map<string, string>> {
  const names = rows.map(({ domain }) => domain)
  const held = await db
    .select({ name: domains.name, email: customers.email })
    .from(domains)
    .innerJoin(customers, eq(customers.id, domains.customerId))
    .where(and(inArray(domains.name, names), isHeld))
  return new Map(held.map(({ name, email }) => [name, email]))
}

/** Where a row's mailboxes stand; of a plan with one platform there is nothing to find out. */
function platformOf(row: Row, accounts: ImportContext['accounts']): Platform | undefined {
  const [only, another] = platformsOf(row.plan)
  if (!another) return only
  return Object.keys(row.hosted).flatMap((id) => accounts.get(id)?.platform ?? [])[0]
}

function groupsBySubscription(
  rows: readonly Row[],
  accounts: ImportContext['accounts'],
): GroupsBySubscription {
  const orders = Map.groupBy(rows, ({ email, orderName }) => orderKey({ email, order: orderName }))
  const bySubscription: GroupsBySubscription = new Map()
  for (const of of orders.values()) {
    const [{ plan, subscription } = { plan: undefined, subscription: null }] = of
    if (!plan || subscription === null) continue
    const places = groupsOf(
      plan,
      of.flatMap((row) => platformOf(row, accounts) ?? []),
    )
    const paid = bySubscription.get(subscription) ?? {}
    paid[plan] = (paid[plan] ?? 0) + groupCount(places ?? [])
    bySubscription.set(subscription, paid)
  }
  return bySubscription
}

async function readGroupsHere(db: Db, rows: readonly Row[]): Promise<GroupsBySubscription> {
  const paying = [...new Set(rows.flatMap(({ subscription }) => subscription ?? []))]
  const names = rows.map(({ domain }) => domain)
  const ofTheFile = db
    .select({ id: domains.id })
    .from(domains)
    .where(and(eq(domains.bundleId, bundles.id), inArray(domains.name, names)))
  const live = await db
    .select({ subscription: bundles.subscriptionId, plan: bundles.plan, groups: count() })
    .from(bundles)
    .where(and(inArray(bundles.subscriptionId, paying), eq(bundles.status, 'live'), notExists(ofTheFile)))
    .groupBy(bundles.subscriptionId, bundles.plan)
  const here: GroupsBySubscription = new Map()
  for (const { subscription, plan, groups } of live)
    if (subscription !== null) here.set(subscription, { ...here.get(subscription), [plan]: groups })
  return here
}
