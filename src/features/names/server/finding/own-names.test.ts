import { expect, test } from 'vitest'
import { manageOrders } from '#tests/server/managed-orders.ts'
import { completeDraft, freshName, takeOrder } from '#tests/server/place-order.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { setNameServers } from '#vendors/sandbox/names/registered-names.ts'

const world = await createTestWorld()
const { customer, sandbox } = world
const { paidOrder } = manageOrders(world)
type Person = Awaited<ReturnType<typeof customer>>

const verify = async (person: Person, ...domains: string[]) =>
  (await person.post('/api/domains/verify-availability', { domains, is_user_own: 'yes' })).body.results
const add = async (person: Person, domain: string) => (await person.post('/api/domains', { domain })).body

const elsewhere = ['ns1.elsewhere.net', 'ns2.elsewhere.net']
/** A name that someone has registered elsewhere. */
function registeredName(tld?: string): string {
  const name = freshName(tld)
  setNameServers(sandbox.world, name, elsewhere)
  return name
}

test('an own name is told to be nobody’s where its registry and DNS say so, and taken where nobody can say', async () => {
  const person = await customer()
  const [mine, nobodys, unsaid] = [registeredName(), freshName(), freshName('dev')]
  expect(await verify(person, mine, nobodys, unsaid, 'acme.con')).toMatchObject([
    { domain: mine, available: true, message: '', nameServers: elsewhere },
    { domain: nobodys, available: false, message: 'This name is not registered.' },
    { domain: unsaid, available: true, message: '', nameServers: [] },
    { domain: 'acme.con', available: false, message: 'There are no domains with the ending .con.' },
  ])
  expect(await add(person, mine)).toMatchObject({ success: true, message: '' })
  expect(await add(person, freshName())).toMatchObject({
    success: false,
    message: 'This name is not registered.',
    domainAlreadyExists: false,
  })
})

test('a part of a name belongs to whoever has that, unless an order here serves it', async () => {
  const name = registeredName()
  const person = await customer()
  expect(await verify(person, `mail.${name}`, `mail.${freshName()}`)).toMatchObject([
    { available: true },
    { available: false, message: 'This name is not registered.' },
  ])
  const { names } = await paidOrder({ domainOption: 'own' }, false)
  expect(await verify(person, `mail.${names[0]}`)).toMatchObject([
    { available: false, message: `It is a part of ${names[0]}, which an order here has.` },
  ])
})

test.each(['co.uk', 'example.com', 'acme.test'])(
  '%s is refused by every call that takes an own name',
  async (name) => {
    const person = await customer()
    expect((await person.post('/api/domains', { domain: name })).status).toBe(400)
    expect(await verify(person, name)).toMatchObject([{ available: false, message: /^\S+ is / }])
  },
)

test('registries and DNS that do not answer keep no name out', async () => {
  const person = await customer()
  sandbox.faults.add({ kind: '503', vendor: 'rdap', times: 1_000 })
  sandbox.faults.add({ kind: '500', vendor: 'dns', times: 1_000 })
  const [found] = await verify(person, freshName())
  sandbox.faults.clear()
  expect(found).toMatchObject({ available: true, message: '' })
  expect(found).not.toHaveProperty('nameServers')
})

test('an order with a name that is nobody’s is refused before it can be paid, with the reason', async () => {
  const person = await customer()
  const draft = completeDraft({ domainOption: 'own' })
  const nobodys = freshName()
  draft.domains.own.azure[1] = nobodys
  draft.confirmedDomains = draft.domains.own.azure
  const refused = await takeOrder(person, draft)
  expect([refused.status, refused.body.message]).toEqual([
    409,
    `${nobodys}: This name is not registered. Please choose another domain.`,
  ])
  // Nobody is asked whether such a name is theirs.
  expect(refused.body.details).toBeUndefined()
  setNameServers(sandbox.world, nobodys, elsewhere)
})

test('an own name cannot take another one’s place when it is nobody’s', async () => {
  const { person, names } = await paidOrder({ domainOption: 'own' }, false)
  const replace = (newDomain: string) =>
    person.post('/api/domains/replace', [{ originalDomain: names[0], newDomain, isUserAdded: true }])
  const nobodys = freshName()
  const refused = await replace(nobodys)
  expect(refused.status).toBe(409)
  expect(refused.body.details.results).toMatchObject([
    { domain: nobodys, message: 'This name is not registered.' },
  ])
  expect((await replace('co.uk')).status).toBe(400)
  expect((await replace(registeredName())).status).toBe(200)
})

test('beyond a hundred new names in an hour a customer’s are taken without a look', async () => {
  const person = await customer()
  const many = (count: number) => Array.from({ length: count }, () => freshName())
  const first = many(100)
  expect((await verify(person, ...first)).every(({ available }: { available: boolean }) => !available)).toBe(
    true,
  )
  expect(await verify(person, ...many(4))).toMatchObject(Array(4).fill({ available: true }))
  // What is known costs nothing.
  expect(await verify(person, first[0] ?? '')).toMatchObject([{ available: false }])
})
