import { setImmediate } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { bulkFetches, bulkJobAccounts } from '#base/db/schema/index.ts'
import { setCustomerAccess } from '#features/customers/server/customer-access.ts'
import { addInstantlySenders } from '#tests/server/instantly-senders.ts'
import { addSmartleadSenders } from '#tests/server/smartlead-senders.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import type { Vendors } from '#vendors/client/vendors.ts'
import { demoInstantly } from '#vendors/instantly/simulator/demo.ts'
import type { BulkAccount, BulkTool } from '#vendors/ports/bulk-tools.ts'
import { bulkJobMessages } from '../rules/bulk-job.ts'
import { listMax, loadedListMessages } from '../rules/loaded-list.ts'
import { sweepLists } from './end-list.ts'
import { createBulkJobRunner } from './run-bulk-job.ts'
import { runList } from './run-list.ts'

const world = await createTestWorld()
const { deps, sandbox } = world
const { db } = deps
const runner = createBulkJobRunner(deps)

const api_key = 'loaded-lists-key-0123456789abcdef'
const domains = ['first-list.com', 'second-list.com']
// In this order whenever they are made.
const emails = ['a', 'b', 'c', 'd', 'e', 'f'].map((name, at) => `${name}@${domains[at < 3 ? 0 : 1]}`)
await addInstantlySenders(sandbox, api_key, [...emails, 'other@third-list.com'])
await addSmartleadSenders(sandbox, api_key, [...emails, 'other@third-list.com'])

beforeEach(() => sandbox.faults.clear())

type Person = Awaited<ReturnType<typeof world.customer>>
const wish = { tool: 'instantly', api_key, domains: domains.join(', ') }
const start = async (person: Person, more: object = {}) => {
  const started = await person.post('/api/account-lists', { ...wish, ...more })
  expect(started).toMatchObject({ status: 200, body: { status: 'loading' } })
  return started.body.fetchId as string
}
const load = async (person: Person, more: object = {}) => {
  const fetchId = await start(person, more)
  await runList(deps, fetchId)
  return fetchId
}
const watch = async (person: Person, fetchId: string) =>
  (await person.get(`/api/account-lists/${fetchId}`)).body
const change = (fetchId: string, values: object) =>
  db.update(bulkFetches).set(values).where(eq(bulkFetches.id, fetchId))
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

/** A tool whose listing does something else before it answers, or in its place. */
const withListing = (
  listAccounts: (tool: BulkTool, ...input: Parameters<BulkTool['listAccounts']>) => Promise<BulkAccount[]>,
) => {
  const bulkTool: Vendors['bulkTool'] = (access) => {
    const tool = deps.vendors.bulkTool(access)
    return { ...tool, listAccounts: (...input) => listAccounts(tool, ...input) }
  }
  return { ...deps, vendors: { ...deps.vendors, bulkTool } }
}

describe('loading accounts', () => {
  test('continues after the page is closed, counts accounts, and is found after a reload', async () => {
    const person = await world.customer()
    const fetchId = await start(person)
    const found = { fetchId, status: 'loading', domains, read: 0 }
    expect((await person.get('/api/account-lists?tool=instantly')).body.lists).toMatchObject([found])
    await runList(deps, fetchId)
    const loaded = await watch(person, fetchId)
    expect(loaded).toMatchObject({
      status: 'loaded',
      found: 6,
      read: 7,
      message: 'Found 6 accounts.',
      pace: { allowedPerMinute: 6_000 },
    })
    expect((await person.get('/api/account-lists?tool=instantly')).body.lists).toEqual([loaded])
    const { body } = await person.get(`/api/account-lists/${fetchId}/accounts?from=2`)
    expect(body.instantly.map(({ email }: { email: string }) => email)).toEqual(emails.slice(2))
    expect(body.instantly[0]).toMatchObject({
      payload: { name: { first: 'Jane' } },
      current: { warmupOn: false },
    })
  })

  test('of Smartlead tells how many there are altogether, and of none that there are none', async () => {
    const person = await world.customer()
    const fetchId = await load(person, { tool: 'smartlead' })
    expect(await watch(person, fetchId)).toMatchObject({ status: 'loaded', found: 6, total: 7 })
    const { body } = await person.get(`/api/account-lists/${fetchId}/accounts?from=0`)
    expect(body.smartlead.map((each: { from_email: string }) => each.from_email)).toEqual(emails)
    const none = await load(person, { tool: 'smartlead', domains: 'none-here.com' })
    expect(await watch(person, none)).toMatchObject({ status: 'loaded', found: 0, total: 7 })
  })

  test('keeps credentials that have worked when asked to, and holds none once it has ended', async () => {
    const person = await world.customer()
    await load(person, { remember: false })
    expect((await person.get('/api/instantly/credentials')).body.credentials).toBeNull()
    const fetchId = await load(person)
    const { api_key: marker } = (await person.get('/api/instantly/credentials')).body.credentials
    expect(marker).toContain('stored')
    const [row] = await db.select().from(bulkFetches).where(eq(bulkFetches.id, fetchId))
    expect(row).toMatchObject({ credentials: null })
    expect(JSON.stringify(row)).not.toContain(api_key)
    expect(await watch(person, await load(person, { api_key: marker }))).toMatchObject({ status: 'loaded' })
  })

  test('tells what the tool refuses, and of domains without accounts that they have none', async () => {
    const person = await world.customer()
    const old = { api_key: undefined, cookie: 'old', org_auth: demoInstantly.orgAuth }
    expect(await watch(person, await load(person, old))).toMatchObject({
      status: 'failed',
      message: expect.stringMatching(/^Instantly refused the credentials/),
    })
    expect(await watch(person, await load(person, { domains: 'none-here.com' }))).toMatchObject({
      status: 'failed',
      message: expect.stringMatching(/^Instantly has no accounts on none-here\.com\. Please check/),
    })
    expect((await person.get('/api/account-lists?tool=instantly')).body.lists).toEqual([])
  })

  test('makes no further call once it was cancelled', async () => {
    const person = await world.customer()
    const fetchId = await start(person)
    const during = withListing(async (tool, wanted, ctx) => {
      const cancelled = await person.post(`/api/account-lists/${fetchId}/cancel`)
      expect(cancelled.body).toMatchObject({ status: 'cancelled' })
      return tool.listAccounts(wanted, {
        ...ctx,
        beforeCall: async () => {
          // Held up until the worker has noticed, and forbids it.
          for (;;) {
            await ctx?.beforeCall?.()
            await setImmediate()
          }
        },
      })
    })
    await runList(during, fetchId)
    expect(await watch(person, fetchId)).toMatchObject({ status: 'cancelled', found: 0 })
  })

  test('ends ten minutes after a page last asked for it, with a worker or without', async () => {
    const person = await world.customer()
    const watched = await start(person)
    await change(watched, { askedAt: minutesAgo(9), createdAt: minutesAgo(30) })
    const left = await start(person)
    await change(left, { askedAt: minutesAgo(11) })
    await sweepLists(deps)
    const ended = { status: 'cancelled', message: loadedListMessages.unwatched }
    expect(await watch(person, left)).toMatchObject(ended)
    expect(await watch(person, watched)).toMatchObject({ status: 'loading' })
    // The page that has asked now keeps it loading.
    const [row] = await db.select().from(bulkFetches).where(eq(bulkFetches.id, watched))
    expect(row?.askedAt?.getTime()).toBeGreaterThan(minutesAgo(1).getTime())
    await change(watched, { askedAt: minutesAgo(11) })
    await runList(deps, watched)
    expect(await watch(person, watched)).toMatchObject(ended)
  })

  test('is taken over from a worker that died, and from no other', { tags: ['fault-73'] }, async () => {
    const person = await world.customer()
    const fetchId = await start(person)
    await change(fetchId, { workedAt: new Date(), read: 5 })
    await runList(deps, fetchId)
    expect(await watch(person, fetchId)).toMatchObject({ status: 'loading', read: 5 })
    await change(fetchId, { workedAt: minutesAgo(1) })
    await runList(deps, fetchId)
    expect(await watch(person, fetchId)).toMatchObject({ status: 'loaded', read: 7 })
  })

  test('ends with more accounts than an update may change, and says so before anything is ticked', async () => {
    const person = await world.customer()
    const fetchId = await start(person)
    const account = (at: number) =>
      ({ id: `${at}@first-list.com`, email: `${at}@first-list.com` }) as BulkAccount
    const many = withListing(async () => Array.from({ length: listMax + 1 }, (_, at) => account(at)))
    await runList(many, fetchId)
    expect(await watch(person, fetchId)).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('more than 100,000 accounts in this list'),
    })
  })

  test('ends when its customer can no longer sign in', async () => {
    const person = await world.customer()
    const fetchId = await start(person)
    await setCustomerAccess(deps, person.email, 'disabled')
    const [row] = await db.select().from(bulkFetches).where(eq(bulkFetches.id, fetchId))
    expect(row).toMatchObject({
      status: 'cancelled',
      credentials: null,
      message: bulkJobMessages.ownerStopped,
    })
  })
})

describe('an update of a loaded list', () => {
  const accountsOf = async (jobId: string) =>
    (
      await db
        .select({ account: bulkJobAccounts.account })
        .from(bulkJobAccounts)
        .where(eq(bulkJobAccounts.jobId, jobId))
        .orderBy(bulkJobAccounts.position)
    ).map(({ account }) => account)

  test('changes what was not left out of it', async () => {
    const person = await world.customer()
    const fetchId = await load(person)
    const body = { operation: 'update-accounts', api_key, fetchId, leftOut: '0,3-4', daily_limit: 17 }
    const started = await person.post('/api/instantly', body)
    expect(started).toMatchObject({ status: 200, body: { message: 'Update started for 3 accounts.' } })
    await runner.run(started.body.jobId)
    expect(await accountsOf(started.body.jobId)).toEqual([emails[1], emails[2], emails[5]])
    expect((await person.get(`/api/jobs/${started.body.jobId}`)).body).toMatchObject({
      status: 'done',
      confirmed: 3,
    })
  })

  test('gives each name its signature, and leaves the others alone', async () => {
    const person = await world.customer()
    const fetchId = await load(person)
    const body = { operation: 'update-signatures', api_key, fetchId, leftOut: '5' }
    const none = await person.post('/api/instantly', {
      ...body,
      signatures: [{ name: 'Nobody', signature: 'x' }],
    })
    expect(none).toMatchObject({ status: 422, body: { message: 'There is no account in this request' } })
    const signatures = [{ name: 'Jane Doe', signature: '<p>Jane</p>' }]
    const started = await person.post('/api/instantly', { ...body, signatures })
    expect(await accountsOf(started.body.jobId)).toEqual(emails.slice(0, 5))
    await runner.run(started.body.jobId)
    expect((await person.get(`/api/jobs/${started.body.jobId}`)).body).toMatchObject({ confirmed: 5 })
  })

  test('of Smartlead is the same', async () => {
    const person = await world.customer()
    const fetchId = await load(person, { tool: 'smartlead' })
    const body = { api_key, fetchId, leftOut: '1-5', settings: { messagePerDay: 9 } }
    const started = await person.post('/api/smartlead/update-outbound', body)
    expect(started).toMatchObject({ status: 200, body: { message: 'Update started for 1 account.' } })
  })

  test('is refused with other credentials, of someone else, while it loads and when it is old', async () => {
    const person = await world.customer()
    const stranger = await world.customer()
    const fetchId = await load(person)
    const refused = { status: 422, body: { message: bulkJobMessages.fetchAgain } }
    const update = (by: Person, more: object = {}) =>
      by.post('/api/instantly', { operation: 'enable-warmup', api_key, fetchId, leftOut: '', ...more })
    expect(await update(stranger)).toMatchObject(refused)
    expect(await update(person, { api_key: 'another-key-0123456789abcdef' })).toMatchObject(refused)
    expect(await update(person, { fetchId: await start(person) })).toMatchObject(refused)
    expect(await update(person, { leftOut: '0-5' })).toMatchObject({ status: 422 })
    await change(fetchId, { createdAt: minutesAgo(7 * 60) })
    expect(await update(person)).toMatchObject(refused)
  })
})

test('an update of more accounts than one part holds is worked on in parts, and undone as one', {
  timeout: 120_000,
}, async () => {
  const person = await world.customer()
  const count = 10_003
  const accounts = new Map(
    Array.from({ length: count }, (_, at) => [
      `s${at}@first-list.com`,
      {
        id: `s${at}@first-list.com`,
        email: `s${at}@first-list.com`,
        firstName: '',
        lastName: '',
        dailyLimit: 30,
      } as BulkAccount,
    ]),
  )
  const read: number[] = []
  const inMemory = withListing(async () => [...accounts.values()])
  const bulkTool: Vendors['bulkTool'] = (access) => ({
    ...inMemory.vendors.bulkTool(access),
    async readBack(ids) {
      read.push(ids.length)
      return ids.flatMap((id) => accounts.get(id) ?? [])
    },
    async updateSettings(ids, { outbound }, ctx) {
      for (const id of ids) {
        const account = accounts.get(id)
        if (account) accounts.set(id, { ...account, dailyLimit: outbound?.dailyLimit })
        ctx?.onOutcome?.(id, { ok: true, value: undefined })
      }
      return []
    },
  })
  const large = { ...inMemory, vendors: { ...inMemory.vendors, bulkTool } }
  const fetchId = await start(person)
  await runList(large, fetchId)
  const started = await person.post('/api/instantly', {
    operation: 'update-accounts',
    api_key,
    fetchId,
    leftOut: '1',
    daily_limit: 12,
  })
  await createBulkJobRunner(large).run(started.body.jobId)
  const done = { status: 'done', total: count - 1, confirmed: count - 1, failed: 0 }
  expect((await person.get(`/api/jobs/${started.body.jobId}`)).body).toMatchObject(done)
  // Each part is read before it is changed, and after.
  expect(read).toEqual([10_000, 10_000, 2, 2])
  expect([...accounts.values()].filter(({ dailyLimit }) => dailyLimit === 12)).toHaveLength(count - 1)

  // Nor does any answer hold more accounts than one part.
  const resultsFrom = async (jobId: string, from: number) =>
    (await person.get(`/api/jobs/${jobId}/accounts?from=${from}`)).body
  const first = await resultsFrom(started.body.jobId, 0)
  expect(first.accounts).toHaveLength(10_000)
  expect((await resultsFrom(started.body.jobId, 10_000)).accounts).toMatchObject([
    { email: 's10001@first-list.com', before: { dailyLimit: 30 } },
    { email: 's10002@first-list.com' },
  ])

  const undo = await person.post(`/api/jobs/${started.body.jobId}/undo`, { api_key })
  await createBulkJobRunner(large).run(undo.body.jobId)
  expect((await person.get(`/api/jobs/${undo.body.jobId}`)).body).toMatchObject(done)
  expect([...accounts.values()].every(({ dailyLimit }) => dailyLimit === 30)).toBe(true)
  const last = await resultsFrom(undo.body.jobId, 10_001)
  expect(last).toMatchObject({
    wanted: [{ dailyLimit: 30 }],
    accounts: [{ email: 's10002@first-list.com', wanted: 0, before: { dailyLimit: 12 } }],
  })
})

test('lists are forgotten with their accounts', async () => {
  const person = await world.customer()
  const fetchId = await load(person)
  await db.delete(bulkFetches).where(eq(bulkFetches.id, fetchId))
  const { rows } = await db.execute(sql`select 1 from bulk_fetch_accounts where fetch_id = ${fetchId}`)
  expect(rows).toEqual([])
  expect(await person.get(`/api/account-lists/${fetchId}`)).toMatchObject({ status: 404 })
})
