import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { bundles, domains, mailboxes, mailboxLinks, toolConnections } from '#base/db/schema/index.ts'
import { manageOrders } from '#tests/server/managed-orders.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { workspaceOf } from '#vendors/instantly/simulator/workspace-of.ts'
import { demoCredentials } from '#vendors/sandbox/demo-credentials.ts'

const world = await createTestWorld()
const { customer, deps, sandbox } = world
const { db } = deps
const { paidOrder } = manageOrders(world, { beside: 'customer and order' })
type Person = Awaited<ReturnType<typeof customer>>
/** A key, and the workspace that it opens. */
const keyed = (apiKey: string) => ({ apiKey, workspace: workspaceOf(apiKey).name, workspaceId: '' })
const values = { username: 'ops@example.test', password: 'Canary-1', ...keyed('Canary-2') }
const changed = { ...values, username: 'second@example.test', password: '', apiKey: '' }
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
  expect(second.body.connection.shown).toMatchObject({
    username: 'second@example.test',
    password: '••••••••',
  })
  const revealed = await person.post('/api/orders/credentials/reveal', {
    connectionId: second.body.connection.id,
    field: 'apiKey',
  })
  expect(revealed.body).toEqual({ field: 'apiKey', value: 'Canary-2' })
})

test('nobody gets at someone else’s secrets that way', async () => {
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
    const { person, id } = await saved('instantly', { ...values, ...demoCredentials.instantly })
    const workspaces = (by: typeof person, more: object) =>
      by.post('/api/instantly/workspaces/proxy', { token: '', ...more })
    expect(await workspaces(person, { basedOn: id })).toMatchObject({
      status: 200,
      body: [{ name: demoCredentials.instantly.workspace }],
    })
    const refusal = { status: 422, body: { message: 'Please enter your Instantly API key' } }
    expect(await workspaces(person, {})).toMatchObject(refusal)
  })

  test('at Email Bison, and only at the host that the key was entered for', async () => {
    const url = 'https://bison.agency.test'
    const { person, id } = await saved('bison', { ...values, ...demoCredentials.bison, url, appId: '' })
    const workspaces = (host: string) =>
      person.post('/api/bison/workspaces', { url: host, apiKey: '', basedOn: id })
    expect((await workspaces(url)).body.data).toContainEqual(
      expect.objectContaining({ name: demoCredentials.bison.workspace }),
    )
    expect(await workspaces('https://bison.elsewhere.test')).toMatchObject({
      status: 422,
      body: { message: 'Please enter your API key: the saved one belongs to another Bison URL.' },
    })
  })
})

const connections = async (person: Person) => (await person.get('/api/connections')).body.connections

test('credentials are tried when they are saved: what the tool says stands beside its field', async () => {
  const person = await customer()
  const saved = await person.post('/api/connections', save(values))
  expect(saved.body.tried).toMatch(
    /^Key works, workspace \S.*; not tried: Password, first used when mailboxes are connected$/,
  )
  const refused = await person.post('/api/connections', save({ ...values, apiKey: 'revoked-key-1' }))
  expect(refused).toMatchObject({
    status: 422,
    body: { fields: { apiKey: 'Instantly: the API key is not valid or was revoked.' } },
  })
  expect(await connections(person)).toMatchObject([{ state: 'working', lastUsedAt: null, isInUse: false }])

  const tried = await person.post('/api/connections/try', { credentials: save(values).credentials })
  expect(tried.body).toEqual({
    outcome: 'works',
    message: saved.body.tried,
    workspace: expect.stringMatching(/\S/),
  })
})

test('while the tool is away they are kept only when asked for, and nothing is claimed of them', async () => {
  const person = await customer()
  sandbox.faults.add({ kind: '503', vendor: 'instantly', times: 50 })
  const away = await person.post('/api/connections', save(values))
  expect(away).toMatchObject({ status: 409, body: { details: { isUntried: true } } })
  expect(away.body.message).toMatch(/^Instantly does not answer right now/)
  expect(await connections(person)).toEqual([])
  const kept = await person.post('/api/connections', { ...save(values), evenUntried: true })
  expect(kept).toMatchObject({ status: 200, body: { tried: null } })
  expect(await connections(person)).toMatchObject([{ state: 'unchecked' }])
  sandbox.faults.clear()
})

test('the same credentials are kept once, however often and at the same time they are saved', async () => {
  const person = await customer()
  const answers = await Promise.all([1, 2, 3].map(() => person.post('/api/connections', save(values))))
  expect(new Set(answers.map(({ body }) => body.connection.id)).size).toBe(1)
  await person.post('/api/connections', save({ ...values, ...keyed('Canary-3') }))
  expect(await connections(person)).toHaveLength(2)
})

test('saved credentials are removed, secrets and all, but not while an order uses them', async () => {
  const { person, groupId } = await paidOrder({}, false)
  const { body } = await person.post('/api/connections', save(values))
  const connectionId = body.connection.id as string
  await db.update(bundles).set({ connectionId }).where(eq(bundles.id, groupId))
  expect(await connections(person)).toMatchObject([{ isInUse: true, lastUsedAt: expect.any(String) }])
  const remove = () => person.post('/api/connections/remove', { connectionId })
  expect(await remove()).toMatchObject({
    status: 409,
    body: { message: 'An order still uses these credentials.' },
  })
  await db.update(bundles).set({ status: 'cancelled' }).where(eq(bundles.id, groupId))
  await db
    .update(domains)
    .set({ want: 'retire', releasedAt: new Date() })
    .where(eq(domains.bundleId, groupId))
  expect((await remove()).status).toBe(200)
  expect((await remove()).status).toBe(404)
  expect(await connections(person)).toEqual([])
  const [row] = await db.select().from(toolConnections).where(eq(toolConnections.id, connectionId))
  expect(row).toMatchObject({ secrets: null, details: {} })
  // Nothing is based on what is gone, and the same may be saved again.
  expect((await person.post('/api/connections', save(changed, connectionId))).status).toBe(422)
  expect((await person.post('/api/connections', save(values))).body.connection.id).not.toBe(connectionId)
})

type Ends = (groupId: string, connectionId: string) => Promise<unknown>
const endsWith =
  (set: Partial<typeof bundles.$inferInsert>): Ends =>
  (groupId) =>
    db.update(bundles).set(set).where(eq(bundles.id, groupId))
const released: Ends = (groupId) =>
  db.update(domains).set({ want: 'retire', releasedAt: new Date() }).where(eq(domains.bundleId, groupId))

test.each<[string, Ends, Ends]>([
  [
    'a domain of an order that is over is not taken down yet',
    async (groupId, connectionId) => {
      await endsWith({ connectionId, status: 'cancelled' })(groupId, connectionId)
      await db.update(domains).set({ want: 'retire' }).where(eq(domains.bundleId, groupId))
    },
    released,
  ],
  [
    'an order that is over was asked back with them',
    async (groupId, connectionId) => {
      const people = [{ firstName: 'Ada', lastName: 'Lovelace' }]
      const wish = { forwardingUrl: 'https://example.com', companyName: 'Ada', profilePictureLink: '' }
      await released(groupId, connectionId)
      await endsWith({ status: 'cancelled', reinstateWish: { ...wish, people, connectionId } })(
        groupId,
        connectionId,
      )
    },
    endsWith({ reinstateWish: null }),
  ],
  [
    'a mailbox is still to be taken out of the tool with them',
    async (groupId, connectionId) => {
      const [mailbox] = await db
        .select({ mailboxId: mailboxes.id })
        .from(mailboxes)
        .innerJoin(domains, eq(domains.id, mailboxes.domainId))
        .where(eq(domains.bundleId, groupId))
        .limit(1)
      await db.insert(mailboxLinks).values({ mailboxId: mailbox?.mailboxId ?? '', connectionId })
    },
    (_, connectionId) =>
      db
        .update(mailboxLinks)
        .set({ want: 'disconnected' })
        .where(eq(mailboxLinks.connectionId, connectionId)),
  ],
])('saved credentials are not removed while %s', async (_, begin, end) => {
  const { person, groupId } = await paidOrder({}, false)
  const { body } = await person.post('/api/connections', save(values))
  const connectionId = body.connection.id as string
  const remove = () => person.post('/api/connections/remove', { connectionId })
  await begin(groupId, connectionId)
  expect((await remove()).status).toBe(409)
  await end(groupId, connectionId)
  expect((await remove()).status).toBe(200)
})

test('an order keeps its credentials when a correction is refused by the tool, and says when one works', async () => {
  const { person, groupId } = await paidOrder({}, false)
  const { basis } = (await person.get(`/api/orders/groups/${groupId}`)).body
  const correct = (apiKey: string) =>
    person.patch(`/api/orders/groups/${groupId}`, {
      basedOn: basis,
      sendingTool: { tool: 'instantly', values: { ...values, ...keyed(apiKey) } },
    })
  expect(await correct('revoked-key-1')).toMatchObject({
    status: 422,
    body: { fields: { apiKey: 'Instantly: the API key is not valid or was revoked.' } },
  })
  expect((await person.get(`/api/orders/groups/${groupId}`)).body.sendingTool.tool).toBe('other')
  const saved = await correct('plausible-key-1')
  expect(saved.body.message).toMatch(/^Order details saved\. Key works, workspace \S+.*\.$/)
  expect((await person.get(`/api/orders/groups/${groupId}`)).body.sendingTool).toMatchObject({
    tool: 'instantly',
    state: 'working',
  })
})

const opening = (apiKey: string, said: string) => {
  const opened = workspaceOf(apiKey)
  const message = `This key opens “${opened.name}”, not “${said}”.`
  return { status: 409, body: { message, details: { opensWorkspace: opened } } }
}

test('a key that opens another workspace than the one that was typed is kept only under the name of what it opens', async () => {
  const person = await customer()
  const typed = { ...values, workspace: 'Lumen Outreach' }
  expect(await person.post('/api/connections', save(typed))).toMatchObject(
    opening('Canary-2', 'Lumen Outreach'),
  )
  const tried = await person.post('/api/connections/try', { credentials: save(typed).credentials })
  expect(tried.body).toEqual({
    outcome: 'elsewhere',
    message: opening('Canary-2', 'Lumen Outreach').body.message,
    opensWorkspace: workspaceOf('Canary-2'),
  })
  expect(await connections(person)).toEqual([])
  const { id, name } = workspaceOf('Canary-2')
  const saved = await person.post('/api/connections', save({ ...typed, workspace: name, workspaceId: id }))
  expect(saved).toMatchObject({
    status: 200,
    body: { connection: { shown: { workspace: name, workspaceId: id } } },
  })
})

test('how a workspace’s name is spelled is not asked about, and it is kept as the tool has it', async () => {
  const person = await customer()
  const { name, id } = workspaceOf('Canary-2')
  const spelled = await person.post(
    '/api/connections',
    save({ ...values, workspace: ` ${name.toUpperCase()} ` }),
  )
  expect(spelled.body.connection.shown).toMatchObject({ workspace: name, workspaceId: id })
})

test('a key of another workspace than the chosen one is asked about when an order is corrected', async () => {
  const { person, groupId } = await paidOrder({}, false)
  const shown = async () => (await person.get(`/api/orders/groups/${groupId}`)).body
  const correct = async (typed: Record<string, string>) =>
    person.patch(`/api/orders/groups/${groupId}`, {
      basedOn: (await shown()).basis,
      sendingTool: { tool: 'instantly', values: { ...values, ...typed } },
    })
  const own = workspaceOf('Canary-2')
  const chosen = { workspace: own.name, workspaceId: own.id }
  expect((await correct(chosen)).status).toBe(200)
  expect(await correct({ ...chosen, apiKey: 'another-key-1' })).toMatchObject(
    opening('another-key-1', own.name),
  )
  for (const workspaceId of ['elsewhere', ''])
    expect(await correct({ apiKey: '', workspace: 'Elsewhere', workspaceId })).toMatchObject(
      opening('Canary-2', 'Elsewhere'),
    )
  expect((await shown()).sendingTool.values.workspace).toBe(own.name)
  const other = workspaceOf('another-key-1')
  const named = { workspace: other.name, workspaceId: other.id }
  expect((await correct({ ...named, apiKey: 'another-key-1' })).status).toBe(200)
  expect((await shown()).sendingTool.values).toMatchObject(named)
})

test('one account is one connection, however its credentials are typed: its secrets are renewed', async () => {
  const { person, groupId } = await paidOrder({}, false)
  const first = await person.post('/api/connections', save(values))
  const connectionId = first.body.connection.id as string
  await db.update(bundles).set({ connectionId }).where(eq(bundles.id, groupId))
  await db.update(toolConnections).set({ state: 'refused' }).where(eq(toolConnections.id, connectionId))
  const own = workspaceOf('Canary-2')
  const apiKey = `rotated-${connectionId}`
  sandbox.store.collection('instantly.keys').put(apiKey, { workspaceId: own.id, scopes: ['all:all'] })
  const retyped = { username: 'boss@example.test', password: 'Canary-4', apiKey, workspace: own.name }
  const again = await person.post('/api/connections', save(retyped))
  expect(again.body.connection).toMatchObject({ id: connectionId, shown: { username: 'boss@example.test' } })
  expect(await connections(person)).toMatchObject([{ id: connectionId, state: 'working', isInUse: true }])
  const revealed = await person.post('/api/orders/credentials/reveal', { connectionId, field: 'apiKey' })
  expect(revealed.body.value).toBe(apiKey)
})

test('a key of Smartlead is one connection whatever else is typed with it, and another key another', async () => {
  const person = await customer()
  const oauthLink =
    'https://login.microsoftonline.com/common/oauth2/v2.0/authorize?client_id=8f1c&response_type=code'
  const saved = async (typed: object) => {
    const credentials = { tool: 'smartlead', values: { apiKey: 'smartlead-key-7', oauthLink, ...typed } }
    return (await person.post('/api/connections', { plan: 'azure', credentials })).body.connection.id
  }
  const first = await saved({})
  expect(await saved({ oauthLink: `${oauthLink}&scope=offline_access` })).toBe(first)
  expect(await saved({ apiKey: 'smartlead-key-8' })).not.toBe(first)
})

test('a saved key is sent to no other host than the one it was entered for', async () => {
  const person = await customer()
  const bison = {
    ...values,
    ...demoCredentials.bison,
    url: 'https://bison.agency.test',
    appId: '',
  }
  const first = await person.post('/api/connections', {
    plan: 'azure',
    credentials: { tool: 'bison', values: bison },
  })
  const elsewhere = { ...bison, url: 'https://bison.elsewhere.test', apiKey: '', password: '' }
  const body = {
    credentials: { tool: 'bison', values: elsewhere },
    basedOn: first.body.connection.id,
  }
  const refusal = { status: 422, body: { fields: { apiKey: expect.stringContaining('another Bison URL') } } }
  expect(await person.post('/api/connections/try', body)).toMatchObject(refusal)
  expect(await person.post('/api/connections', { ...body, plan: 'azure' })).toMatchObject(refusal)
})
