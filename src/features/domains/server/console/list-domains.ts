import { and, asc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { Db } from '#base/db/client.ts'
import { groupSettings } from '#base/db/group-settings.ts'
import {
  bundles,
  customers,
  domainNames,
  domains,
  orders,
  providerAccounts,
  toolConnections,
} from '#base/db/schema/index.ts'
import { isNotDeep } from '#delivery/domains/deep-customer.ts'
import { isHeld, isOrdered } from '#delivery/domains/held.ts'
import { isSpent } from '#delivery/domains/running.ts'
import { standsStill, standstillOf } from '#delivery/domains/standstill.ts'
import type { ConsoleDomain, consoleDomains } from '../../api/console-domains.ts'
import { answerText } from './last-answer.ts'

export type DomainFilters = z.output<(typeof consoleDomains)['query']>

const perPage = 100
const byName = sql`${domains.name} collate "C"`

/** Domains by name, a page at a time, and what the next page begins after. */
export async function listDomains(
  db: Db,
  filters: DomainFilters,
): Promise<{ domains: ConsoleDomain[]; next: string | null }> {
  const rows = await selectDomains(db)
    .where(and(isNotDeep, isOrdered, ...conditionsOf(filters)))
    .orderBy(asc(byName), asc(domains.id))
    .limit(perPage + 1)
  const page = rows.slice(0, perPage)
  return {
    domains: page.map(presentListed),
    next: rows.length > perPage ? (page.at(-1)?.domain.id ?? null) : null,
  }
}

/**
 * What a hundred rows are joined with is looked up row by row: the planner would rather read these tables from end to
 * end for it. They keep their names, so that conditions read as always.
 */
const bundleOf = (db: Db) =>
  db.select().from(bundles).where(eq(bundles.id, domains.bundleId)).limit(1).as('bundles')
/** What is known of a name belongs to whoever holds it. */
const nameOf = (db: Db) =>
  db
    .select()
    .from(domainNames)
    .where(and(eq(domainNames.name, domains.name), isHeld))
    .limit(1)
    .as('domain_names')

export const selectDomains = (db: Db) =>
  db
    .select({
      domain: domains,
      tool: toolConnections.kind,
      connectionId: toolConnections.id,
      customer: { id: customers.id, name: customers.name },
      customerEmail: customers.email,
      orderId: orders.id,
      companyName: groupSettings.companyName,
      account: { id: providerAccounts.id, label: providerAccounts.label },
      problem: domainNames.problem,
      stepSince: domainNames.stepSince,
      standstill: standstillOf,
      isSpent,
    })
    .from(domains)
    .innerJoin(customers, eq(customers.id, domains.customerId))
    .innerJoinLateral(bundleOf(db), sql`true`)
    .innerJoin(orders, eq(orders.id, bundles.orderId))
    .innerJoin(toolConnections, eq(toolConnections.id, bundles.connectionId))
    .leftJoinLateral(nameOf(db), sql`true`)
    .leftJoin(providerAccounts, eq(providerAccounts.id, domainNames.providerAccountId))

function conditionsOf(filters: DomainFilters): (SQL | undefined)[] {
  const { state, cause, customer, order, account, host, tool, text, after } = filters
  const start = text?.trim().toLowerCase()
  return [
    state === 'released' ? isNotNull(domains.releasedAt) : isNull(domains.releasedAt),
    state === 'stuck' || cause ? standsStill : undefined,
    state && state !== 'stuck' && state !== 'released' ? eq(domains.status, state) : undefined,
    cause && eq(standstillOf, cause),
    customer ? eq(domains.customerId, customer) : undefined,
    order ? eq(orders.id, order) : undefined,
    account ? eq(domainNames.providerAccountId, account) : undefined,
    host && eq(domains.platform, host),
    tool && eq(toolConnections.kind, tool),
    start ? sql`${byName} like ${`${start.replace(/[\\%_]/g, '\\$&')}%`}` : undefined,
    after
      ? sql`(${byName}, ${domains.id}) > ((select name from domains where id = ${after}) collate "C", ${after})`
      : undefined,
  ]
}

export type ListedRow = Awaited<ReturnType<typeof selectDomains>>[number]

export function presentListed({
  domain,
  problem,
  stepSince,
  customerEmail,
  connectionId,
  ...row
}: ListedRow): ConsoleDomain {
  const { id, name, status, platform, deliveredAt, releasedAt, changedAt, statusNote } = domain
  const isResting = status === 'done' && row.standstill === null
  const since = releasedAt ?? (isResting ? deliveredAt : (stepSince ?? changedAt))
  return {
    id,
    name,
    status,
    platform,
    ...row,
    since: since?.toISOString() ?? null,
    why: (row.standstill && problem ? answerText(problem) : null) ?? statusNote,
  }
}
