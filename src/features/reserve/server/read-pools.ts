import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { groupSettings } from '#base/db/group-settings.ts'
import { bundles, orders } from '#base/db/schema/index.ts'
import { hasFallingBeforeAs, isLeavingAs, isRunningAs } from '#delivery/domains/running.ts'
import type { HealthState } from '#features/health/rules/health-states.ts'
import { poolKeyOf } from '#features/health/rules/pool-key.ts'
import { warmedFrom } from '#features/health/server/read/warmed-from.ts'
import { type DomainType, domainTypeOf } from '#features/names/rules/domain-type.ts'
import type { DomainStatus } from '#features/orders/rules/order-status.ts'
import type { PlanId, Platform } from '#features/plans/rules/catalog.ts'
import { isFileTool, type SendingToolId } from '#features/tools/rules/sending-tools.ts'
import { type ReadySpare, type SpareStanding, standingOf } from '../rules/spares.ts'

/** A live group of the customer's. */
interface PoolGroup {
  groupId: string
  orderId: string
  plan: PlanId
  isReserve: boolean
  isServed: boolean
  connectionId: string
  tool: SendingToolId
  companyName: string
  forwardingUrl: string
  stealthMode: boolean
  profilePictureLink: string | null
  people: readonly { firstName: string; lastName: string }[]
}

/** A running domain of a group. */
export interface PoolDomain {
  id: string
  domain: string
  domainType: DomainType
  groupId: string
  slot: number
  deliveredAt: number | null
  /** One that it replaced still falls in the same place. */
  hasFallingBefore: boolean
  /** Another one runs in its place, or is on its way there. */
  isReplaced: boolean
  /** The same, or another one is ordered, or paid for at this moment, in its place. */
  isLeaving: boolean
  /** Null of one that sends. */
  standing: SpareStanding | null
}

/** Groups whose domains may stand in for one another, with those domains. */
export interface Pool {
  key: string
  sendingGroups: PoolGroup[]
  reserveGroups: PoolGroup[]
  sending: PoolDomain[]
  spares: PoolDomain[]
}

/** The customer's live groups by what can stand in for what, as they are at this moment. */
export async function readPools(db: Db, customerId: string): Promise<Pool[]> {
  const groups = await readGroups(db, customerId)
  const domains = await readDomains(db, groups)
  return [...Map.groupBy(groups, poolKeyOf)].map(([key, some]) => {
    const [reserveGroups, sendingGroups] = [
      some.filter(({ isReserve }) => isReserve),
      some.filter(({ isReserve }) => !isReserve),
    ]
    const of = (these: readonly PoolGroup[]) => these.flatMap(({ groupId }) => domains.get(groupId) ?? [])
    return { key, sendingGroups, reserveGroups, sending: of(sendingGroups), spares: of(reserveGroups) }
  })
}

/** Those of a pool that may take a place now. */
export const readySparesOf = ({ spares, sendingGroups }: Pool): (ReadySpare & { id: string })[] =>
  spares.flatMap(({ id, domain, domainType, standing }) =>
    standing?.state === 'ready' && standing.readyAt !== null
      ? [
          {
            id,
            domain,
            domainType,
            readyAt: standing.readyAt,
            fits: sendingGroups.map(({ groupId }) => groupId),
          },
        ]
      : [],
  )

const people: SQL = sql`(select coalesce(jsonb_agg(jsonb_build_object('firstName', p.first_name, 'lastName', p.last_name)
  order by p.position), '[]') from personas p where p.bundle_id = ${bundles.id} and p.removed_at is null)`

async function readGroups(db: Db, customerId: string): Promise<PoolGroup[]> {
  const { rows } = await db.execute<PoolGroup & Record<string, unknown>>(sql`
    select bundles.id as "groupId", orders.id as "orderId", bundles.plan, orders.is_reserve as "isReserve",
      bundles.hold is null and c.suspended_at is null as "isServed", t.id as "connectionId", t.kind as tool,
      ${groupSettings.companyName} as "companyName", ${groupSettings.forwardingUrl} as "forwardingUrl",
      orders.stealth_mode as "stealthMode", ${groupSettings.profilePictureLink} as "profilePictureLink", ${people} as people
    from ${bundles} join ${orders} on orders.id = bundles.order_id
    join customers c on c.id = bundles.customer_id
    join tool_connections t on t.id = bundles.connection_id
    where bundles.customer_id = ${customerId} and bundles.status = 'live'
    order by orders.created_at, bundles.order_index`)
  return rows
}

interface DomainRow {
  id: string
  domain: string
  platform: Platform
  groupId: string
  slot: number
  status: DomainStatus
  deliveredAt: string | null
  spentAt: string | null
  isReplaced: boolean
  isLeaving: boolean
  hasFallingBefore: boolean
  hasEnded: boolean
  warmedFrom: number | null
  health: HealthState | null
  mailboxes: number
  connected: number
}

async function readDomains(db: Db, groups: readonly PoolGroup[]): Promise<Map<string, PoolDomain[]>> {
  const groupOf = new Map(groups.map((group) => [group.groupId, group]))
  // Mailboxes are counted of spares alone: of what sends nothing hangs on it. As a condition of the join it would be looked
  // at only once all of them are counted.
  const { rows } = await db.execute<DomainRow & Record<string, unknown>>(sql`
    select d.id, d.name as domain, d.platform, d.bundle_id as "groupId", d.slot, d.status, d.delivered_at as "deliveredAt",
      d.spent_at as "spentAt",
      d.replaced_at is not null as "isReplaced",
      ${isLeavingAs('d')} as "isLeaving", ${hasFallingBeforeAs('d')} as "hasFallingBefore",
      d.source = 'bought' and n.registration = 'registered'
        and (coalesce(n.expires_at <= now(), false) or coalesce(n.facts #> '{registration,ended}' = 'true', false)) as "hasEnded",
      case when o.is_reserve then ${warmedFrom(sql`d.id`, sql`b.connection_id`)} end as "warmedFrom",
      h.state as health, coalesce(counted.mailboxes, 0)::int as mailboxes, coalesce(counted.connected, 0)::int as connected
    from domains d
    join bundles b on b.id = d.bundle_id
    join orders o on o.id = b.order_id
    left join domain_names n on n.name = d.name
    left join domain_health h on h.domain_id = d.id and h.due_at is not null
    left join lateral (
      select count(*) as mailboxes, count(*) filter (where l.connection = 'connected') as connected
      from mailboxes m left join mailbox_links l on l.mailbox_id = m.id and l.connection_id = b.connection_id
        and l.want = 'connected'
      where o.is_reserve and m.domain_id = d.id and m.want = 'active'
    ) counted on true
    where d.bundle_id = any(${sql.param([...groupOf.keys()])}::text[]) and ${isRunningAs('d')}
    order by d.slot, d.created_at`)
  const now = Date.now()
  const domains = rows.map((row): PoolDomain => {
    const group = groupOf.get(row.groupId)
    // Moments come as text where a statement is written by hand.
    const at = (moment: string | null) => (moment === null ? null : new Date(moment).getTime())
    const deliveredAt = at(row.deliveredAt)
    const facts = {
      ...row,
      deliveredAt,
      spentAt: at(row.spentAt),
      isServed: group?.isServed === true,
      isWarmable: group !== undefined && !isFileTool(group.tool),
    }
    return {
      id: row.id,
      domain: row.domain,
      domainType: domainTypeOf[row.platform],
      groupId: row.groupId,
      slot: row.slot,
      deliveredAt,
      hasFallingBefore: row.hasFallingBefore,
      isReplaced: row.isReplaced,
      isLeaving: row.isLeaving,
      standing: group?.isReserve ? standingOf(facts, now) : null,
    }
  })
  return Map.groupBy(domains, ({ groupId }) => groupId)
}
