import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditLog, domainEvents, domains } from '#base/db/schema/index.ts'
import { type ListedDomain, listOrders } from '#features/orders/api/orders.ts'
import { manageOrders } from '#tests/server/managed-orders.ts'
import { before, meet } from '#tests/server/meet.ts'
import { ownNames } from '#tests/server/own-names.ts'
import { freshName } from '#tests/server/place-order.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { replaceDomainsMessages } from '../rules/replace-request.ts'
import { takeBackReplacement } from './take-back-replacement.ts'

const world = await createTestWorld()
const { deps } = world
const { db } = deps
const { reconcileUntilDone, paidOrder, domainRow, agree } = manageOrders(world, {
  beside: 'customer and order',
})
const { point, ownName } = ownNames(world)

type Person = Awaited<ReturnType<typeof paidOrder>>['person']
const replace = (person: Person, originalDomain: string, newDomain: string, isUserAdded = true) =>
  person.post('/api/domains/replace', [{ originalDomain, newDomain, isUserAdded }])
const takeBack = (person: Person, domain: string) =>
  person.post('/api/domains/take-back-replacement', { domain })
const shown = async (person: Person, groupId: string, name: string) =>
  (await person.get(`/api/orders/groups/${groupId}`)).body.domains.find(
    ({ domain }: { domain: string }) => domain === name,
  )

const listed = async (person: Person, name: string): Promise<ListedDomain | undefined> => {
  const { orders } = listOrders.response.parse((await person.get('/api/orders')).body)
  return orders.flatMap(({ domains }) => domains).find(({ domain }) => domain === name)
}

test('a mistyped own replacement is taken back: the old one stays as it was, and may be replaced again at once', async () => {
  const { person, names, groupId } = await paidOrder()
  const old = names[0] as string
  const [mistyped, right] = [await ownName(), await ownName()]
  expect((await replace(person, old, mistyped)).status).toBe(200)
  await world.reconcile(mistyped)
  expect(await shown(person, groupId, mistyped)).toMatchObject({
    keeps: { domain: old, isSpent: false },
    anotherDomain: 'priced',
  })
  expect(await shown(person, groupId, old)).toMatchObject({ keeps: null, replacedBy: mistyped })

  const answer = await takeBack(person, mistyped)
  expect(answer.body).toEqual({ success: true, message: `${old} is kept.` })
  expect(await domainRow(old)).toMatchObject({ want: 'run', status: 'done', replacedAt: null })
  expect(await domainRow(mistyped)).toMatchObject({ want: 'retire', status: 'cancelled' })
  expect(await shown(person, groupId, old)).toMatchObject({ replacementOrdered: false, replacedBy: null })
  expect((await takeBack(person, mistyped)).status).toBe(404)
  const told = await db.select().from(domainEvents).where(eq(domainEvents.name, mistyped))
  expect(told.map(({ sentence }) => sentence)).toContain(`Given up: ${old} is kept`)
  const [noted] = await db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.subject, groupId), eq(auditLog.action, 'domain.replacement_taken_back')))
  expect(noted).toMatchObject({ actor: 'customer', data: { from: mistyped, to: old } })

  // While the mistyped one is still on its way out.
  expect((await replace(person, old, right)).status).toBe(200)
  await reconcileUntilDone(mistyped)
  expect(await deps.vendors.zones.hasZone(mistyped)).toBe(false)
  await world.reconcile(right)
  await point(right, deps.config.nameServers)
  await reconcileUntilDone(right)
  expect(await domainRow(right)).toMatchObject({ want: 'run', status: 'done' })
  expect(await domainRow(old)).toMatchObject({ want: 'retire' })
  await agree(right)
})

test('of replacements in a row the one that served all along is kept; what is delivered is not taken back', async () => {
  const { person, names, groupId } = await paidOrder({ plan: 'google' })
  const old = names[0] as string
  const [first, second] = [await ownName(), await ownName()]
  expect((await replace(person, old, first)).status).toBe(200)
  expect((await replace(person, first, second)).status).toBe(200)
  expect((await takeBack(person, second)).body.message).toBe(`${old} is kept.`)
  expect(await domainRow(old)).toMatchObject({ want: 'run', replacedAt: null })
  // What each is called follows from its cause, in the list as in the details.
  for (const [name, givenUp] of [
    [first, 'undelivered'],
    [second, 'taken back'],
    [old, undefined],
  ] as const) {
    expect(await shown(person, groupId, name)).toMatchObject({ givenUp: givenUp ?? null })
    expect((await listed(person, name))?.givenUp).toBe(givenUp)
  }

  await reconcileUntilDone(first)
  await reconcileUntilDone(second)
  const last = await ownName()
  expect((await replace(person, old, last)).status).toBe(200)
  await world.reconcile(last)
  await point(last, deps.config.nameServers)
  await reconcileUntilDone(last)
  expect(await listed(person, old)).toMatchObject({ status: 'cancelled', replacementOrdered: true })
  expect((await listed(person, old))?.givenUp).toBeUndefined()
  expect((await takeBack(person, last)).status).toBe(409)
  expect(await domainRow(last)).toMatchObject({ want: 'run', status: 'done' })
})

test('two presses and two windows take back once; what is ordered in its place meanwhile is not paid twice', async () => {
  const { person, names, groupId } = await paidOrder({ plan: 'google' })
  const old = names[0] as string
  const mistyped = await ownName()
  expect((await replace(person, old, mistyped)).status).toBe(200)
  const bought = freshName()
  const page = await replace(person, mistyped, bought, false)
  expect(page.body.requiresPayment).toBe(true)
  const answers = await Promise.all([takeBack(person, mistyped), takeBack(person, mistyped)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404])
  // The page that was to pay for another one in its place is over, and its name free.
  expect(await domainRow(bought)).toBeUndefined()
  const running = await db
    .select({ name: domains.name })
    .from(domains)
    .where(and(eq(domains.bundleId, groupId), eq(domains.want, 'run')))
  expect(running.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
})

test('what is asked for in its place while it is taken back, and may be paid, keeps it from being given up', async () => {
  const { person, names } = await paidOrder({ plan: 'google' })
  const [old, mistyped, bought] = [names[0] as string, await ownName(), freshName()]
  expect((await replace(person, old, mistyped)).status).toBe(200)
  // The pages that were open then have been ended, and nothing is locked yet.
  const [taken, page] = await meet(
    db,
    before(() => takeBackReplacement(deps, person.id, mistyped), /from "bundles" .*for update/),
    () => replace(person, mistyped, bought, false),
  )
  expect(page).toMatchObject({ body: { requiresPayment: true } })
  expect(taken).toMatchObject({ name: 'Refusal', message: replaceDomainsMessages.isBeingPaid })
  expect(await domainRow(mistyped)).toMatchObject({ want: 'run', replacedAt: null })
  expect(await domainRow(bought)).toMatchObject({ want: 'hold' })
})

test('nobody takes back the replacement of someone else, nor one whose order is cancelled', async () => {
  const { person, names, groupId } = await paidOrder({ plan: 'google' })
  const mistyped = await ownName()
  expect((await replace(person, names[0] as string, mistyped)).status).toBe(200)
  const stranger = await world.customer()
  expect((await takeBack(stranger, mistyped)).status).toBe(404)
  expect((await person.post('/api/orders/cancel', { groupId, reason: 'changed_mind' })).status).toBe(200)
  expect((await takeBack(person, mistyped)).status).toBe(404)
})

test('names that are taken back again and again wait until the former ones are gone', async () => {
  const { person, names } = await paidOrder({ plan: 'google' })
  const old = names[0] as string
  const mistyped: string[] = []
  for (const _ of names) {
    const name = await ownName()
    mistyped.push(name)
    expect((await replace(person, old, name)).status).toBe(200)
    expect((await takeBack(person, name)).status).toBe(200)
  }
  const last = await ownName()
  expect((await replace(person, old, last)).status).toBe(200)
  expect((await takeBack(person, last)).status).toBe(409)
  await reconcileUntilDone(mistyped[0] as string)
  expect((await takeBack(person, last)).status).toBe(200)
})

test('an own domain of a new order that was mistyped can be put right: it is given up at once', async () => {
  const { person, names, groupId } = await paidOrder({ plan: 'google', domainOption: 'own' }, false)
  const mistyped = names[0] as string
  expect(await shown(person, groupId, mistyped)).toMatchObject({ keeps: null, anotherDomain: 'priced' })
  const right = await ownName()
  expect((await replace(person, mistyped, right)).status).toBe(200)
  expect(await domainRow(mistyped)).toMatchObject({ want: 'retire' })
  expect(await domainRow(right)).toMatchObject({ want: 'run' })
})
