import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { draftZones } from '#base/db/schema/index.ts'
import { manageOrders } from '#tests/server/managed-orders.ts'
import { checkoutFor, completeDraft, freshName, press, takeOrder } from '#tests/server/place-order.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { setNameServers, setSigned } from '#vendors/sandbox/names/registered-names.ts'
import type { PreparedName } from '../../rules/prepared-name.ts'
import { sweepDraftZones } from './sweep-draft-zones.ts'

const world = await createTestWorld()
const { deps, customer, sandbox } = world
const { db } = deps
const { reconcileUntilDone } = manageOrders(world)
type Person = Awaited<ReturnType<typeof customer>>

const elsewhere = ['ns1.elsewhere.net', 'ns2.elsewhere.net']
const own = (nameServers: readonly string[]) => {
  const name = freshName()
  setNameServers(sandbox.world, name, nameServers)
  return name
}
const prepare = async (person: Person, ...domains: string[]): Promise<PreparedName[]> =>
  (await person.post('/api/domains/prepare-own', { domains })).body.results
const hasZone = (name: string) => deps.vendors.zones.hasZone(name)
const zonesOf = ({ id }: Person) => db.select().from(draftZones).where(eq(draftZones.customerId, id))
/** A minute later the DNS host may be asked again. */
const later = (name: string) =>
  db.update(draftZones).set({ triedAt: sql`now() - interval '61 seconds'` }).where(eq(draftZones.name, name))
const twoDaysLater = (person: Person) =>
  db
    .update(draftZones)
    .set({ askedAt: sql`now() - interval '49 hours'` })
    .where(eq(draftZones.customerId, person.id))

test('what the DNS host wants beside our name servers is said before anything is paid for', async () => {
  const person = await customer()
  const [here, away] = [own(deps.config.nameServers), own(elsewhere)]
  const [asked, ready] = await prepare(person, here, away)
  expect(asked).toMatchObject({ domain: here, state: 'proof', nameServers: [] })
  expect(asked?.add).toHaveLength(2)
  for (const server of asked?.add ?? []) expect(server).toMatch(/^ns-\w+\.dnsimple-verify\.com$/)
  expect(ready).toEqual({ domain: away, state: 'elsewhere', nameServers: elsewhere, add: [] })
  expect([await hasZone(here), await hasZone(away)]).toEqual([false, true])

  // The same two as long as they hold.
  await later(here)
  expect(await prepare(person, here)).toEqual([asked])
  setNameServers(sandbox.world, here, [...deps.config.nameServers, ...(asked?.add ?? [])])
  await later(here)
  expect(await prepare(person, here)).toMatchObject([{ state: 'here', add: [] }])
  expect(await hasZone(here)).toBe(true)
})

test('a name that is pointed here while its customer waits is seen, and asks for nothing more', async () => {
  const person = await customer()
  const name = own(elsewhere)
  expect(await prepare(person, name)).toMatchObject([{ state: 'elsewhere' }])
  setNameServers(sandbox.world, name, deps.config.nameServers)
  expect(await prepare(person, name)).toMatchObject([{ state: 'here', add: [] }])
  const asked = sandbox.requests().filter(({ path }) => path.includes('/dnsimple/')).length
  await prepare(person, name)
  expect(sandbox.requests().filter(({ path }) => path.includes('/dnsimple/'))).toHaveLength(asked)
})

test('DNSSEC that is still on at the registrar is named once the name points here, and not before', async () => {
  const person = await customer()
  const name = own(elsewhere)
  setSigned(sandbox.world, name, true)
  expect(await prepare(person, name)).toMatchObject([{ state: 'elsewhere' }])
  setNameServers(sandbox.world, name, deps.config.nameServers)
  expect(await prepare(person, name)).toMatchObject([{ state: 'signed' }])
  setSigned(sandbox.world, name, false)
  expect(await prepare(person, name)).toMatchObject([{ state: 'here' }])
})

test('a DNS host that does not answer keeps nobody back, and neither does a name that cannot be had', async () => {
  const person = await customer()
  const name = own(elsewhere)
  sandbox.faults.add({ kind: '503', vendor: 'dnsimple', times: 1_000 })
  expect(await prepare(person, name)).toMatchObject([{ state: 'elsewhere', add: [] }])
  sandbox.faults.clear()
  await later(name)
  await prepare(person, name)
  expect(await hasZone(name)).toBe(true)

  const nobodys = freshName()
  await prepare(person, nobodys)
  expect(await hasZone(nobodys)).toBe(false)
  expect((await zonesOf(person)).map((zone) => zone.name)).toEqual([name])
})

test('a customer has a hundred unpaid zones at most', async () => {
  const person = await customer()
  await db
    .insert(draftZones)
    .values(Array.from({ length: 99 }, () => ({ customerId: person.id, name: freshName() })))
  const names = [own(elsewhere), own(elsewhere)]
  const found = await prepare(person, ...names)
  expect(found.map(({ state }) => state)).toEqual(['elsewhere', 'elsewhere'])
  expect(await Promise.all(names.map(hasZone))).toEqual([true, false])
})

test('the zone of a draft that nobody pays for is removed after 48 hours, and no other', async () => {
  const [person, other] = [await customer(), await customer()]
  const [name, shared, standing] = [own(elsewhere), own(elsewhere), own(elsewhere)]
  await deps.vendors.zones.ensureZone(standing)
  await prepare(person, name, shared, standing)
  await prepare(other, shared)
  await sweepDraftZones(deps)
  expect(await hasZone(name)).toBe(true)
  await twoDaysLater(person)
  await sweepDraftZones(deps)
  expect(await zonesOf(person)).toEqual([])
  expect([await hasZone(name), await hasZone(shared), await hasZone(standing)]).toEqual([false, true, true])
  await twoDaysLater(other)
  await sweepDraftZones(deps)
  expect(await hasZone(shared)).toBe(false)
})

test('the zone of a draft stays while it is being paid for, and afterwards', async () => {
  const person = await customer()
  const draft = completeDraft({ domainOption: 'own', tld: 'com' })
  const names = draft.domains.own.azure
  for (const name of names) setNameServers(sandbox.world, name, elsewhere)
  await prepare(person, ...names)
  const taken = await takeOrder(person, draft)
  const { body } = await person.post(
    '/api/payments/create-checkout-session',
    checkoutFor(person, draft, taken),
  )
  await twoDaysLater(person)
  await sweepDraftZones(deps)
  expect(await Promise.all(names.map(hasZone))).toEqual(names.map(() => true))
  await press(world, body.url, 'pay')
  await person.get(`/api/payments/confirmation?session_id=${body.url.slice(body.url.lastIndexOf('/') + 1)}`)
  await sweepDraftZones(deps)
  expect(await zonesOf(person)).toEqual([])
  const [name = ''] = names
  expect(await hasZone(name)).toBe(true)
  setNameServers(sandbox.world, name, deps.config.nameServers)
  await reconcileUntilDone(name)
})

test('preparing the same name twice at the same moment makes one zone', async () => {
  const person = await customer()
  const name = own(elsewhere)
  await Promise.all([prepare(person, name), prepare(person, name)])
  expect(
    await db
      .select({ state: draftZones.state, isMade: draftZones.isMade })
      .from(draftZones)
      .where(and(eq(draftZones.customerId, person.id), eq(draftZones.name, name))),
  ).toEqual([{ state: 'ready', isMade: true }])
})
