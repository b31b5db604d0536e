import { expect, test } from 'vitest'
import { completeDraft, takeOrder } from '#tests/server/place-order.ts'
import { createTestWorld } from '#tests/server/test-world.ts'

const { customer } = await createTestWorld({ env: { PLANS_ENABLED: 'azure' } })

test('a plan that is not sold here has no price either, in the words in which an order is refused', async () => {
  const person = await customer()
  const draft = completeDraft({ plan: 'premium' })
  const { purchase } = draft.domains
  const quote = (plan: string) =>
    person.post('/api/payments/quote', {
      plan,
      orderCount: 1,
      domainOption: 'purchase',
      domains: [...purchase.azure, ...purchase.google],
    })
  const refusal = { status: 422, body: { message: 'This plan is not available' } }
  expect(await quote('premium')).toMatchObject(refusal)
  expect(await takeOrder(person, draft)).toMatchObject(refusal)
  expect((await quote('azure')).status).toBe(200)
})
