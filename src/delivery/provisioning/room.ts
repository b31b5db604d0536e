import { and, eq, inArray, not, or, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { accountVendors, domainNames, type domains, providerAccounts } from '#base/db/schema/index.ts'
import type { WantedPlaces } from '#features/capacity/rules/room-words.ts'
import { domainsPerCallMax, type Platform, platformContents } from '#features/plans/rules/catalog.ts'
import { hasRoomFor, keepsUnmade, platformAt, standsAtHost } from './placement.ts'

/**
 * New domains that would find a place now, by the rule that places them. Counted no further than one payment can be for:
 * how much an operator has is nobody's business.
 */
export async function roomForDomains(db: Db): Promise<Record<Platform, number>> {
  const fitting = accountVendors.map((vendor) =>
    and(
      eq(providerAccounts.vendor, vendor),
      hasRoomFor(vendor, platformContents[platformAt[vendor]].mailboxesPerDomain, sql`more.names`),
    ),
  )
  const rows = await db
    .select({
      vendor: providerAccounts.vendor,
      room: sql<number>`least(count(*), ${domainsPerCallMax}::int)::int`,
    })
    .from(providerAccounts)
    .innerJoin(sql`generate_series(1, ${domainsPerCallMax}::int) as more(names)`, or(...fitting))
    .where(and(keepsUnmade, not(providerAccounts.isFull)))
    .groupBy(providerAccounts.vendor)
  const room: Record<Platform, number> = { azure: 0, google: 0 }
  for (const row of rows) room[platformAt[row.vendor]] = row.room
  return room
}

/** Where a name is placed: a run may have noted that before the row says so, or after it. */
const placedAt = sql`coalesce(${domainNames.facts}->'host'->>'accountId', ${domainNames.providerAccountId})`

/**
 * Those of the names that run on, or again, where they were: what stands at its host stays there, and what was placed
 * stays as long as its account takes it. They need no room, as `withoutClosedPlace` and `findPlace` have it.
 */
async function namesThatKeepPlace(db: Db, names: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ name: domainNames.name })
    .from(domainNames)
    .leftJoin(providerAccounts, eq(providerAccounts.id, placedAt))
    .where(
      and(inArray(domainNames.name, [...names]), sql`${placedAt} is not null`, or(standsAtHost, keepsUnmade)),
    )
  return new Set(rows.map(({ name }) => name))
}

type Holding = Pick<typeof domains.$inferSelect, 'id' | 'name' | 'platform' | 'releasedAt'>

/** Those of the holdings, by id, that would need a place if they ran. What became of a name that was given free is another's. */
export async function holdingsWithoutPlace(db: Db, held: readonly Holding[]): Promise<Set<string>> {
  const kept = await namesThatKeepPlace(
    db,
    held.map(({ name }) => name),
  )
  return new Set(held.filter((each) => each.releasedAt || !kept.has(each.name)).map(({ id }) => id))
}

/** The places that holdings need to run, by platform. */
export async function placesFor(db: Db, held: readonly Holding[]): Promise<WantedPlaces> {
  const without = await holdingsWithoutPlace(db, held)
  const needed: WantedPlaces['needed'] = { azure: 0, google: 0 }
  for (const { id, platform } of held) if (without.has(id)) needed[platform] += 1
  return { needed, areSomeKept: without.size < held.length }
}
