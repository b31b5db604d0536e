import { and, eq, inArray, notInArray } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { bundles, checkoutItems, domains } from '../../../db/schema/index.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { isHeldUnpaid } from '../../../domains/held.ts'
import { releaseUnpaid } from '../../../domains/release-names.ts'
import type { Fulfilment } from '../../../fulfilment.ts'
import { conflict } from '../../../http/refusal.ts'
import { notifyCustomer } from '../../../provisioning/events.ts'
import { payableElsewhere } from '../../checkout/open-pages.ts'
import { startReplacements } from './start-replacements.ts'
import { sweepUnpaidReplacements } from './sweep-unpaid-replacements.ts'

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

  endUnpaid: sweepUnpaidReplacements,
})

async function keepHeld(tx: Db, ids: readonly string[]): Promise<void> {
  const held = await tx
    .select({ id: domains.id })
    .from(domains)
    .where(and(inArray(domains.id, [...ids]), isHeldUnpaid))
    .orderBy(domains.id)
    .for('update')
  if (held.length < ids.length)
    throw conflict('These domains are not held for you any more. Please choose them again.')
}
