import { inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { pageCustomerHeader } from '#features/accounts/api/page-customer.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { workspaceOf } from '#vendors/instantly/simulator/workspace-of.ts'
import { auditLog, toolConnections } from '../db/schema/index.ts'

const { deps, customer, visitor } = await createTestWorld()

const credentials = {
  tool: 'instantly',
  values: {
    username: 'ops@example.test',
    password: 'Canary-1',
    workspace: workspaceOf('Canary-2').name,
    workspaceId: '',
    apiKey: 'Canary-2',
  },
}
const save = { plan: 'azure', credentials }
const asPageOf = (id: string) => ({ [pageCustomerHeader]: id })
const connectionsOf = (...ids: string[]) =>
  deps.db.select().from(toolConnections).where(inArray(toolConnections.customerId, ids))

test('a call from a page of another customer is refused before anything happens', async () => {
  const [ada, bob] = [await customer({ name: 'Ada Byron' }), await customer({ name: 'Bob Baker' })]
  const written = () =>
    deps.db
      .select()
      .from(auditLog)
      .where(inArray(auditLog.customerId, [ada.id, bob.id]))
  const before = await written()
  const answer = await bob.post('/api/connections', save, asPageOf(ada.id))
  expect(answer).toMatchObject({
    status: 409,
    body: {
      code: 'other_customer',
      message: 'Another account is signed in in this browser now. Please reload the page.',
    },
  })
  expect(JSON.stringify(answer.body)).not.toContain(bob.id)
  expect(await connectionsOf(ada.id, bob.id)).toEqual([])
  expect(await written()).toEqual(before)
})

test('nothing of the session’s customer is read to such a page either', async () => {
  const [ada, bob] = [await customer(), await customer()]
  for (const path of ['/api/orders', '/api/auth/profile', '/api/events', '/api/openapi.json']) {
    const answer = await bob.get(path, asPageOf(ada.id))
    expect([path, answer.status, answer.body.code]).toEqual([path, 409, 'other_customer'])
  }
})

test('a call from a page of one’s own, and one that does not say whose it is, are made', async () => {
  const ada = await customer()
  const { user } = (await ada.get('/api/auth/check')).body
  expect(user.id).toBe(ada.id)
  expect((await ada.post('/api/connections', save, asPageOf(user.id))).status).toBe(200)
  expect((await ada.post('/api/connections', save)).status).toBe(200)
  expect(await connectionsOf(ada.id)).not.toEqual([])
})

test('who has no session is told that, whatever the page says', async () => {
  const ada = await customer()
  expect(await visitor().get('/api/orders', asPageOf(ada.id))).toMatchObject({
    status: 401,
    body: { code: 'unauthenticated' },
  })
})

test('such a page signs nobody out', async () => {
  const [ada, bob] = [await customer(), await customer()]
  const answer = await bob.post('/api/auth/logout', {}, asPageOf(ada.id))
  expect([answer.status, answer.body.code]).toEqual([409, 'other_customer'])
  expect((await bob.get('/api/auth/profile')).status).toBe(200)
  expect((await bob.post('/api/auth/logout', {}, asPageOf(bob.id))).status).toBe(200)
  expect((await bob.get('/api/auth/profile')).status).toBe(401)
})
