import { expect, test } from 'vitest'
import { freshName } from '#tests/server/place-order.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import type { FoundDomain } from '../../api/find-domains.ts'

const { customer, sandbox } = await createTestWorld()
const askedRegistrar = () =>
  sandbox.requests().filter(({ path }) => /\/registrar\/domains\/.*\/(check|prices)$/.test(path)).length
type Person = Awaited<ReturnType<typeof customer>>
const verify = (person: Person, ...domains: string[]) =>
  person.post('/api/domains/verify-availability', { domains, is_user_own: 'no' })

/** As the page does it: the same search again until nothing is "checking". */
async function search(person: Person, domain: string): Promise<FoundDomain[]> {
  for (;;) {
    const { status, body } = await person.post('/api/domains/search-domain', { domain })
    expect(status).toBe(200)
    if (body.results.every(({ state }: FoundDomain) => state !== 'checking')) return body.results
  }
}

test('a search costs no call of the registrar, and says which names only that can tell', async () => {
  const person = await customer()
  const name = freshName()
  const before = askedRegistrar()
  const results = await search(person, name)
  expect(results.length).toBeGreaterThan(10)
  expect(askedRegistrar()).toBe(before)
  const stateOf = new Map(results.map(({ domain, state }) => [domain, state]))
  expect(stateOf.get(name)).toBe('available')
  expect(stateOf.get(name.replace(/com$/, 'co'))).toBe('check')
  expect((await search(person, 'abc.com'))[0]).toMatchObject({ domain: 'abc.com', state: 'taken' })
})

test('twenty wanted names are looked at in one call, at no cost of the registrar; more are refused unread', async () => {
  const person = await customer()
  const preview = (domains: string[]) => person.post('/api/domains/preview-names', { domains })
  const wanted = ['google.com', ...Array.from({ length: 19 }, () => freshName())]
  const before = askedRegistrar()
  let results: FoundDomain[] = []
  do results = (await preview(wanted)).body.results
  while (results.some(({ state }) => state === 'checking'))
  expect(results.map(({ domain }) => domain)).toEqual(wanted)
  expect(results.map(({ state }) => state)).toEqual(['taken', ...Array(19).fill('available')])
  expect(results[1]?.priceCents).toBe(15_50)
  expect(askedRegistrar()).toBe(before)
  expect(await preview([...wanted, freshName()])).toMatchObject({
    status: 400,
    body: { message: 'At most 20 names can be checked at a time' },
  })
  expect((await preview(['no-such thing'])).status).toBe(400)
})

test('a name that is taken from the list is decided by the registrar, with the reason', async () => {
  const person = await customer()
  const before = askedRegistrar()
  const free = await verify(person, freshName('co'))
  expect(free.body.results[0]).toMatchObject({ available: true, message: '' })
  expect(askedRegistrar()).toBe(before + 2)
  expect((await verify(person, 'premiumgarden.com')).body.results[0]).toMatchObject({
    available: false,
    message: 'This is a premium name, which is not sold here.',
  })
  expect((await verify(person, 'google.com')).body.results[0]).toMatchObject({
    available: false,
    message: 'This name is registered already.',
  })
  sandbox.faults.add({ kind: '503', vendor: 'dnsimple', times: 10 })
  expect((await verify(person, freshName())).body.results[0]).toMatchObject({
    available: false,
    checking: true,
    registrarAway: true,
  })
  sandbox.faults.clear()
})

test('the names of the largest order can be added one after the other, without a pause', async () => {
  const person = await customer()
  const answers = []
  for (let added = 0; added < 60; added++) answers.push(await verify(person, freshName()))
  expect(answers.map(({ status, body }) => [status, body.results?.[0]?.available])).toEqual(
    answers.map(() => [200, true]),
  )
})

test('a customer has the names of the largest order checked three times in an hour, and is told until when to wait', async () => {
  const person = await customer()
  const some = (count: number) => Array.from({ length: count }, () => freshName())
  const names = some(90)
  expect((await verify(person, ...names)).status).toBe(200)
  expect((await verify(person, ...names)).status).toBe(200)
  expect((await verify(person, ...some(89))).status).toBe(200)
  const refused = await verify(person, ...some(20))
  expect([refused.status, refused.body.message]).toEqual([
    429,
    expect.stringMatching(/^You’ve checked a lot of domains. You can check more in \d minutes\.$/),
  ])
  expect(Date.parse(refused.body.details.againAt)).toBeGreaterThan(Date.now())
  expect((await search(person, freshName()))[0]?.state).toBe('available')
  expect((await verify(await customer(), freshName())).status).toBe(200)
})
