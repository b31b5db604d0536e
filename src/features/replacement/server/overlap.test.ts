import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  auditLog,
  domainEvents,
  domainHealth,
  domainNames,
  domains,
  mailboxes,
  providerAccounts,
} from '#base/db/schema/index.ts'
import { required } from '#base/text/required.ts'
import { accountUse } from '#delivery/provisioning/placement.ts'
import { answerWorkItems } from '#delivery/provisioning/testing/operator-robot.ts'
import { reconcileUntilDone as untilDone } from '#delivery/provisioning/testing/reconcile-until-done.ts'
import { newHealth } from '#features/health/rules/memory.ts'
import { actOnDecisions } from '#features/health/server/acts/act-on-decisions.ts'
import { readersWithNews } from '#features/health/server/tell/readers.ts'
import { type ListedDomain, listOrders } from '#features/orders/api/orders.ts'
import { buildUsernameUpdate } from '#features/people/rules/username-update.ts'
import { peopleBasis } from '#tests/server/based-on.ts'
import { manageOrders } from '#tests/server/managed-orders.ts'
import { ownNames } from '#tests/server/own-names.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { freshName } from '#tests/server/place-order.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import type { InstantlyAccount } from '#vendors/instantly/simulator/state.ts'
import { overlapSentences } from '../rules/overlap.ts'
import { sweepOverlaps } from './sweep-overlaps.ts'

const world = await createTestWorld()
const { deps, sandbox } = world
const { db } = deps
const { domainRow, agree } = manageOrders(world, { beside: 'customer and order' })
const { point, ownName } = ownNames(world)
const accounts = sandbox.store.collection<InstantlyAccount>('instantly.accounts')

const reconcileUntilDone = (name: string) =>
  untilDone(world, name, { ends: ['done', 'nothing'], meanwhile: () => answerWorkItems(deps, sandbox) })

/** A delivered domain with four mailboxes in Instantly. */
async function order() {
  const person = await world.customer()
  const old = freshName()
  const { bundleId } = await createPaidOrder(deps, {
    customerId: person.id,
    tool: 'instantly',
    names: { azure: [old] },
    mailboxesPerDomain: 4,
  })
  await reconcileUntilDone(old)
  return { person, old, groupId: bundleId }
}
type Person = Awaited<ReturnType<typeof order>>['person']
const replace = (person: Person, originalDomain: string, newDomain: string, overlap?: boolean) =>
  person.post('/api/domains/replace', [{ originalDomain, newDomain, isUserAdded: true, overlap }])
const endOverlap = (person: Person, domain: string) => person.post('/api/domains/end-overlap', { domain })
const shown = async (person: Person, groupId: string, name: string) =>
  (await person.get(`/api/orders/groups/${groupId}`)).body.domains.find(
    ({ domain }: { domain: string }) => domain === name,
  )
const listed = async (person: Person, name: string): Promise<ListedDomain | undefined> => {
  const { orders } = listOrders.response.parse((await person.get('/api/orders')).body)
  return orders.flatMap(({ domains }) => domains).find(({ domain }) => domain === name)
}
const told = async (name: string) =>
  (await db.select().from(domainEvents).where(eq(domainEvents.name, name)).orderBy(domainEvents.id)).map(
    ({ sentence }) => sentence,
  )
const limits = (name: string) =>
  accounts
    .entries()
    .filter(({ id }) => id.endsWith(`@${name}`))
    .map(({ value }) => value.dailyLimit)
const setLimits = (name: string, dailyLimit: number) => {
  for (const { id, value } of accounts.entries())
    if (id.endsWith(`@${name}`)) accounts.put(id, { ...value, dailyLimit }, value.workspaceId)
}

/** Whether something is wanted of a name that its reconciler has not done yet. */
const isAsked = async (name: string) => {
  const [row] = await db.select().from(domainNames).where(eq(domainNames.name, name))
  return row?.wantedRev !== row?.doneRev
}

async function delivered(name: string) {
  await world.reconcile(name)
  await point(name, deps.config.nameServers)
  await reconcileUntilDone(name)
  expect(await domainRow(name)).toMatchObject({ want: 'run', status: 'done' })
}

/** As if so many days had gone by since the new one was delivered. */
async function afterDays(name: string, days: number) {
  await db
    .update(domains)
    .set({ fallingSince: sql`now() - make_interval(days => ${days}, secs => 5)` })
    .where(and(eq(domains.name, name), sql`${domains.fallingSince} is not null`))
  await sweepOverlaps(deps)
  await reconcileUntilDone(name)
}

/** As if looks had decided that it rests, by a gate: a blocklist's, or what its account is accused of. */
async function gated(domainId: string, customerId: string, by: 'blocklist' | 'ban' = 'blocklist') {
  const gate = {
    ...{ code: by, source: by === 'ban' ? 'alerts' : 'dbl', verdict: 'bad', gate: 'rest', points: 60 },
    ...{ evidence: 'Listed.', observedAt: Date.now(), ...(by === 'ban' && { unit: 'tenant' }) },
  }
  await db.insert(domainHealth).values({ domainId, customerId }).onConflictDoNothing()
  await db
    .update(domainHealth)
    .set({
      state: 'rest',
      signals: [gate] as never,
      memory: { ...newHealth(Date.now()), state: 'rest', restCause: by },
    })
    .where(eq(domainHealth.domainId, domainId))
}

/** A delivered domain, and one that takes its place with an overlap, delivered too. */
async function falling() {
  const held = await order()
  setLimits(held.old, 28)
  const fresh = await ownName()
  expect((await replace(held.person, held.old, fresh, true)).status).toBe(200)
  await delivered(fresh)
  return { ...held, fresh }
}

test('an old domain sends less each day for two weeks, receives for thirty days, and is then taken down', async () => {
  const { person, groupId, old, fresh } = await falling()
  expect(await domainRow(old)).toMatchObject({ want: 'run', status: 'done', fallShare: null })
  expect(limits(old)).not.toContain(0)
  expect((await told(old)).at(-1)).toBe(
    `Replaced by ${fresh}. Sends less each day and no cold mail after 14 days; receives replies for 30 days`,
  )
  const since = required((await domainRow(old))?.fallingSince, 'since when it falls').getTime()
  const inDays = (days: number) => new Date(since + days * 86_400_000).toISOString()
  expect(await shown(person, groupId, old)).toMatchObject({
    replacementOrdered: true,
    replacedBy: fresh,
    overlap: { share: 100, leastMail: 'no cold mail', fallsUntil: inDays(14), receivesUntil: inDays(30) },
  })
  expect(await listed(person, old)).toMatchObject({
    replacementOrdered: true,
    receivesUntil: `${inDays(30).slice(0, 16)}Z`,
  })
  // Both run in one place.
  const { orders, summary } = listOrders.response.parse((await person.get('/api/orders')).body)
  expect(orders[0]?.domains.map(({ domain }) => domain)).toEqual([old, fresh])
  expect(summary).toMatchObject({ totalDomains: 1, inboxCount: 50 })

  await afterDays(old, 7)
  expect(new Set(limits(old))).toEqual(new Set([14]))
  expect(await shown(person, groupId, old)).toMatchObject({ overlap: { share: 50 } })
  await afterDays(old, 14)
  expect(new Set(limits(old))).toEqual(new Set([0]))
  await afterDays(old, 29)
  expect(await domainRow(old)).toMatchObject({ want: 'run' })
  // It still takes its seats.
  const [atHost] = await db.select().from(mailboxes).where(eq(mailboxes.name, old))
  expect(atHost).toMatchObject({ want: 'active', hostState: 'active' })

  await afterDays(old, 30)
  expect(await domainRow(old)).toMatchObject({ want: 'retire', status: 'cancelled' })
  expect(limits(old)).toEqual([])
  expect(await shown(person, groupId, old)).toMatchObject({ overlap: null })
  expect((await listed(person, old))?.receivesUntil).toBeUndefined()
  expect((await told(old)).some((sentence) => sentence.startsWith('The overlap is over'))).toBe(true)
  await agree(old)
  await agree(fresh)
})

test('where a gate of its health demands it, an old one sends nothing at once and still receives', async () => {
  const { person, old } = await falling()
  const { id, customerId } = required(await domainRow(old), old)
  await gated(id, customerId)
  await sweepOverlaps(deps)
  await reconcileUntilDone(old)
  expect(new Set(limits(old))).toEqual(new Set([0]))
  expect(await domainRow(old)).toMatchObject({ want: 'run', fallShare: 0 })
  // Nobody is asked to do anything about it, nor written to.
  await db
    .update(domainHealth)
    .set({ trouble: 4, gate: true, told: 0, dueAt: new Date() })
    .where(eq(domainHealth.domainId, id))
  expect((await person.get(`/api/domain-health/${id}`)).body).toMatchObject({
    state: 'rest',
    todo: 'It has been replaced and is on its way out: nothing is to be done about it.',
    takesSpare: false,
    act: null,
  })
  const overview = (await person.get('/api/domain-health/overview')).body
  expect(overview.needs).toEqual([])
  const hasNews = async () => (await readersWithNews(db)).some((reader) => reader.id === person.id)
  expect(await hasNews()).toBe(false)
  // It is this that keeps it from being told.
  const { fallingSince = null } = (await domainRow(old)) ?? {}
  await db.update(domains).set({ fallingSince: null }).where(eq(domains.id, id))
  expect(await hasNews()).toBe(true)
  await db.update(domains).set({ fallingSince }).where(eq(domains.id, id))
  expect(await told(old)).toContain(
    'Sends no cold mail from now on, since its health demands it; still receives replies',
  )
  // What is on its way out is neither rested nor suggested to be.
  await actOnDecisions(deps)
  expect((await told(old)).filter((sentence) => sentence.includes('rest'))).toEqual([])
  // What a gate has lowered does not rise when it clears.
  await db.update(domainHealth).set({ state: 'healthy', signals: [] }).where(eq(domainHealth.domainId, id))
  await afterDays(old, 1)
  expect(new Set(limits(old))).toEqual(new Set([0]))
})

test('what its account is accused of stops an old one only once nothing is left to be read of that account', async () => {
  const { old } = await falling()
  const { id, customerId } = required(await domainRow(old), old)
  await gated(id, customerId, 'ban')
  const dueAt = (at: Date) => db.update(domainHealth).set({ dueAt: at }).where(eq(domainHealth.domainId, id))
  await dueAt(new Date(0))
  await sweepOverlaps(deps)
  expect((await domainRow(old))?.fallShare).not.toBe(0)
  await dueAt(new Date())
  await sweepOverlaps(deps)
  expect((await domainRow(old))?.fallShare).toBe(0)
})

test('of one that is handed over as a file it is said what its customer has to do, and not what it sends', async () => {
  const { person, old, groupId } = await order()
  await db.execute(sql`update tool_connections set kind = 'other'
    where id = (select connection_id from bundles where id = ${groupId})`)
  const fresh = await ownName()
  await replace(person, old, fresh, true)
  await world.reconcile(fresh)
  await point(fresh, deps.config.nameServers)
  await reconcileUntilDone(fresh)
  expect((await told(old)).at(-1)).toBe(
    `Replaced by ${fresh}. It is handed over as a file, so what it sends is yours to set: send less from it each day, and nothing after 14 days; receives replies for 30 days`,
  )
  expect(await shown(person, groupId, old)).toMatchObject({ overlap: { share: null, isStopped: false } })
  expect(await shown(person, groupId, fresh)).toMatchObject({
    keeps: { domain: old, isSpent: false, isInFile: true },
  })
  // A gate that comes later asks for more than a little less each day.
  const { id, customerId } = required(await domainRow(old), old)
  await gated(id, customerId)
  await sweepOverlaps(deps)
  const stopped = overlapSentences.stoppedInFile()
  expect((await told(old)).at(-1)).toBe(stopped)
  expect(await shown(person, groupId, old)).toMatchObject({ overlap: { share: null, isStopped: true } })
  await sweepOverlaps(deps)
  expect((await told(old)).filter((sentence) => sentence === stopped)).toHaveLength(1)
})

test('of a file nothing is to be sent any more once its two weeks are over, also before the next round', async () => {
  const { person, old, groupId } = await falling()
  await db.execute(sql`update tool_connections set kind = 'other'
    where id = (select connection_id from bundles where id = ${groupId})`)
  await db
    .update(domains)
    .set({ fallingSince: sql`now() - interval '14 days'`, fallShare: 7 })
    .where(eq(domains.name, old))
  expect(await shown(person, groupId, old)).toMatchObject({ overlap: { share: null, isStopped: true } })
})

test('an overlap is ended at any time, and called off before it begins; then nothing is left to end', async () => {
  const { person, groupId, old } = await falling()
  expect((await endOverlap(person, old)).body).toEqual({
    success: true,
    message: `${old} is being taken down.`,
  })
  expect(await domainRow(old)).toMatchObject({ want: 'retire' })
  await reconcileUntilDone(old)
  await agree(old)
  const [noted] = await db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.subject, groupId), eq(auditLog.action, 'domain.overlap_ended')))
  expect(noted).toMatchObject({ actor: 'customer', data: { names: [old] } })

  const { old: before, ...second } = await order()
  const fresh = await ownName()
  await replace(second.person, before, fresh, true)
  expect(await shown(second.person, second.groupId, before)).toMatchObject({
    overlap: { share: 100, fallsUntil: null, receivesUntil: null },
  })
  expect((await endOverlap(second.person, before)).body.message).toBe(
    `${before} goes once its replacement is delivered.`,
  )
  expect((await endOverlap(second.person, before)).status).toBe(409)
  await delivered(fresh)
  expect(await domainRow(before)).toMatchObject({ want: 'retire' })
  expect((await endOverlap(second.person, before)).status).toBe(404)
})

test('during the overlap the old one may be kept after all: it sends as before, and the new one is taken down', async () => {
  const { person, groupId, old, fresh } = await falling()
  await afterDays(old, 7)
  expect(await shown(person, groupId, fresh)).toMatchObject({ keeps: { domain: old, isSpent: false } })
  expect((await person.post('/api/domains/take-back-replacement', { domain: fresh })).body.message).toBe(
    `${old} is kept.`,
  )
  // Nobody else would put its limits back.
  expect(await isAsked(old)).toBe(true)
  await reconcileUntilDone(old)
  await reconcileUntilDone(fresh)
  expect(await isAsked(old)).toBe(false)
  expect(new Set(limits(old))).toEqual(new Set([28]))
  expect(await domainRow(old)).toMatchObject({ want: 'run', replacedAt: null, fallingSince: null })
  expect(await domainRow(fresh)).toMatchObject({ want: 'retire' })
  expect(await listed(person, fresh)).toMatchObject({ givenUp: 'taken back' })
  await agree(fresh)
})

test('a place has one overlap at a time: a second is refused with what to do, and at once it is possible', async () => {
  const { person, old, fresh } = await falling()
  const next = await ownName()
  const refused = await replace(person, fresh, next, true)
  expect(refused.status).toBe(409)
  expect(refused.body.message).toBe(
    `${fresh} cannot be replaced with an overlap yet: ${old}, which it replaced, still receives replies. End that overlap first, or replace ${fresh} at once.`,
  )
  expect((await replace(person, fresh, next)).status).toBe(200)
  await delivered(next)
  expect(await domainRow(fresh)).toMatchObject({ want: 'retire' })
  // What was promised of the first one holds.
  expect(await domainRow(old)).toMatchObject({ want: 'run' })
  await afterDays(old, 14)
  expect(new Set(limits(old))).toEqual(new Set([0]))
})

test('of replacements in a row what was chosen for the one that served counts, and delivering anew changes nothing', async () => {
  const { person, groupId, old } = await order()
  const [mistyped, fresh] = [await ownName(), await ownName()]
  await replace(person, old, mistyped, true)
  await replace(person, mistyped, fresh)
  await delivered(fresh)
  expect(await domainRow(old)).toMatchObject({ want: 'run', fallingSince: expect.any(Date) })
  const since = (await domainRow(old))?.fallingSince
  await db.update(domains).set({ withOverlap: false }).where(eq(domains.name, fresh))
  const changed = await person.post(
    '/api/users/update-username',
    buildUsernameUpdate(
      [{ firstName: 'Mia', lastName: 'Lind' }],
      [{ domain: fresh, domainType: 'Azure' }],
      await peopleBasis(person, groupId),
    ),
  )
  // What only receives replies keeps the people that it has, and is not counted.
  expect(changed).toMatchObject({ status: 200, body: { domainCount: 1 } })
  await reconcileUntilDone(fresh)
  await reconcileUntilDone(old)
  expect(await domainRow(old)).toMatchObject({ want: 'run', fallingSince: since })
  const { mailboxes: listed } = (await person.get(`/api/mailboxes?domain=${old}`)).body
  const { address, personId } = listed[0]
  expect((await person.post('/api/mailboxes/swap', { address, personId })).status).toBe(409)
  // Replies come to the addresses that have written: the old ones stay as they are.
  const rows = await db.select().from(mailboxes).where(eq(mailboxes.name, old))
  expect(rows.every(({ want }) => want === 'active')).toBe(true)

  // Kept after all it is one of its order again, and has the people of it.
  expect((await person.post('/api/domains/take-back-replacement', { domain: fresh })).status).toBe(200)
  const people = async (name: string) =>
    (
      await db
        .select()
        .from(mailboxes)
        .where(and(eq(mailboxes.name, name), eq(mailboxes.want, 'active')))
    )
      .map(({ localPart }) => localPart)
      .sort()
  expect(await people(old)).toEqual(await people(fresh))
  expect((await domainRow(old))?.changing).toMatchObject({ what: 'people' })
  await reconcileUntilDone(old)
  await agree(old)
})

test('cancelling takes both down, and only the new one comes back with the order', async () => {
  const { person, groupId, old, fresh } = await falling()
  const cancelled = await person.post('/api/orders/cancel', { groupId, reason: 'pricing' })
  expect(cancelled.status).toBe(200)
  for (const name of [old, fresh]) {
    expect(await domainRow(name)).toMatchObject({ want: 'retire' })
    await reconcileUntilDone(name)
    await agree(name)
  }
  expect(await domainRow(old)).toMatchObject({ replacedAt: expect.any(Date) })
})

/** What an account is counted to hold. */
async function useOf(accountId: string) {
  const [account] = await db.select().from(providerAccounts).where(eq(providerAccounts.id, accountId))
  return accountUse(required(account, 'the account'))
}

test('the seats of an old one are counted until its mailboxes are purged', async () => {
  const { old } = await falling()
  const { rows } = await db.execute<{ id: string }>(
    sql`select provider_account_id as id from domain_names where name = ${old}`,
  )
  const account = required(rows[0], 'its account').id
  const before = await useOf(account)
  await afterDays(old, 30)
  expect(await useOf(account)).toEqual(before)
})
