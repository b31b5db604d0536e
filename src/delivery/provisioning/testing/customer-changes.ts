import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { bundles, domains, personas } from '#base/db/schema/index.ts'
import { retireBundle } from '#features/billing/server/end-with-subscription.ts'
import { setKept } from '#features/names/server/own-names/keep-records.ts'
import type { PaidOrder } from '#tests/server/paid-order.ts'
import type { Dependencies } from '../../dependencies.ts'
import { allocateMailboxes, runningHoldings } from '../allocate-mailboxes.ts'
import { raiseWanted } from '../wanted.ts'

/** What customers do to an order. */
export const customerChanges = [
  'forwarding',
  'people renamed',
  'someone left',
  'fewer each',
  'cancelled',
  'reinstated',
  'payment failed',
  'paid again',
  'records kept',
] as const
export type CustomerChange = (typeof customerChanges)[number]

/** Makes a change as its use case leaves it: wanted rows and a wake-up, in one transaction. */
export async function changeOrder(
  deps: Dependencies,
  order: PaidOrder,
  change: CustomerChange,
  n: number,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await writeChange(deps, tx, order, change, n)
    await raiseWanted(
      tx,
      deps.queue,
      order.domains.map(({ name }) => name),
    )
  })
}

async function writeChange(
  deps: Dependencies,
  tx: Db,
  { bundleId }: PaidOrder,
  change: CustomerChange,
  n: number,
): Promise<unknown> {
  const ofBundle = eq(domains.bundleId, bundleId)
  const setBundle = (set: Partial<typeof bundles.$inferInsert>) =>
    tx.update(bundles).set(set).where(eq(bundles.id, bundleId))
  const allocate = async () => allocateMailboxes(tx, deps.secrets, await runningHoldings(tx, bundleId))
  switch (change) {
    case 'forwarding':
      return tx
        .update(domains)
        .set({ forwardingUrl: `https://example.com/${n}` })
        .where(ofBundle)
    case 'people renamed':
      await tx
        .update(personas)
        .set({ firstName: `Renamed${'abcdefghij'[n % 10]}` })
        .where(and(eq(personas.bundleId, bundleId), eq(personas.position, 0)))
      return allocate()
    case 'someone left':
      await tx
        .update(personas)
        .set({ removedAt: new Date() })
        .where(and(eq(personas.bundleId, bundleId), eq(personas.position, 1)))
      return allocate()
    case 'fewer each':
      await tx
        .update(personas)
        .set({ azurePerDomain: 1 })
        .where(and(eq(personas.bundleId, bundleId), isNull(personas.removedAt)))
      return allocate()
    case 'cancelled':
      await setBundle({ status: 'cancelled' })
      return retireBundle(deps, tx, bundleId)
    case 'reinstated':
      await setBundle({ status: 'live' })
      await tx.update(domains).set({ want: 'run', status: 'to do', retireAt: null }).where(ofBundle)
      return allocate()
    case 'payment failed':
      return setBundle({ pastDueSince: new Date() })
    case 'paid again':
      return setBundle({ pastDueSince: null })
    case 'records kept':
      for (const { customerId, name } of await tx.select().from(domains).where(ofBundle))
        await setKept(tx, customerId, name, [
          { name: 'shop', type: 'CNAME', content: `shops${n}.example.net` },
          { name: '', type: 'TXT', content: `of=${n}` },
        ])
  }
}
