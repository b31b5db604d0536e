import { expect, test } from 'vitest'
import { createTestWorld } from '../../testing/test-world.ts'

const { customer } = await createTestWorld()
const values = {
  username: 'ops@example.test',
  password: 'Canary-1',
  workspace: 'Main',
  workspaceId: '',
  apiKey: 'Canary-2',
}
const changed = { ...values, password: '', workspace: 'Second', apiKey: '' }
const save = (values: object, basedOn?: string) => ({
  plan: 'azure',
  credentials: { tool: 'instantly', values },
  ...(basedOn && { basedOn }),
})

test('secrets that are left empty are taken from the connection it is based on', async () => {
  const person = await customer()
  const first = await person.post('/api/connections', save(values))
  expect((await person.post('/api/connections', save(changed))).status).toBe(422)
  const second = await person.post('/api/connections', save(changed, first.body.connection.id))
  expect(second.status).toBe(200)
  expect(second.body.connection.shown).toMatchObject({ workspace: 'Second', password: '••••••••' })
  const revealed = await person.post('/api/orders/credentials/reveal', {
    connectionId: second.body.connection.id,
    field: 'apiKey',
  })
  expect(revealed.body).toEqual({ field: 'apiKey', value: 'Canary-2' })
})

test('nobody gets at somebody else’s secrets that way', async () => {
  const first = await (await customer()).post('/api/connections', save(values))
  const thief = await customer()
  expect((await thief.post('/api/connections', save(changed, first.body.connection.id))).status).toBe(422)
})
