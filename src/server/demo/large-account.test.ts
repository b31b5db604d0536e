import { expect, test } from 'vitest'
import { listOrders } from '#shared/api/orders.ts'
import { indexOrders } from '#shared/order-index.ts'
import { createTestApp } from '../testing/test-app.ts'
import { makeLargeAccount } from './large-account.ts'

const { deps, customer } = await createTestApp()

test('a large account is whole: every order, group, domain and mailbox can be shown', async () => {
  const person = await customer()
  const made = await makeLargeAccount(deps, person.id, 20)
  expect(made.domains).toBe(200)
  const answer = await person.get('/api/orders')
  const { orders, summary } = listOrders.response.parse(answer.body)
  expect(orders).toHaveLength(20)
  expect(orders.flatMap(({ domains }) => domains)).toHaveLength(200)
  expect(indexOrders(orders).flatMap(({ groups }) => groups).length).toBeGreaterThan(40)
  expect(new Set(orders.flatMap(({ domains }) => domains.map(({ status }) => status)))).toEqual(
    new Set(['done', 'in progress', 'pending', 'error', 'cancelled']),
  )
  expect(summary.inboxCount).toBeGreaterThan(1_000)
  const group = orders.flatMap(({ groups }) => groups).find(({ live }) => live)
  const details = await person.get(`/api/orders/groups/${group?.groupId}`)
  expect(details.status).toBe(200)
  const done = details.body.domains.find(({ status }: { status: string }) => status === 'done')
  expect(done.inboxes).toMatchObject({
    delivered: done.inboxes.sold,
    made: done.inboxes.sold + done.inboxes.spare,
  })
})

test('a second one never meets the names of the first', async () => {
  for (let i = 0; i < 2; i++) {
    const person = await customer()
    expect((await makeLargeAccount(deps, person.id, 10)).domains).toBe(100)
  }
})
