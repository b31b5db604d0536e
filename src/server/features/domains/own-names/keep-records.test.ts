import { expect, test } from 'vitest'
import { reconcileUntilDone } from '../../../provisioning/testing/reconcile-until-done.ts'
import { ownNames } from '../../../testing/own-names.ts'
import { createPaidOrder } from '../../../testing/paid-order.ts'
import { freshName } from '../../../testing/place-order.ts'
import { createTestWorld } from '../../../testing/test-world.ts'

const world = await createTestWorld()
const { deps, customer } = world
const { point } = ownNames(world)
type Person = Awaited<ReturnType<typeof customer>>

const keep = (person: Person, domain: string, ...lines: string[]) =>
  person.post('/api/domains/kept-records', { domain, records: lines.join('\n') })
const linesIn = async (name: string) =>
  (await deps.vendors.zones.records(name))
    .filter(({ system }) => !system)
    .map((record) => `${record.name || '@'} ${record.type} ${record.content}`)

async function delivered(person: Person, name: string) {
  await createPaidOrder(deps, {
    customerId: person.id,
    source: 'own',
    names: { azure: [name] },
    mailboxesPerDomain: 4,
  })
  await world.reconcile(name)
  await point(name, deps.config.nameServers)
  await reconcileUntilDone(world, name)
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
  expect(rows.map(({ sentence }) => sentence).join('\n')).toMatch(
    /^The DNS host refused records you keep: taken A \(.+\)$/m,
  )
})

test('a record that stands in the way is refused with its line, and nothing of the list is kept', async () => {
  const person = await customer()
  const name = freshName()
  const answer = await keep(person, name, 'shop CNAME shops.example.net', '@ MX 10 mx.example.net')
  expect([answer.status, answer.body.message]).toEqual([
    400,
    `Line 2: Your inboxes or forwarding use MX records of ${name}, so this one can’t be kept`,
  ])
  const { body } = await person.post('/api/domains/standing-records', { domains: [name] })
  expect(body.results).toMatchObject([{ domain: name, kept: [] }])
  await keep(person, name, 'shop CNAME shops.example.net')
  const again = await person.post('/api/domains/standing-records', { domains: [name] })
  expect(again.body.results).toMatchObject([{ domain: name, kept: ['shop CNAME shops.example.net'] }])
})
