import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { domains } from '#base/db/schema/index.ts'
import { instantly } from '#features/bulk-update/api/bulk-update.ts'
import { loadList } from '#features/bulk-update/api/loaded-lists.ts'
import { createBulkJobRunner } from '#features/bulk-update/server/run-bulk-job.ts'
import { runList } from '#features/bulk-update/server/run-list.ts'
import { buildUsernameUpdate } from '#features/people/rules/username-update.ts'
import { detailsBasisOf, forwardingBasis, peopleBasis } from '#tests/server/based-on.ts'
import { addInstantlySenders } from '#tests/server/instantly-senders.ts'
import { keepAnswer } from '#tests/server/keep-answer.ts'
import { manageOrders } from '#tests/server/managed-orders.ts'
import { ownNames } from '#tests/server/own-names.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { listTasks } from '../api/tasks.ts'

const world = await createTestWorld()
const { deps, sandbox } = world
const { db } = deps
const { paidOrder, reconcileUntilDone } = manageOrders(world)
const { point, ownName } = ownNames(world)

type Person = Awaited<ReturnType<typeof paidOrder>>['person']
const tasksOf = async (person: Person) => {
  const { body } = await person.get(listTasks.path)
  return listTasks.response.parse(body)
}
async function sendElsewhere(person: Person, names: readonly string[], forwardingDomain: string) {
  const basedOn = await forwardingBasis(person)
  const answer = await person.post('/api/domains/update-forwarding', {
    domains: names,
    forwardingDomain,
    basedOn,
  })
  expect(answer.body.success).toBe(true)
}

test('a change of an order is a task until its domains have come to it, for whoever asked for it alone', async () => {
  const { person, names, groupId } = await paidOrder({}, 'few mailboxes')
  const other = await world.customer()
  expect(await tasksOf(person)).toEqual({ orders: [], updates: [] })
  await sendElsewhere(person, names, 'https://example.com/new')
  const [task] = (await tasksOf(person)).orders
  expect(task).toMatchObject({ kind: 'forwarding', state: 'running', groupId, total: 2, finished: 0 })
  expect(task?.names.toSorted()).toEqual(names.toSorted())
  expect(await tasksOf(other)).toEqual({ orders: [], updates: [] })

  await reconcileUntilDone(names[0] ?? '')
  expect((await tasksOf(person)).orders).toMatchObject([{ state: 'running', finished: 1 }])
  await reconcileUntilDone(names[1] ?? '')
  expect((await tasksOf(person)).orders).toMatchObject([{ taskId: task?.taskId, state: 'done', finished: 2 }])
})

test('of two changes of one kind only the newer one runs, and what was refused says why', async () => {
  const { person, names } = await paidOrder({}, 'few mailboxes')
  const [first = '', second = ''] = names
  await sendElsewhere(person, names, 'https://example.com/a')
  await sendElsewhere(person, [first], 'https://example.com/b')
  expect((await tasksOf(person)).orders).toMatchObject([
    { names: [first], state: 'running', finished: 0, total: 1 },
    { state: 'running', finished: 1, total: 2 },
  ])
  const since = new Date().toISOString()
  await db
    .update(domains)
    .set({ changing: { what: 'forwarding', since, why: 'failed', detail: 'the zone is locked' } })
    .where(eq(domains.name, second))
  expect((await tasksOf(person)).orders[1]).toMatchObject({
    state: 'attention',
    note: `${second}: Forwarding could not be changed: the zone is locked. Our team has been told.`,
  })
})

test('people who are changed, and an inbox that is swapped, are tasks of the domains that they change', async () => {
  const { person, names, groupId } = await paidOrder({ plan: 'google' }, 'few mailboxes')
  const [first = ''] = names
  const listed = names.map((domain) => ({ domain, domainType: 'Google' as const }))
  const people = [{ firstName: 'Mary', lastName: 'Major' }]
  const changed = await person.post(
    '/api/users/update-username',
    buildUsernameUpdate(people, listed, await peopleBasis(person, groupId)),
  )
  expect(changed.body.success).toBe(true)
  expect((await tasksOf(person)).orders).toMatchObject([
    { kind: 'people', state: 'running', groupId, finished: 0, total: 5 },
  ])
  for (const name of names) await reconcileUntilDone(name)
  expect((await tasksOf(person)).orders).toMatchObject([{ kind: 'people', state: 'done', finished: 5 }])

  const { body } = await person.get(`/api/mailboxes?domain=${first}`)
  const [{ address, personId }] = body.mailboxes
  expect((await person.post('/api/mailboxes/swap', { address, personId })).status).toBe(200)
  expect((await tasksOf(person)).orders).toMatchObject([
    { kind: 'people', state: 'running', names: [first], finished: 0, total: 1 },
    { kind: 'people', state: 'done', total: 5 },
  ])
})

test('another sending tool is a task until all inboxes are in it, and other corrections are none', async () => {
  const { person, names, groupId } = await paidOrder({}, 'few mailboxes')
  const correct = async (change: object) => {
    const basedOn = await detailsBasisOf(person, groupId)
    const answer = await person.patch(`/api/orders/groups/${groupId}`, { basedOn, ...change })
    expect(answer.status).toBe(200)
  }
  await correct({ companyName: 'Fresh Yard' })
  expect((await tasksOf(person)).orders).toEqual([])
  await correct({ sendingTool: { tool: 'other', values: {} }, movesInboxes: true })
  expect((await tasksOf(person)).orders).toMatchObject([
    { kind: 'tool', state: 'running', groupId, finished: 0, total: 2 },
  ])
  for (const name of names) await reconcileUntilDone(name)
  expect((await tasksOf(person)).orders).toMatchObject([{ kind: 'tool', state: 'done', finished: 2 }])
})

test('a change that a cancelled order had under way runs no longer', async () => {
  const { person, names, groupId } = await paidOrder({}, 'few mailboxes')
  await sendElsewhere(person, names, 'https://example.com/new')
  const answer = await person.post('/api/orders/cancel', { groupId, reason: 'pricing' })
  expect(answer.status).toBe(200)
  expect((await tasksOf(person)).orders.filter(({ state }) => state === 'running')).toEqual([])
})

test('replacements and bulk updates are tasks beside it, each with its end', async () => {
  const { person, names, groupId } = await paidOrder({}, 'few mailboxes')
  const [old = ''] = names
  const fresh = await ownName()
  const replaced = await person.post('/api/domains/replace', [
    { originalDomain: old, newDomain: fresh, isUserAdded: true },
  ])
  expect(replaced.status).toBe(200)
  expect((await tasksOf(person)).orders).toMatchObject([
    { kind: 'replacement', state: 'running', names: [fresh], groupId, finished: 0, total: 1 },
  ])

  const api_key = 'tasks-key-0123456789abcdef'
  await addInstantlySenders(sandbox, api_key, ['ada@first.example', 'ben@first.example'])
  const list = await person.post(loadList.path, { tool: 'instantly', api_key, domains: 'first.example' })
  await runList(deps, list.body.fetchId)
  const { body } = await person.post(instantly.path, {
    operation: 'update-accounts',
    api_key,
    fetchId: list.body.fetchId,
    leftOut: '',
    daily_limit: 33,
  })
  expect((await tasksOf(person)).updates).toMatchObject([{ tool: 'instantly', status: 'queued', total: 2 }])
  await createBulkJobRunner(deps).run(body.jobId)

  const { body: answer } = await person.get(listTasks.path)
  const kept = await keepAnswer(listTasks, 'tasks', answer, { [fresh]: 'fresh-yard.com' })
  expect(kept.updates).toMatchObject([{ jobId: body.jobId, status: 'done', confirmed: 2 }])

  await world.reconcile(fresh)
  await point(fresh, deps.config.nameServers)
  await reconcileUntilDone(fresh)
  expect((await tasksOf(person)).orders).toMatchObject([{ kind: 'replacement', state: 'done', finished: 1 }])
})

test('taking a replacement back removes its task', async () => {
  const { person, names } = await paidOrder({}, 'few mailboxes')
  const [old = ''] = names
  const fresh = await ownName()
  await person.post('/api/domains/replace', [{ originalDomain: old, newDomain: fresh, isUserAdded: true }])
  expect((await person.post('/api/domains/take-back-replacement', { domain: fresh })).status).toBe(200)
  expect((await tasksOf(person)).orders).toEqual([])
})
