import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { groupHolds } from '#features/orders/rules/order-status.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { freshName } from '#tests/server/place-order.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { bundles, heldSince } from './schema/index.ts'

const { deps, customer } = await createTestWorld()
const { db } = deps
const { id: customerId } = await customer()
const { bundleId } = await createPaidOrder(deps, { customerId, names: { azure: [freshName()] } })

test('whatever holds an order, the gravest cause is shown, and it is unbilled since the first that stops billing', async () => {
  const since = fc.option(
    fc.date({ min: new Date('2026-01-01'), max: new Date('2026-12-31'), noInvalidDate: true }),
  )
  await fc.assert(
    fc.asyncProperty(fc.tuple(since, since, since, since, since), async (dates) => {
      const [renewal, ...unbilled] = dates
      await db
        .update(bundles)
        .set(Object.fromEntries(groupHolds.map((hold, index) => [heldSince[hold], dates[index]])))
        .where(eq(bundles.id, bundleId))
      const [row] = await db.select().from(bundles).where(eq(bundles.id, bundleId))
      expect(row?.hold).toBe(groupHolds.findLast((_, index) => dates[index] !== null) ?? null)
      const first = unbilled.filter((date) => date !== null).sort((a, b) => a.getTime() - b.getTime())[0]
      expect(row?.holdSince).toEqual(first ?? renewal)
    }),
  )
})

test.each(groupHolds)('a hold for “%s” is a change of the order, and its end is one', async (hold) => {
  const changedAt = async (since: Date | null) => {
    await db
      .update(bundles)
      .set({ [heldSince[hold]]: since })
      .where(eq(bundles.id, bundleId))
    return (await db.select().from(bundles).where(eq(bundles.id, bundleId)))[0]?.changedAt
  }
  const [before, held, again, ended] = [
    await changedAt(null),
    await changedAt(new Date('2026-05-01')),
    await changedAt(new Date('2026-05-01')),
    await changedAt(null),
  ]
  expect(held).not.toEqual(before)
  expect(again).toEqual(held)
  expect(ended).not.toEqual(again)
})
