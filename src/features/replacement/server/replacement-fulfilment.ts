import { and, eq, inArray, notInArray, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { bundles, checkoutItems, domains } from '#base/db/schema/index.ts'
import { conflict } from '#base/http/refusal.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { isHeldAs, isHeldUnpaid } from '#delivery/domains/held.ts'
import { lockLiveBundles } from '#delivery/domains/lock-live-bundles.ts'
import { releaseUnpaid } from '#delivery/domains/release-names.ts'
import type { Fulfilment } from '#delivery/fulfilment.ts'
import { notifyCustomer } from '#delivery/provisioning/events.ts'
import { payableElsewhere } from '#features/checkout/server/open-pages.ts'
import { endedAtOnce, pagesWhere, waitsNoLonger } from '#features/checkout/server/without-page.ts'
import { startReplacements } from './start-replacements.ts'

const domainsOf = async (tx: Db, checkoutId: string): Promise<string[]> => {
  const rows = await tx
    .select({ id: checkoutItems.domainId })
    .from(checkoutItems)
    .where(eq(checkoutItems.checkoutId, checkoutId))
  return rows.flatMap(({ id }) => (id ? [id] : []))
}

/** A paid replacement starts; one that expired unpaid gives its name free. */
export const replacementFulfilment = (deps: Pick<Dependencies, 'queue' | 'secrets'>): Fulfilment => ({
  async keepWaiting(tx, { subjects }) {
    await keepHeld(
      tx,
      subjects.flatMap(({ domainId }) => domainId ?? []),
    )
  },

  async paid(tx, checkout) {
    const ids = await domainsOf(tx, checkout.id)
    const live = await tx
      .select({ id: domains.id })
      .from(domains)
      .innerJoin(bundles, eq(bundles.id, domains.bundleId))
      .where(and(inArray(domains.id, ids), eq(bundles.status, 'live')))
      .orderBy(bundles.id)
      // One that is being cancelled at this moment gets no domain that nobody pays for.
      .for('update', { of: bundles })
    const started = await startReplacements(
      deps,
      tx,
      live.map(({ id }) => id),
    )
    const missed = await tx
      .select({ id: domains.id, want: domains.want })
      .from(domains)
      .where(and(inArray(domains.id, ids), notInArray(domains.id, started)))
    return missed.map(({ id, want }) => ({ id, cause: want === 'run' ? 'paid' : 'over' }))
  },

  async expired(tx, checkout) {
    const ids = await domainsOf(tx, checkout.id)
    await tx
      .select({ id: domains.id })
      .from(domains)
      .where(inArray(domains.id, ids))
      .orderBy(domains.id)
      .for('update')
    const kept = await payableElsewhere(tx, checkout, ids)
    const over = ids.filter((id) => !kept.has(id))
    await releaseUnpaid(tx, inArray(domains.id, over))
    await notifyCustomer(tx, checkout.customerId)
  },

  endUnpaid: releaseUnpaidWithoutPage,
})

/** Under their orders' locks: one that is cancelled at this moment ends the page, or sees to it that there is none. */
async function keepHeld(tx: Db, ids: readonly string[]): Promise<void> {
  const of = await tx
    .selectDistinct({ bundleId: domains.bundleId })
    .from(domains)
    .where(inArray(domains.id, [...ids]))
  await lockLiveBundles(
    tx,
    of.map(({ bundleId }) => bundleId),
  )
  const held = await tx
    .select({ id: domains.id })
    .from(domains)
    .where(and(inArray(domains.id, [...ids]), isHeldUnpaid))
    .orderBy(domains.id)
    .for('update')
  if (held.length < ids.length)
    throw conflict('These domains are not held for you any more. Please choose them again.')
}

/** Releases names held for replacements that have waited too long and have no page to pay on. */
async function releaseUnpaidWithoutPage(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: string; customer_id: string }>(
      sql`select id, customer_id from domains d where want = 'hold' and replaces_id is not null
        and ${isHeldAs('d')} and ${waitsNoLonger(sql`d.created_at`, sql`d.customer_id`)}
        and not exists ${pagesWhere(sql`i.domain_id = d.id and c.kind = 'replace'`)}
        order by created_at limit ${endedAtOnce} for update skip locked`,
    )
    const ids = rows.map(({ id }) => id)
    await releaseUnpaid(tx, inArray(domains.id, ids))
    for (const customerId of new Set(rows.map((row) => row.customer_id))) await notifyCustomer(tx, customerId)
  })
}
