import { expect, test } from 'vitest'
import { createTestWorld } from '../../testing/test-world.ts'

const { customer } = await createTestWorld()
const order = {
  plan: 'azure',
  orderCount: 2,
  domainOption: 'purchase',
  domains: ['onefinename.com', 'twofinenames.net', 'threefine.com', 'fourfine.org'],
}

test('an order is priced without being taken, with a code and without', async () => {
  const person = await customer()
  const plain = await person.post('/api/payments/quote', order)
  expect(plain).toMatchObject({
    status: 200,
    body: { totalCents: 149_00, monthlyCents: 100_00, discountCents: 0 },
  })
  const reduced = await person.post('/api/payments/quote', { ...order, promotionCode: ' LAUNCH60 ' })
  expect(reduced).toMatchObject({ status: 200, body: { totalCents: 59_60, monthlyCents: 100_00 } })
  expect((await person.get('/api/domains')).body.domains).toEqual([])
})

test('an unknown code, a stranger and guessing are refused', async () => {
  const person = await customer()
  const coded = { ...order, promotionCode: 'NOSUCHCODE' }
  expect(await person.post('/api/payments/quote', coded)).toMatchObject({
    status: 422,
    body: { fields: { promotionCode: 'This promotion code is not valid' } },
  })
  const answers = await Promise.all(
    Array.from({ length: 25 }, () => person.post('/api/payments/quote', coded)),
  )
  expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0)
})
