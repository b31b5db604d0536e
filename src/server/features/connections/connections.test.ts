import { describe, expect, test } from 'vitest'
import { demoCredentials } from '../../../sandbox/demo-credentials.ts'
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

describe('workspaces are looked up with the saved key where none is typed,', () => {
  const saved = async (tool: string, sent: object) => {
    const person = await customer()
    const body = { plan: 'azure', credentials: { tool, values: sent } }
    const { id } = (await person.post('/api/connections', body)).body.connection
    return { person, id: id as string }
  }

  test('at Instantly', async () => {
    const { person, id } = await saved('instantly', { ...values, apiKey: demoCredentials.instantly.apiKey })
    const look = (by: typeof person, more: object) =>
      by.post('/api/instantly/workspaces/proxy', { token: '', ...more })
    expect(await look(person, { basedOn: id })).toMatchObject({
      status: 200,
      body: [{ name: demoCredentials.instantly.workspace }],
    })
    const refusal = { status: 422, body: { message: 'Please enter your Instantly API key' } }
    expect(await look(person, {})).toMatchObject(refusal)
  })

  test('at Email Bison, and only at the host that the key was entered for', async () => {
    const url = 'https://bison.agency.test'
    const apiKey = demoCredentials.bison.apiKey
    const { person, id } = await saved('bison', { ...values, url, apiKey, appId: '' })
    const look = (host: string) =>
      person.post('/api/bison/workspaces', { url: host, apiKey: '', basedOn: id })
    expect((await look(url)).body.data).toContainEqual(
      expect.objectContaining({ name: demoCredentials.bison.workspace }),
    )
    expect(await look('https://bison.elsewhere.test')).toMatchObject({
      status: 422,
      body: { message: 'Please enter your API key: the saved one belongs to another Bison URL.' },
    })
  })
})
