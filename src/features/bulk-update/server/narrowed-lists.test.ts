import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bulkFetches } from '#base/db/schema/index.ts'
import { addInstantlySenders } from '#tests/server/instantly-senders.ts'
import { addSmartleadSenders } from '#tests/server/smartlead-senders.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { demoInstantly } from '#vendors/instantly/simulator/demo.ts'
import { loadedListMessages } from '../rules/loaded-list.ts'
import { notNarrowed } from '../rules/narrowing.ts'
import { createBulkJobRunner } from './run-bulk-job.ts'
import { runList } from './run-list.ts'

const world = await createTestWorld()
const { deps, sandbox } = world
const { db } = deps

const api_key = 'narrowed-lists-key-0123456789abcdef'
const emails = ['a', 'b', 'c', 'd'].map((name, at) => `${name}@${at < 2 ? 'mail-acme.com' : 'tryacme.com'}`)
const others = ['e@northwind.com', 'acme@southwind.com']
await addInstantlySenders(sandbox, api_key, [...emails, ...others])
await addSmartleadSenders(sandbox, api_key, [...emails, ...others])

/** As the customer does at Instantly. */
async function tagAtInstantly(label: string, addresses: readonly string[]): Promise<string> {
  const call = async (path: string, body: object) =>
    (
      await sandbox.fetch(
        new Request(`http://sandbox/instantly/api/v2/custom-tags${path}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${api_key}`, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      )
    ).json() as Promise<{ id: string }>
  const { id } = await call('', { label })
  await call('/toggle-resource', {
    tag_ids: [id],
    resource_type: 1,
    resource_ids: addresses,
    assign: true,
  })
  return id
}
const spring = { id: await tagAtInstantly('spring', [emails[0]!, others[0]!]), label: 'spring' }
const autumn = { id: await tagAtInstantly('autumn', [emails[3]!]), label: 'autumn' }

type Person = Awaited<ReturnType<typeof world.customer>>
const load = async (person: Person, more: object) => {
  const started = await person.post('/api/account-lists', {
    tool: 'instantly',
    api_key,
    domains: '',
    ...more,
  })
  expect(started).toMatchObject({ status: 200, body: { status: 'loading' } })
  await runList(deps, started.body.fetchId)
  return (await person.get(`/api/account-lists/${started.body.fetchId}`)).body
}
const addressesOf = async (person: Person, { fetchId }: { fetchId: string }) => {
  const { body } = await person.get(`/api/account-lists/${fetchId}/accounts?from=0`)
  const listed: { email?: string; from_email?: string }[] = body.instantly ?? body.smartlead
  return listed.map(({ email, from_email }) => email ?? from_email).sort()
}

test.each([
  ['a text', { text: ' acme ', tags: [] }, '', [...emails, others[1]]],
  ['a text on some domains', { text: 'acme', tags: [] }, 'tryacme.com', emails.slice(2)],
  ['a tag', { text: '', tags: [spring] }, '', [emails[0], others[0]]],
  ['one of two tags', { text: '', tags: [spring, autumn] }, '', [emails[0], emails[3], others[0]]],
  ['a text and a tag', { text: 'acme', tags: [spring] }, '', [emails[0]]],
])('a list is narrowed to %s by Instantly itself', async (_, narrowing, domains, expected) => {
  const person = await world.customer()
  const list = await load(person, { narrowing, domains })
  expect(list).toMatchObject({
    status: 'loaded',
    narrowing: { ...narrowing, text: narrowing.text.trim() },
    found: expected.length,
  })
  // What was not searched for was not read.
  expect(list.read).toBeLessThan(emails.length + others.length)
  expect(await addressesOf(person, list)).toEqual([...expected].sort())
})

test('Smartlead narrows a list to a text in usernames, and tells how many it has with it', async () => {
  const person = await world.customer()
  const narrowing = { text: 'acme', tags: [] }
  const list = await load(person, { tool: 'smartlead', narrowing, domains: 'tryacme.com' })
  expect(list).toMatchObject({ status: 'loaded', narrowing, found: 2, total: 5, read: 5 })
  expect(await addressesOf(person, list)).toEqual(emails.slice(2))
})

test('a narrowed list is another than the whole one, is found after a reload, and is updated like it', async () => {
  const person = await world.customer()
  const whole = await load(person, { domains: 'mail-acme.com, tryacme.com' })
  const narrowed = await load(person, { narrowing: { text: '', tags: [autumn] } })
  expect((await person.get('/api/account-lists?tool=instantly')).body.lists).toEqual([narrowed, whole])
  expect([whole.narrowing, whole.found, narrowed.found]).toEqual([undefined, 4, 1])
  const started = await person.post('/api/instantly', {
    operation: 'update-accounts',
    api_key,
    fetchId: narrowed.fetchId,
    leftOut: '',
    daily_limit: 17,
  })
  await createBulkJobRunner(deps).run(started.body.jobId)
  expect((await person.get(`/api/jobs/${started.body.jobId}`)).body).toMatchObject({ total: 1, confirmed: 1 })
})

test('a search without a find says what was searched for', async () => {
  const person = await world.customer()
  const narrowing = { text: 'nobody', tags: [spring, autumn] }
  expect(await load(person, { narrowing, domains: 'tryacme.com' })).toMatchObject({
    status: 'failed',
    message: expect.stringMatching(
      /^Instantly has no accounts with “nobody”, tagged “spring” or “autumn” on tryacme\.com\. Please check what you searched for/,
    ),
  })
})

test('tags to choose from are read from Instantly, and what it refuses is told', async () => {
  const person = await world.customer()
  const tags = (body: object) => person.post('/api/account-lists/tags', { tool: 'instantly', ...body })
  expect(await tags({ api_key })).toMatchObject({
    status: 200,
    body: { tags: [spring, autumn], hasMore: false },
  })
  expect(await tags({ api_key: 'badkey-narrowed-lists-0123456789' })).toMatchObject({
    status: 422,
    body: { message: expect.stringMatching(/^Instantly refused the credentials/) },
  })
})

test('a way in without a search of its own is asked for none', async () => {
  const person = await world.customer()
  const cookie = { api_key: undefined, cookie: 'a-session', org_auth: demoInstantly.orgAuth }
  const text = { text: 'acme', tags: [] }
  const refused = { status: 422, body: { message: loadedListMessages.cannotNarrow } }
  for (const more of [
    { ...cookie, narrowing: text },
    { tool: 'smartlead', api_key: undefined, token: 'a-token', narrowing: text },
    { tool: 'smartlead', narrowing: { text: '', tags: [spring] } },
  ])
    expect(
      await person.post('/api/account-lists', {
        tool: 'instantly',
        api_key,
        domains: 'tryacme.com',
        ...more,
      }),
    ).toMatchObject(refused)
  expect(await person.post('/api/account-lists/tags', { tool: 'instantly', ...cookie })).toMatchObject(
    refused,
  )
  expect(await person.post('/api/account-lists/tags', { tool: 'smartlead', api_key })).toMatchObject(refused)
})

test('a search is bounded, and a list without one needs a domain', async () => {
  const person = await world.customer()
  const refusals = [
    undefined,
    notNarrowed,
    { text: ' \u200b ', tags: [] },
    { text: 'a'.repeat(101), tags: [] },
    { text: '', tags: Array.from({ length: 21 }, () => spring) },
    { text: '', tags: [{ ...spring, id: `${spring.id},${autumn.id}` }] },
    { text: '', tags: [{ ...spring, label: 'a'.repeat(101) }] },
  ]
  for (const narrowing of refusals)
    expect(
      await person.post('/api/account-lists', { tool: 'instantly', api_key, domains: '', narrowing }),
    ).toMatchObject({ status: 400 })
  expect(await db.select().from(bulkFetches).where(eq(bulkFetches.customerId, person.id))).toEqual([])
})
