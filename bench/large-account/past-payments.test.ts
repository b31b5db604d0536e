import { expect, test } from 'vitest'
import { firstPriceList } from '#features/plans/rules/price-list.ts'
import { openStore } from '#vendors/sandbox/store.ts'
import { payInThePast } from './past-payments.ts'

const dayMs = 86_400_000

test('an order of the past is paid on its day and every 30 days since, and nothing is billed after that', () => {
  const store = openStore(':memory:')
  const orderedAt = new Date(Date.UTC(2026, 0, 1))
  const until = orderedAt.getTime() + 100 * dayMs
  const person = { email: 'a@example.test', name: 'A' }
  const customer = payInThePast(store, person, [{ plan: 'azure', bundles: 2, orderedAt }], until)
  const charges = store.collection<{ created: number; amount: number; status: string; customer: string }>(
    'stripe.charges',
  )
  const paid = charges.list().toSorted((a, b) => a.created - b.created)
  const dayOf = (created: number) => Math.floor((created * 1_000 - orderedAt.getTime()) / dayMs)
  expect(paid.map(({ created }) => dayOf(created))).toEqual([0, 30, 60, 90])
  for (const charge of paid)
    expect(charge).toMatchObject({
      customer,
      status: 'succeeded',
      amount: 2 * firstPriceList.plans.azure.cents,
    })
  expect([...store.collection('stripe.due_subscriptions').entries()]).toEqual([])
  store.close()
})
