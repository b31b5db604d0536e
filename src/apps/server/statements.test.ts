import { expect, test } from 'vitest'
import { refuseOtherAccount } from '#features/billing/server/payment-account.ts'
import { isOwnWork } from '#tests/server/hear-statements.ts'
import { checkoutFor, completeDraft, press, takeOrder } from '#tests/server/place-order.ts'
import { recordStatements } from '#tests/server/sent-statements.ts'
import { type TestAnswer, testPassword } from '#tests/server/test-app.ts'
import { createTestWorld } from '#tests/server/test-world.ts'

const world = await createTestWorld()
const { customer, deps } = world

const recorded = recordStatements()
const statementsOf = async (work: () => Promise<unknown>) => (await recorded(work)).map(({ text }) => text)

test('signing in where one has been takes three statements besides limits and the audit log', async () => {
  const person = await customer()
  const statements = await statementsOf(() =>
    person.post('/api/auth/login', { email: person.email, password: testPassword }),
  )
  expect(statements.filter(isOwnWork).length, statements.join('\n')).toBeLessThanOrEqual(3)
})

test('the list of orders takes seven statements, and three when nothing has changed', async () => {
  const person = await customer()
  let etag = ''
  const statements = await statementsOf(async () => {
    etag = String((await person.get('/api/orders')).headers.etag)
  })
  expect(statements.filter(isOwnWork), statements.join('\n')).toHaveLength(7)
  const again = await statementsOf(() => person.get('/api/orders', { 'if-none-match': etag }))
  expect(again.filter(isOwnWork), again.join('\n')).toHaveLength(3)
})

test('an order takes at most twenty-two statements from being sent to being paid and queued, whatever is in it', async () => {
  // Once for a process.
  await refuseOtherAccount(deps)
  const person = await customer()
  const draft = completeDraft({ plan: 'premium', orderCount: 5 })
  let taken!: TestAnswer
  let opened!: TestAnswer
  const taking = await statementsOf(async () => {
    taken = await takeOrder(person, draft)
  })
  const body = checkoutFor(person, draft, taken)
  const opening = await statementsOf(async () => {
    opened = await person.post('/api/payments/create-checkout-session', body)
  })
  await press(world, opened.body.url, 'pay')
  const paying = await statementsOf(async () => {
    const { id } = opened.body.data.session
    const confirmed = await person.get(`/api/payments/confirmation?session_id=${id}`)
    expect(confirmed.body.status).toBe('paid')
  })
  const statements = [...taking, ...opening, ...paying].filter(isOwnWork)
  expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(22)
})
