import { asc, inArray, sql } from 'drizzle-orm'
import { platformContents } from '#shared/plans/catalog.ts'
import type { Db } from '../../db/client.ts'
import { domainNames } from '../../db/schema/index.ts'
import type { ToolMailbox } from '../../providers/ports/sending-tools.ts'

/** Mailboxes of one statement. */
const slice = 1_000
/** A row holds no more; a limit above it is as good as none. */
const mostNoted = 100_000

const sold = sql`case d.platform when 'azure' then ${platformContents.azure.dailyLimit}::int
  else ${platformContents.google.dailyLimit}::int end`

/** Notes of each mailbox that a tool lists how many emails a day it may send beyond what its plan sells. */
export async function noteBeyondSold(
  db: Db,
  listed: readonly Pick<ToolMailbox, 'address' | 'dailyLimit'>[],
): Promise<void> {
  const known = listed.flatMap(({ address, dailyLimit }) =>
    dailyLimit === undefined || !Number.isFinite(dailyLimit)
      ? []
      : [{ address: address.toLowerCase(), limit: Math.min(Math.max(0, Math.round(dailyLimit)), mostNoted) }],
  )
  for (let from = 0; from < known.length; from += slice) {
    const some = known.slice(from, from + slice)
    const names = some.map(({ address }) => address.slice(address.lastIndexOf('@') + 1))
    const locals = some.map(({ address }) => address.slice(0, address.lastIndexOf('@')))
    const limits = some.map(({ limit }) => limit)
    await db.transaction(async (tx) => {
      // As whatever counts at accounts locks them.
      await tx
        .select({ name: domainNames.name })
        .from(domainNames)
        .where(inArray(domainNames.name, [...new Set(names)]))
        .orderBy(asc(domainNames.name))
        .for('no key update')
      await tx.execute(sql`
      update mailboxes m set beyond_sold = greatest(0, l.daily - ${sold})
      from unnest(${sql.param(names)}::text[], ${sql.param(locals)}::text[], ${sql.param(limits)}::int[]) l(name, local, daily)
        join domains d on d.name = l.name
      where m.name = l.name and m.local_part = l.local and m.domain_id = d.id and m.want <> 'purged'
        and m.beyond_sold <> greatest(0, l.daily - ${sold})`)
    })
  }
}
