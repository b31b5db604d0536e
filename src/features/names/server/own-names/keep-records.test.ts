import { expect, test } from 'vitest'
import { reconcileUntilDone } from '#delivery/provisioning/testing/reconcile-until-done.ts'
import { raiseWanted } from '#delivery/provisioning/wanted.ts'
import { retireBundle } from '#features/billing/server/end-with-subscription.ts'
import { ownNames } from '#tests/server/own-names.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { freshName } from '#tests/server/place-order.ts'
import { createTestWorld } from '#tests/server/test-world.ts'

const world = await createTestWorld()
const { deps, customer } = world
const { point } = ownNames(world)
type Person = Awaited<ReturnType<typeof customer>>

const kept = async (person: Person, domain: string): Promise<string[]> =>
  (await person.post('/api/domains/standing-records', { domains: [domain] })).body.results[0].kept
const keep = async (person: Person, domain: string, ...lines: string[]) => {
  const before = (await kept(person, domain)).join('\n')
  return person.post('/api/domains/kept-records', { domain, records: lines.join('\n'), before })
}
const linesIn = async (name: string) =>
  (await deps.vendors.zones.records(name))
    .filter(({ system }) => !system)
    .map((record) => `${record.name || '@'} ${record.type} ${record.content}`)

async function delivered(person: Person, name: string) {
  const order = await createPaidOrder(deps, {
    customerId: person.id,
    source: 'own',
    names: { azure: [name] },
    mailboxesPerDomain: 4,
  })
  await world.reconcile(name)
  await point(name, deps.config.nameServers)
  await reconcileUntilDone(world, name)
  return order
}

test('records kept before an order stand in its zone beside what its inboxes need, and leave it when taken back', async () => {
  const [person, other] = [await customer(), await customer()]
  const name = freshName()
  const answer = await keep(person, name, '@ TXT "MS=ms11111111"', 'shop CNAME Shops.example.net.')
  expect(answer.body).toEqual({
    records: ['@ TXT MS=ms11111111', 'shop CNAME shops.example.net'],
  })
  await keep(other, name, 'theirs A 192.0.2.1')
  await delivered(person, name)
  const first = await linesIn(name)
  expect(first).toEqual(expect.arrayContaining(['@ TXT MS=ms11111111', 'shop CNAME shops.example.net']))
  expect(first.join('\n')).not.toContain('theirs')

  await keep(person, name, 'shop CNAME new.example.net', 'eu MX 10 mx.example.net')
  await reconcileUntilDone(world, name)
  const gone = ['@ TXT MS=ms11111111', 'shop CNAME shops.example.net']
  expect((await linesIn(name)).sort()).toEqual(
    [
      ...first.filter((line) => !gone.includes(line)),
      'shop CNAME new.example.net',
      'eu MX mx.example.net',
    ].sort(),
  )
  const { rows } = await deps.pool.query('select sentence from domain_events where name = $1', [name])
  const told = rows.map(({ sentence }) => sentence)
  expect(told).toContain('The DNS records you keep are up to date')
  expect(told.filter((sentence) => sentence.includes('put right'))).toEqual([])
  await keep(person, name)
  await reconcileUntilDone(world, name)
  expect((await linesIn(name)).sort()).toEqual(first.filter((line) => !gone.includes(line)).sort())
})

test('what the DNS host refuses of them holds no delivery up, and is told', async () => {
  const person = await customer()
  const name = freshName()
  await keep(person, name, 'taken A 192.0.2.1', 'shop CNAME shops.example.net')
  // Somebody entered a record by hand that excludes it.
  await deps.vendors.zones.ensureZone(name)
  await deps.vendors.zones.ensureRecords(name, [{ name: 'taken', type: 'CNAME', content: 'a.example.net' }])
  await delivered(person, name)
  expect(await linesIn(name)).toEqual(
    expect.arrayContaining(['taken CNAME a.example.net', 'shop CNAME shops.example.net']),
  )
  const { rows } = await deps.pool.query('select sentence from domain_events where name = $1', [name])
  const refusals = rows.filter(({ sentence }) => sentence.startsWith('The DNS host refused'))
  expect(refusals).toMatchObject([
    { sentence: expect.stringMatching(/^The DNS host refused records you keep: taken A \(.+\)$/) },
  ])
  // A look at everything tries it again, and says nothing new.
  await person.post('/api/domains/check-now', { domain: name })
  await reconcileUntilDone(world, name)
  const after = await deps.pool.query('select sentence from domain_events where name = $1', [name])
  expect(after.rows.filter(({ sentence }) => sentence.startsWith('The DNS host refused'))).toHaveLength(1)
})

test('a record added by hand at the same name stays next to a kept one', async () => {
  const person = await customer()
  const name = freshName()
  await keep(person, name, 'shop A 192.0.2.1')
  await deps.vendors.zones.ensureZone(name)
  await deps.vendors.zones.ensureRecords(name, [{ name: 'shop', type: 'A', content: '192.0.2.2' }])
  await delivered(person, name)
  expect(await linesIn(name)).toEqual(expect.arrayContaining(['shop A 192.0.2.1', 'shop A 192.0.2.2']))
})

test('two tabs do not write over each other, and each is told what is kept', async () => {
  const person = await customer()
  const name = freshName()
  await keep(person, name, 'shop A 192.0.2.1')
  const late = { domain: name, records: 'eu A 192.0.2.2', before: '' }
  const answer = await person.post('/api/domains/kept-records', late)
  expect([answer.status, answer.body.code, answer.body.details]).toEqual([
    409,
    'changed_meanwhile',
    { records: ['shop A 192.0.2.1'] },
  ])
  expect(await kept(person, name)).toEqual(['shop A 192.0.2.1'])
})

test('a zone that is made before payment has what is kept, also what is kept later', async () => {
  const person = await customer()
  const name = freshName()
  await point(name, ['ns1.elsewhere.test'])
  await keep(person, name, 'shop A 192.0.2.1')
  const prepare = () => person.post('/api/domains/prepare-own', { domains: [name] })
  await prepare()
  expect(await linesIn(name)).toEqual(['shop A 192.0.2.1'])
  await keep(person, name, 'shop A 192.0.2.1', 'eu A 192.0.2.2')
  await prepare()
  expect((await linesIn(name)).sort()).toEqual(['eu A 192.0.2.2', 'shop A 192.0.2.1'])
})

test('a zone that stays after its order serves nothing of what was kept', async () => {
  const person = await customer()
  const name = freshName()
  await keep(person, name, 'shop A 192.0.2.1', '@ TXT google-site-verification=a1')
  const { bundleId } = await delivered(person, name)
  await deps.db.transaction(async (tx) => {
    await retireBundle(deps, tx, bundleId)
    await raiseWanted(tx, deps.queue, [name])
  })
  await deps.pool.query('update domains set retire_at = now() where name = $1', [name])
  await reconcileUntilDone(world, name, { ends: ['done', 'nothing'] })
  expect((await linesIn(name)).join('\n')).not.toMatch(/shop|google-site/)
})

test('a record that stands in the way is refused with its line, and nothing of the list is kept', async () => {
  const person = await customer()
  const name = freshName()
  const answer = await keep(person, name, 'shop CNAME shops.example.net', '@ MX 10 mx.example.net')
  expect([answer.status, answer.body.message]).toEqual([
    400,
    `Line 2: Your inboxes or forwarding use MX records of ${name}, so this one can’t be kept`,
  ])
  expect(await kept(person, name)).toEqual([])
  await keep(person, name, 'shop CNAME shops.example.net')
  expect(await kept(person, name)).toEqual(['shop CNAME shops.example.net'])
})
