import { sql } from 'drizzle-orm'
import { replaceDomainsMessages } from '#shared/domains/replace-domains.ts'
import { fillMessage } from '#shared/text/message.ts'
import type { Db } from '../../../db/client.ts'
import type { domains } from '../../../db/schema/index.ts'
import { isHeldAs } from '../../../domains/held.ts'
import { conflict } from '../../../http/refusal.ts'

/**
 * Own names cost nothing, and each takes a place at the host and a zone until it is taken down. So of those that were
 * replaced before they were delivered no more may be on their way out than their bundle has domains: enough to put
 * every one right at once. Undoes the transaction, which holds the bundles' rows.
 */
export async function refuseRestless(
  tx: Db,
  originals: readonly Pick<typeof domains.$inferSelect, 'name' | 'bundleId'>[],
): Promise<void> {
  const bundleIds = [...new Set(originals.map(({ bundleId }) => bundleId))]
  const { rows } = await tx.execute<{ bundleId: string }>(sql`
    select bundle_id as "bundleId" from domains d
    where bundle_id = any(${sql.param(bundleIds)}) and ${isHeldAs('d')}
    group by bundle_id
    having count(*) filter (where source = 'own' and want = 'retire' and replaces_id is not null
        and replaced_at is not null and delivered_at is null)
      > count(*) filter (where want = 'run' and replaced_at is null)`)
  const full = originals.find(({ bundleId }) => rows.some((row) => row.bundleId === bundleId))
  if (full) throw conflict(fillMessage(replaceDomainsMessages.stillTakenDown, { d: full.name }))
}
