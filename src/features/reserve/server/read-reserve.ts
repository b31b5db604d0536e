import { inArray, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { toolConnections } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { domainTypes } from '#features/names/rules/domain-type.ts'
import { isFileTool } from '#features/tools/rules/sending-tools.ts'
import { presentConnection } from '#features/tools/server/connections.ts'
import type { Reserve, ReservePool } from '../api/reserve.ts'
import { burnOf, sparesRecommended } from '../rules/reserve.ts'
import { type Pool, type PoolDomain, readPools } from './read-pools.ts'

const companiesMost = 3

const iso = (time: number | null | undefined): string | null =>
  time === null || time === undefined ? null : new Date(time).toISOString()

/** The customer's spares, how far they are, and how many they should have by what their own domains have burnt. */
export async function readReserve(
  { db, secrets }: Pick<Dependencies, 'db' | 'secrets'>,
  customerId: string,
): Promise<Reserve> {
  const pools = await readPools(db, customerId)
  const { burn, isAssumed } = burnOf(await readLives(db, customerId))
  const connections = await shownConnections({ db, secrets }, pools)
  const shown = pools.map((pool) => present(pool, connections, burn))
  return { burn, isAssumed, pools: shown.sort((a, b) => missingOf(b) - missingOf(a)) }
}

/** How many to keep for so many domains: the place of each is taken by one of its own type. */
const recommendedFor = (domains: readonly PoolDomain[], burn: number): number =>
  domainTypes.reduce(
    (sum, type) =>
      sum + sparesRecommended(domains.filter(({ domainType }) => domainType === type).length, burn),
    0,
  )

const missingOf = ({ recommended, spares }: ReservePool): number =>
  recommended - spares.filter(({ state }) => state !== 'spent' && state !== 'unfit').length

/** How long their domains have lived together, and how many have burnt: since they are watched, of those that were delivered. */
async function readLives(db: Db, customerId: string): Promise<Parameters<typeof burnOf>[0]> {
  const { rows } = await db.execute<{ domainMonths: number; burnt: number }>(sql`
    select coalesce(sum(extract(epoch from greatest('0', least(now(), d.replaced_at, d.spent_at, h.lost_at) - d.delivered_at))), 0)::float8
        / (30 * 86400) as "domainMonths",
      count(h.lost_at)::int as burnt
    from domains d
    left join lateral (
      select since as lost_at from domain_health where domain_id = d.id and state = 'replace'
    ) h on true
    where d.customer_id = ${customerId} and d.delivered_at is not null
      and (d.want = 'run' or d.replaced_at is not null)`)
  return rows[0] ?? { domainMonths: 0, burnt: 0 }
}

async function shownConnections(
  { db, secrets }: Pick<Dependencies, 'db' | 'secrets'>,
  pools: readonly Pool[],
): Promise<Map<string, Record<string, string>>> {
  const ids = pools
    .flatMap(({ sendingGroups }) => sendingGroups.slice(0, 1))
    .map((group) => group.connectionId)
  if (ids.length === 0) return new Map()
  const rows = await db
    .select()
    .from(toolConnections)
    .where(inArray(toolConnections.id, [...new Set(ids)]))
  return new Map(rows.map((row) => [row.id, presentConnection(secrets, row).shown]))
}

function present(
  { sendingGroups, reserveGroups, sending, spares }: Pool,
  connections: ReadonlyMap<string, Record<string, string>>,
  burn: number,
): ReservePool {
  const groups = [...sendingGroups, ...reserveGroups]
  const [first] = groups
  if (!first) throw new Error('a pool has a group')
  const [like] = sendingGroups
  // What takes a place counts there, and no more what was replaced by it.
  const places = sending.filter(({ isReplaced }) => !isReplaced)
  const orderOf = new Map(groups.map(({ groupId, orderId }) => [groupId, orderId]))
  const shown = ({ id, domain, domainType, groupId, standing }: PoolDomain) =>
    standing && {
      id,
      domain,
      domainType,
      orderId: orderOf.get(groupId) ?? '',
      state: standing.state,
      readyAt: iso(standing.readyAt),
      why: standing.why,
      receivesUntil: iso(standing.receivesUntil),
    }
  return {
    plan: first.plan,
    tool: first.tool,
    companies: [...new Set(groups.map(({ companyName }) => companyName))].slice(0, companiesMost),
    groupIds: sendingGroups.filter(({ isServed }) => isServed).map(({ groupId }) => groupId),
    sending: places.length,
    spares: spares.flatMap((spare) => shown(spare) ?? []),
    recommended: recommendedFor(places, burn),
    order: like
      ? {
          forwardUrl: like.forwardingUrl,
          companyName: like.companyName,
          stealthMode: like.stealthMode,
          profilePictureLink: like.profilePictureLink ?? '',
          people: [...like.people],
          connectionId: isFileTool(like.tool) ? '' : like.connectionId,
          shown: connections.get(like.connectionId) ?? {},
        }
      : null,
  }
}
