import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bulkFetches } from '#base/db/schema/index.ts'
import { addInstantlySenders } from '#tests/server/instantly-senders.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { bulkJobMessages } from '../rules/bulk-job.ts'

const world = await createTestWorld()
const { deps, sandbox } = world
const { db } = deps

const domain = 'fetched.com'
const emails = ['a', 'b', 'c'].map((name) => `${name}@${domain}`)
const apiKey = 'fetched-test-key-0123456789abcdef'
const otherKey = 'another-test-key-0123456789abcdef'
await addInstantlySenders(sandbox, apiKey, emails)
await addInstantlySenders(sandbox, otherKey, [`d@${domain}`])

type Person = Awaited<ReturnType<typeof world.customer>>
const fetchBy = async (person: Person, api_key = apiKey) =>
  (
    await person.post('/api/instantly', {
      operation: 'fetch-accounts',
      api_key,
      domain_search: domain,
    })
  ).body
const enable = (person: Person, more: object) =>
  person.post('/api/instantly', { operation: 'enable-warmup', api_key: apiKey, emails, ...more })
const refused = { status: 422, body: { message: bulkJobMessages.fetchAgain } }

test('an update that names its search changes what that found, and one that names none is taken as before', async () => {
  const person = await world.customer()
  const { fetchId, pace } = await fetchBy(person)
  expect(pace).toMatchObject({ allowedPerMinute: 6_000 })
  const named = await enable(person, { fetchId })
  expect(named.status).toBe(200)
  await person.post(`/api/jobs/${named.body.jobId}/cancel`)
  const unnamed = await enable(person, {})
  expect(unnamed.status).toBe(200)
})

test('an update is refused that names a search of someone else, of other credentials, or that found other accounts', async () => {
  const person = await world.customer()
  const stranger = await world.customer()
  const theirs = await fetchBy(stranger)
  expect(await enable(person, { fetchId: theirs.fetchId })).toMatchObject(refused)
  const other = await fetchBy(person, otherKey)
  expect(await enable(person, { fetchId: other.fetchId })).toMatchObject(refused)
  const own = await fetchBy(person)
  expect(await enable(person, { fetchId: own.fetchId, emails: [...emails, `d@${domain}`] })).toMatchObject(
    refused,
  )
  expect(await enable(person, { fetchId: 'bft_none' })).toMatchObject(refused)
  expect(await enable(person, { fetchId: own.fetchId, emails: [emails[0]] })).toMatchObject({ status: 200 })
})

test('an update is refused that names a search of long ago', async () => {
  const person = await world.customer()
  const { fetchId } = await fetchBy(person)
  await db
    .update(bulkFetches)
    .set({ createdAt: new Date(Date.now() - 7 * 3_600_000) })
    .where(eq(bulkFetches.id, fetchId))
  expect(await enable(person, { fetchId })).toMatchObject(refused)
})

test('the latest searches of a customer are kept, and hold nothing of the credentials', async () => {
  const person = await world.customer()
  const ids: string[] = []
  for (let at = 0; at < 7; at++) ids.push((await fetchBy(person)).fetchId)
  const rows = await db.select().from(bulkFetches).where(eq(bulkFetches.customerId, person.id))
  expect(rows.map(({ id }) => id).toSorted()).toEqual(ids.slice(-5).toSorted())
  expect(JSON.stringify(rows)).not.toContain(apiKey)
})
