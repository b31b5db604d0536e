import { asc, inArray, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { domainNames } from '#base/db/schema/index.ts'
import { platformContents } from '#features/plans/rules/catalog.ts'
import type { ToolMailbox } from '#vendors/ports/sending-tools.ts'

/** Names of one statement. */
const slice = 20
/** More than a mailbox can send in a day without its host holding it back: a limit above it is as good as none. */
const mostNoted = 1_000

const sold = sql`case d.platform when 'azure' then ${platformContents.azure.dailyLimit}::int
  else ${platformContents.google.dailyLimit}::int end`

/** What an address of ours can consist of; a tool may list anything. */
const isAddress = /^[\x21-\x7e]+$/

/**
 * Notes of each mailbox of these names how many emails a day its sending tool lets it send beyond what its plan sells: none
 * of those that are not listed, or without a limit.
 */
export async function noteBeyondSold(
  db: Db,
  names: readonly string[],
  listed: readonly Pick<ToolMailbox, 'address' | 'dailyLimit'>[],
): Promise<void> {
  const limits = listed.flatMap(({ address, dailyLimit }) =>
    dailyLimit !== undefined && Number.isFinite(dailyLimit) && isAddress.test(address)
      ? [{ address: address.toLowerCase(), daily: Math.min(Math.max(0, Math.round(dailyLimit)), mostNoted) }]
      : [],
  )
  for (let from = 0; from < names.length; from += slice)
    await noteEach(db, names.slice(from, from + slice), limits)
}

/** Takes it back of those of these names that are connected by people now: nobody lists them any more. */
export async function forgetUnlisted(db: Db, names: readonly string[]): Promise<void> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select distinct m.name from mailboxes m
    join domains d on d.id = m.domain_id
    join bundles b on b.id = d.bundle_id
    join tool_connections t on t.id = b.connection_id and t.kind = 'other'
    where m.name = any(${sql.param(names)}::text[]) and m.beyond_sold > 0 and m.want <> 'purged'`)
  await noteBeyondSold(
    db,
    rows.map(({ name }) => name),
    [],
  )
}

async function noteEach(
  db: Db,
  names: readonly string[],
  limits: readonly { address: string; daily: number }[],
): Promise<void> {
  const some = limits.filter(({ address }) => names.includes(address.slice(address.lastIndexOf('@') + 1)))
  const changed = sql`(
    select m.id, greatest(0, coalesce(max(l.daily), 0) - ${sold}) as beyond
    from mailboxes m join domains d on d.id = m.domain_id
      left join unnest(${sql.param(some.map(({ address }) => address))}::text[],
        ${sql.param(some.map(({ daily }) => daily))}::int[]) l(address, daily)
        on l.address = lower(m.local_part || '@' || m.name)
    where m.name = any(${sql.param(names)}::text[]) and m.want <> 'purged'
    group by m.id, d.platform
    having m.beyond_sold <> greatest(0, coalesce(max(l.daily), 0) - ${sold}))`
  const { rows } = await db.execute(sql`select from ${changed} c limit 1`)
  if (rows.length === 0) return
  await db.transaction(async (tx) => {
    // As whatever counts at accounts locks them.
    await tx
      .select({ name: domainNames.name })
      .from(domainNames)
      .where(inArray(domainNames.name, [...names]))
      .orderBy(asc(domainNames.name))
      .for('no key update')
    await tx.execute(sql`update mailboxes m set beyond_sold = c.beyond from ${changed} c where m.id = c.id`)
  })
}
