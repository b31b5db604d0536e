import { and, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { bundles, domains } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { isRunning } from '#delivery/domains/running.ts'
import { replacementDueHours } from '#features/plans/rules/catalog.ts'

/**
 * Customers are told that a replacement is delivered within a day. Of each that is not the operator is told, once,
 * with what it waits for. Own domains that wait for their owner's name servers are nobody's delay.
 */
export async function sweepLateReplacements({
  db,
  alert,
}: Pick<Dependencies, 'db' | 'alert'>): Promise<void> {
  const late = await db
    .select({ id: domains.id, name: domains.name, note: domains.statusNote, bundleId: domains.bundleId })
    .from(domains)
    .innerJoin(bundles, eq(bundles.id, domains.bundleId))
    .where(
      and(
        isNotNull(domains.replacesId),
        isRunning,
        isNull(domains.deliveredAt),
        eq(bundles.status, 'live'),
        isNull(bundles.hold),
        lt(domains.setupStartedAt, sql`now() - make_interval(hours => ${replacementDueHours})`),
        sql`not (${domains.source} = 'own' and ${domains.status} = 'pending')`,
      ),
    )
  for (const { id, name, note, bundleId } of late)
    await alert(db, {
      key: `replacement-late:${id}`,
      subject: `${name} was to be delivered by now`,
      text: `${name} takes another domain's place in order ${bundleId} and has been set up for more than ${replacementDueHours} hours. It waits for: ${note ?? 'nothing that is known'}. Look at it with: npm run operator -- order show --order ${bundleId}`,
    })
}
