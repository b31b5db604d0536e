import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { domainNames, domains, mailboxes } from '#base/db/schema/index.ts'
import { required } from '#base/text/required.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { freshName } from '#tests/server/place-order.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { microsoftState, putMailbox, putUser } from '#vendors/microsoft/simulator/state.ts'
import { reconcileUntilDone } from './testing/reconcile-until-done.ts'

const world = await createTestWorld()
const { deps, sandbox, reconcile } = world
const { db } = deps
const state = microsoftState(sandbox.store)

/** A delivered domain with two mailboxes of one person. */
async function delivered() {
  const person = await world.customer()
  const name = freshName()
  await createPaidOrder(deps, {
    customerId: person.id,
    names: { azure: [name], google: [] },
    people: [['Jane', 'Doe']],
    mailboxesPerDomain: 2,
  })
  await reconcileUntilDone(world, name)
  const rows = () => db.select().from(mailboxes).where(eq(mailboxes.name, name))
  const [kept, left] = await rows()
  const swap = async (localPart: string) => {
    const { body } = await person.get(`/api/mailboxes?domain=${name}`)
    const personId = body.people[0].id
    const swapped = await person.post('/api/mailboxes/swap', { address: `${localPart}@${name}`, personId })
    return swapped.body.address as string
  }
  const seen = async () => {
    const [domain] = await db.select().from(domains).where(eq(domains.name, name))
    const [{ problem } = { problem: null }] = await db
      .select()
      .from(domainNames)
      .where(eq(domainNames.name, name))
    return { note: domain?.statusNote, problem: problem?.reason }
  }
  return { name, rows, swap, seen, kept: required(kept, 'one'), left: required(left, 'another') }
}

function addAlias(id: string | null, address: string) {
  const mailbox = required(state.mailboxes.get(id ?? ''), 'its mailbox')
  putMailbox(state, { ...mailbox, addresses: [...mailbox.addresses, address] })
}

/** A user whom people made in the console of the tenant that this one is in. */
function addStranger(likeId: string | null, address: string) {
  const id = crypto.randomUUID()
  const byHand = 'by-hand'
  const user = required(state.users.get(likeId ?? ''), 'a user')
  putUser(state, { ...user, id, userPrincipalName: address, mailNickname: byHand, password: 'Their-Own-77' })
  const mailbox = required(state.mailboxes.get(likeId ?? ''), 'a mailbox')
  const primary = { primarySmtpAddress: address, addresses: [address] }
  putMailbox(state, { ...mailbox, ...primary, id, name: byHand, alias: byHand })
  return id
}

test('whose alias a new address is, its customer reads where that mailbox is theirs', async () => {
  const { name, swap, seen, kept, left } = await delivered()
  const address = await swap(left.localPart)
  addAlias(kept.externalId, address)
  await world.reconcile(name)
  const told = `${address} is an alias of the mailbox ${kept.localPart}@${name}`
  expect(await seen()).toEqual({ note: `Creating mailboxes at Microsoft failed: ${told}.`, problem: told })
})

test('whose alias it is, only the operator reads where that mailbox is another customer’s', async () => {
  const [other, { name, swap, seen, left }] = [await delivered(), await delivered()]
  const address = await swap(left.localPart)
  addAlias(other.kept.externalId, address)
  const before = state.users.get(other.kept.externalId ?? '')
  await world.reconcile(name)
  expect(await seen()).toEqual({
    note: `Creating mailboxes at Microsoft failed: ${address} is already in use.`,
    problem: `${address} is an alias of the mailbox ${other.kept.localPart}@${other.name}`,
  })
  expect(state.users.get(other.kept.externalId ?? '')).toEqual(before)
})

test('what stands at an address that is given up again is neither disabled nor removed', async () => {
  const { name, swap, kept, left, rows, seen } = await delivered()
  const address = await swap(left.localPart)
  const stranger = addStranger(kept.externalId, address)
  const before = state.users.get(stranger)
  await world.reconcile(name)
  expect((await seen()).problem).toContain('was not made for this order')
  await swap(address.slice(0, address.indexOf('@')))
  await reconcileUntilDone(world, name)
  expect(state.users.get(stranger)).toEqual(before)
  const taken = (await rows()).find(({ localPart }) => address.startsWith(`${localPart}@`))
  expect(taken).toMatchObject({ externalId: null, hostState: 'disabled' })
})

test('a mailbox that somebody removed by hand comes back as it was', async () => {
  const { name, kept, rows } = await delivered()
  const id = kept.externalId ?? ''
  const user = required(state.users.get(id), 'the user')
  const host = await deps.vendors.mailboxHost(
    required(
      (await db.select().from(domainNames).where(eq(domainNames.name, name)))[0]?.providerAccountId,
      'it',
    ),
  )
  await host.deleteMailboxes([id])
  await db.update(domainNames).set({ facts: {}, doneRev: 0 }).where(eq(domainNames.name, name))
  await reconcileUntilDone(world, name)
  expect(state.users.get(id)?.password).toBe(user.password)
  expect((await rows()).find((row) => row.id === kept.id)?.externalId).toBe(id)
})

test('nobody gets an address that an earlier customer had on the name', async () => {
  const [first, second] = [await world.customer(), await world.customer()]
  const name = freshName()
  const order = (customerId: string) =>
    createPaidOrder(deps, { customerId, names: { azure: [name], google: [] }, mailboxesPerDomain: 4 })
  await order(first.id)
  await db.update(domains).set({ releasedAt: new Date() }).where(eq(domains.name, name))
  await db.update(mailboxes).set({ want: 'purged' }).where(eq(mailboxes.name, name))
  await order(second.id)
  const rows = await db.select().from(mailboxes).where(eq(mailboxes.name, name))
  const of = (id: string) => rows.flatMap(({ customerId, localPart }) => (customerId === id ? localPart : []))
  expect(of(second.id)).toHaveLength(4)
  expect(of(second.id).filter((each) => of(first.id).includes(each))).toEqual([])
})

/** As a release that kept no marks left one whose answer was lost, after the upgrade. */
async function withoutMark() {
  const domain = await delivered()
  const { kept } = domain
  const id = required(kept.externalId, 'its id')
  putUser(state, { ...required(state.users.get(id), 'its user'), mailNickname: 'm-jane' })
  putMailbox(state, { ...required(state.mailboxes.get(id), 'its mailbox'), alias: 'm-jane', name: 'm-jane' })
  await db
    .update(mailboxes)
    .set({ externalId: null, hostState: null, isUnmarked: true })
    .where(eq(mailboxes.id, kept.id))
  const row = async () => (await domain.rows()).find((each) => each.id === kept.id)
  return { ...domain, id, row }
}

test('one that an earlier release made without its answer is ours after the upgrade', async () => {
  const { row, id, name } = await withoutMark()
  await db.update(domainNames).set({ facts: {}, doneRev: 0 }).where(eq(domainNames.name, name))
  await reconcileUntilDone(world, name)
  expect(await row()).toMatchObject({ externalId: id, hostState: 'active' })
})

test('one that an earlier release made without its answer is disabled with the others', async () => {
  const { row, id, name } = await withoutMark()
  await db.update(mailboxes).set({ want: 'disabled' }).where(eq(mailboxes.name, name))
  await db.update(domains).set({ want: 'retire' }).where(eq(domains.name, name))
  await db.update(domainNames).set({ doneRev: 0 }).where(eq(domainNames.name, name))
  await reconcile(name)
  expect(await row()).toMatchObject({ externalId: id, hostState: 'disabled' })
  expect(state.users.get(id)?.accountEnabled).toBe(false)
})

test('one that somebody made again by hand is the one that was made, with our password', async () => {
  const { name, rows, kept, left } = await delivered()
  const [row] = await db.select().from(domainNames).where(eq(domainNames.name, name))
  const host = await deps.vendors.mailboxHost(required(row?.providerAccountId, 'its account'))
  await host.deleteMailboxes([required(kept.externalId, 'its id')])
  const id = addStranger(left.externalId, `${kept.localPart}@${name}`)
  await db.update(domainNames).set({ facts: {}, doneRev: 0 }).where(eq(domainNames.name, name))
  await reconcileUntilDone(world, name)
  expect((await rows()).find((each) => each.id === kept.id)).toMatchObject({
    externalId: id,
    hostState: 'active',
  })
  expect(state.users.get(id)?.password).not.toBe('Their-Own-77')
})
