import { eq, inArray, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { alertWatches, auditLog, domainNames, providerAccounts } from '#base/db/schema/index.ts'
import { addProviderAccount } from '#features/capacity/server/hosts/add-account.ts'
import { createAccountsAtHosts } from '#tests/server/another-account.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { freshName } from '#tests/server/place-order.ts'
import { joinedStaff } from '#tests/server/staff.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { runMoves } from './run-moves.ts'

const world = await createTestWorld()
const { deps, customer, sandbox } = world
const { db } = deps
const owner = await customer()
const tess = await joinedStaff(world, 'technician')
const reader = await joinedStaff(world, 'reader')
const secondId = await addProviderAccount(deps, {
  vendor: 'microsoft',
  label: 'second',
  credentials: createAccountsAtHosts(sandbox).microsoft,
  capacity: { domains: 3, mailboxes: 50_000, dailyRecipients: 1_000_000 },
  state: 'open',
})
const [main] = await db.select().from(providerAccounts).where(eq(providerAccounts.label, 'main'))

/** Paid and placed, and nothing made yet. */
async function placed(count: number) {
  const names = Array.from({ length: count }, freshName)
  const { domains } = await createPaidOrder(deps, {
    customerId: owner.id,
    tool: 'other',
    mailboxesPerDomain: 2,
    names: { azure: names },
  })
  await db
    .update(domainNames)
    .set({ providerAccountId: main?.id ?? null })
    .where(inArray(domainNames.name, names))
  return domains
}
const placeOf = async (name: string) =>
  (await db.select().from(domainNames).where(eq(domainNames.name, name)))[0]?.providerAccountId
const begin = (ids: string[], more: object = {}) =>
  tess.post('/api/operator/domains/move', { ids, account: secondId, ...more })
const read = async (moveId: string) => (await reader.get(`/api/operator/domain-moves/${moveId}`)).body
/** Begun and done, as a worker does it. */
async function move(ids: string[]) {
  const { moveId } = (await begin(ids)).body
  await runMoves(deps)
  return read(moveId)
}

test('those that may be are moved together, and what stays says why', async () => {
  const all = await placed(6)
  const [one, two, stands, worked, last, tooMany] = all.map(({ name }) => name)
  const set = (name: string | undefined, values: object) =>
    db
      .update(domainNames)
      .set(values)
      .where(eq(domainNames.name, name ?? ''))
  await set(stands, { facts: { verified: { at: '' } } })
  await set(worked, { leaseUntil: sql`now() + interval '1 minute'` })
  const body = await move(all.map(({ id }) => id))
  expect(body).toMatchObject({ state: 'done', domains: 6, moved: 3 })
  expect(body.message).toBe('3 domains placed at second, 3 domains left where they are.')
  expect(body.stay.map(({ name, why }: { name: string; why: string }) => [name, why])).toEqual([
    [stands, expect.stringContaining('stands at its host already')],
    [worked, expect.stringContaining('worked on')],
    [tooMany, 'second has no room for it.'],
  ])
  for (const name of [one, two, last]) expect(await placeOf(name ?? '')).toBe(secondId)
  for (const name of [stands, worked, tooMany]) expect(await placeOf(name ?? '')).toBe(main?.id)
  const noted = await db.select().from(auditLog).where(eq(auditLog.action, 'domain.moved'))
  expect(noted.map(({ userId }) => userId)).toEqual(Array(3).fill(tess.id))
  // Given again it does nothing twice.
  const again = await move(all.slice(0, 2).map(({ id }) => id))
  expect(again).toMatchObject({ moved: 0, message: 'No domain was moved.' })
})

test('before a move it says which go, as long as there is room, and why the others stay', async () => {
  await db.update(providerAccounts).set({ capacityDomains: 5 }).where(eq(providerAccounts.id, secondId))
  const all = await placed(6)
  const [stands, entered, ...others] = all.map(({ name }) => name)
  const set = (name: string | undefined, facts: Record<string, unknown>) =>
    db
      .update(domainNames)
      .set({ facts })
      .where(eq(domainNames.name, name ?? ''))
  const host = { accountId: main?.id, at: '' }
  const entry = { host, addedTo: { accountIds: [main?.id], at: '' }, verification: { at: '' } }
  await set(stands, { ...entry, delegation: { at: '', seen: [], ok: true } })
  await set(entered, { ...entry, delegation: { at: '', seen: ['ns1.else.example'], ok: false } })
  const ids = all.map(({ id }) => id)
  const plan = () => tess.post('/api/operator/domains/move/plan', { ids, account: secondId })
  const { body } = await plan()
  expect(body).toEqual({
    ids: all.slice(1, 3).map(({ id }) => id),
    stay: [
      { why: expect.stringContaining('stands at its host already'), domains: 1, first: [stands] },
      { why: 'second has no room for it.', domains: 3, first: others.slice(1) },
    ],
  })
  expect(await placeOf(entered ?? '')).toBe(main?.id)
  // What was said is what is done.
  expect(await move(body.ids)).toMatchObject({ moved: 2, stay: [] })
  const [row] = await db
    .select()
    .from(domainNames)
    .where(eq(domainNames.name, entered ?? ''))
  expect(row).toMatchObject({ providerAccountId: secondId, facts: { addedTo: { accountIds: [main?.id] } } })
  expect(row?.facts).not.toHaveProperty('verification')
  expect((await plan()).body).toMatchObject({
    ids: [],
    stay: [{ domains: 1 }, { why: 'It is placed at second already.', domains: 2 }, { domains: 3 }],
  })
  expect((await reader.post('/api/operator/domains/move/plan', { ids, account: secondId })).status).toBe(403)
  expect((await tess.post('/api/operator/domains/move/plan', { ids, account: 'acc_none' })).status).toBe(404)
})

test('it is stopped between two domains, and what was moved stays there', async () => {
  await db.update(providerAccounts).set({ capacityDomains: 50 }).where(eq(providerAccounts.id, secondId))
  const all = await placed(4)
  const { moveId } = (await begin(all.map(({ id }) => id))).body
  expect(await read(moveId)).toMatchObject({ state: 'moving', domains: 4, moved: 0, stay: [] })
  // A worker that ends after the second one.
  const ending = new AbortController()
  const queue: typeof deps.queue = {
    ...deps.queue,
    add: async (...args) => {
      await deps.queue.add(...args)
      if (++added === 2) ending.abort()
    },
  }
  let added = 0
  await runMoves({ db, queue }, { signal: ending.signal })
  expect(await read(moveId)).toMatchObject({ state: 'moving', moved: 2 })
  expect((await reader.post(`/api/operator/domain-moves/${moveId}/stop`, {})).status).toBe(403)
  expect((await tess.post(`/api/operator/domain-moves/${moveId}/stop`, {})).status).toBe(200)
  await runMoves(deps)
  expect(await read(moveId)).toMatchObject({
    state: 'stopped',
    moved: 2,
    message: '2 domains placed at second. Stopped before 2 others, which stay where they are.',
  })
  expect(await Promise.all(all.map(({ name }) => placeOf(name)))).toEqual([
    secondId,
    secondId,
    main?.id,
    main?.id,
  ])
})

test('one that meets an error is tried again, and holds up neither its own move nor another', async () => {
  const [first, second, third] = await placed(3)
  const { moveId } = (await begin([first?.id ?? '', second?.id ?? ''])).body
  const { moveId: next } = (await begin([third?.id ?? ''])).body
  const queue: typeof deps.queue = {
    ...deps.queue,
    add: (...args) => (++added === 1 ? Promise.reject(new Error('gone')) : deps.queue.add(...args)),
  }
  let added = 0
  await expect(runMoves({ db, queue })).rejects.toThrow('gone')
  expect(await read(moveId)).toMatchObject({ state: 'moving', moved: 1 })
  expect(await read(next)).toMatchObject({ state: 'done', moved: 1 })
  await runMoves(deps)
  expect(await read(moveId)).toMatchObject({ state: 'done', moved: 2 })
})

test('who begins and who stops a move is in the log, and a stop that comes too late says so', async () => {
  const [one] = await placed(1)
  const { moveId } = (await begin([one?.id ?? ''])).body
  const stop = () => tess.post(`/api/operator/domain-moves/${moveId}/stop`, {})
  expect((await stop()).body.message).toBe('Stopped. What was moved stays there.')
  expect((await stop()).body.message).toBe('It was over already: nothing was left to stop.')
  const noted = await db.select().from(auditLog).where(eq(auditLog.subject, moveId))
  expect(noted.map(({ action }) => action).sort()).toEqual(['move.begun', 'move.stopped'])
})

test('several workers move each domain once', async () => {
  const all = await placed(8)
  const { moveId } = (await begin(all.map(({ id }) => id))).body
  await Promise.all([runMoves(deps), runMoves(deps), runMoves(deps)])
  await runMoves(deps)
  expect(await read(moveId)).toMatchObject({ state: 'done', moved: 8, stay: [] })
})

test('many need their number typed, and who only reads moves none', async () => {
  const ids = Array.from({ length: 51 }, (_, n) => `dom_none${n}`)
  expect(await begin(ids)).toMatchObject({ status: 400, body: { message: expect.stringContaining('51') } })
  expect(await begin(ids, { word: '51' })).toMatchObject({
    status: 404,
    body: { message: 'There is no such domain.' },
  })
  const asked = await reader.post('/api/operator/domains/move', { ids, account: secondId })
  expect(asked.status).toBe(403)
  expect((await reader.get('/api/operator/domain-moves/mov_none')).status).toBe(404)
  expect((await tess.post('/api/operator/domain-moves/mov_none/stop', {})).status).toBe(404)
})

test('nothing is moved into a tenant that its host refuses as a whole, no page offers it, and the pages of its domains say so', async () => {
  const [one] = await placed(1)
  const id = one?.id ?? ''
  const targets = async () => {
    const { move } = (await tess.get(`/api/operator/domains/${id}`)).body
    return move.targets.map(({ label }: { label: string }) => label)
  }
  const stateOf = async () => {
    const { accounts } = (await reader.get('/api/operator/capacity')).body
    return accounts.find((account: { id: string }) => account.id === secondId)
  }
  expect(await targets()).toContain('second')
  expect(await stateOf()).toMatchObject({ state: 'open' })
  const refused = { refusedAt: new Date(), refusedSince: new Date(), refusedCode: '5.7.708' } as const
  await db.insert(alertWatches).values({ accountId: secondId, askedAt: new Date(), ...refused })
  const accused = async () => (await reader.get(`/api/operator/domains/${id}`)).body.accusations
  expect(await accused()).toEqual([])
  const body = await move([id])
  expect(body).toMatchObject({ moved: 0, stay: [{ why: expect.stringContaining('Microsoft holds back') }] })
  expect(await targets()).not.toContain('second')
  expect(await stateOf()).toMatchObject({
    state: 'held',
    left: { unknown: 'it is held back by its host and takes nothing new' },
  })
  await db.update(alertWatches).set({ refusedAt: null })
  expect(await move([id])).toMatchObject({ moved: 1 })
  // The page of one that stands there says so, to everybody.
  await db.update(alertWatches).set(refused)
  expect(await accused()).toEqual([
    {
      what: expect.stringContaining('Microsoft refuses outgoing email of the tenant second'),
      since: expect.stringMatching(/^20/),
    },
  ])
  await db.update(alertWatches).set({ refusedAt: null })
})

test('of two moves of the same domains that begin at once one begins, and a domain under way is not moved alone', async () => {
  const all = await placed(3)
  const ids = all.map(({ id }) => id)
  const begun = await Promise.all([begin(ids), begin(ids.toReversed()), begin(ids.slice(1))])
  expect(begun.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  const { moveId } = begun.find(({ status }) => status === 200)?.body ?? {}
  const inIt = moveId && (await read(moveId)).domains
  const one = inIt === 3 ? ids[0] : ids[1]
  const alone = () => tess.post(`/api/operator/domains/${one}/move`, { account: secondId })
  expect(await alone()).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/being moved already/) },
  })
  expect(await placeOf(all.find(({ id }) => id === one)?.name ?? '')).toBe(main?.id)
  await tess.post(`/api/operator/domain-moves/${moveId}/stop`, {})
  expect(await alone()).toMatchObject({ status: 200, body: { message: 'Placed at second.' } })
})

test('what is under way is named at both accounts to everybody, and not begun a second time', async () => {
  const all = await placed(2)
  const ids = all.map(({ id }) => id)
  const { moveId } = (await begin(ids)).body
  const movesAt = async (id = '') => (await reader.get(`/api/operator/capacity/${id}`)).body.moves
  for (const id of [main?.id, secondId])
    expect(await movesAt(id)).toEqual([{ id: moveId, to: 'second', domains: 2, done: 0 }])
  const again = await begin(ids.slice(1))
  expect(again).toMatchObject({ status: 409 })
  expect(again.body.message).toMatch(/^1 of these domains is being moved already\. /)
  await runMoves(deps)
  expect(await read(moveId)).toMatchObject({ state: 'done', moved: 2 })
  expect(await movesAt(secondId)).toEqual([])
  expect((await begin(ids)).status).toBe(200)
})
