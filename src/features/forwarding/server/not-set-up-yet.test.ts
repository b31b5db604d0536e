import { expect, test } from 'vitest'
import { forwardingBasis } from '#tests/server/based-on.ts'
import { manageOrders } from '#tests/server/managed-orders.ts'
import { createTestWorld } from '#tests/server/test-world.ts'

const world = await createTestWorld()
const { reconcileUntilDone, paidOrder, domainRow, agree } = manageOrders(world)

test('a domain that is not set up yet leads where it was asked to from the moment it is', async () => {
  const { person, names } = await paidOrder({ plan: 'google' }, false)
  const [name = ''] = names
  const forwardingDomain = 'https://example.com/later'
  const answer = await person.post('/api/domains/update-forwarding', {
    domains: [name],
    forwardingDomain,
    basedOn: await forwardingBasis(person),
  })
  expect(answer.status).toBe(200)
  await reconcileUntilDone(name)
  expect(await domainRow(name)).toMatchObject({ status: 'done', forwardingUrl: forwardingDomain })
  await agree(name)
})
