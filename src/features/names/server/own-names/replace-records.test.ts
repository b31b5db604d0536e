import { expect, test } from 'vitest'
import { reconcileUntilDone } from '#delivery/provisioning/testing/reconcile-until-done.ts'
import { ownNames } from '#tests/server/own-names.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { freshName } from '#tests/server/place-order.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import type { DnsRecord } from '#vendors/ports/names.ts'

const world = await createTestWorld()
const { deps, customer } = world
const { zones } = deps.vendors
const { point } = ownNames(world)

const inZone = async (name: string) =>
  (await zones.records(name))
    .filter(({ system }) => !system)
    .map((record) => `${record.name || '@'} ${record.type} ${record.content}`)

async function ordered(name: string) {
  const person = await customer()
  const order = await createPaidOrder(deps, {
    customerId: person.id,
    source: 'own',
    names: { azure: [name] },
    mailboxesPerDomain: 4,
  })
  const details = async () =>
    (await person.get(`/api/orders/groups/${order.bundleId}`)).body.domains.find(
      ({ domain }: { domain: string }) => domain === name,
    )
  const replace = (...lines: string[]) =>
    person.post('/api/domains/replace-records', { domain: name, records: lines.join('\n') })
  return { person, details, replace }
}

/** A zone that stood here before anybody ordered its name. */
async function hosted(...records: DnsRecord[]) {
  const name = freshName()
  await zones.ensureZone(name)
  await zones.ensureRecords(name, records)
  return name
}

const shop: DnsRecord = { name: 'www', type: 'CNAME', content: 'shops.example.net' }
const policy: DnsRecord = { name: '_dmarc', type: 'CNAME', content: 'dmarc.example.net' }
const site: DnsRecord = { name: '', type: 'A', content: '192.0.2.1' }
const lines = ['www CNAME shops.example.net', '_dmarc CNAME dmarc.example.net', '@ A 192.0.2.1']

test('what cannot stand beside wanted records is named with its value, the others are written, and a press replaces it', async () => {
  const name = await hosted(shop, policy, site, { name: 'blog', type: 'A', content: '192.0.2.2' })
  const { details, replace } = await ordered(name)
  await point(name, deps.config.nameServers)
  await world.reconcile(name)
  const before = await inZone(name)
  expect(before).toEqual(expect.arrayContaining(lines))
  expect(before.some((line) => line.startsWith('@ TXT MS='))).toBe(true)
  const { status, note, inTheWay } = await details()
  expect({ status, note, inTheWay: inTheWay.toSorted() }).toEqual({
    status: 'pending',
    note: expect.stringMatching(
      new RegExp(`^3 DNS records of ${name} are in the way .+www CNAME shops\\.example\\.net.+Order Details`),
    ),
    inTheWay: lines.toSorted(),
  })
  // Not what was shown: something has come between.
  expect((await replace(lines[0] ?? '')).status).toBe(409)
  expect((await replace(...inTheWay)).body.message).toBe(`Replacing 3 DNS records of ${name}.`)
  await reconcileUntilDone(world, name)
  const after = await inZone(name)
  expect(after.filter((line) => lines.includes(line))).toEqual([])
  expect(after).toContain('blog A 192.0.2.2')
  expect(after.some((line) => line.startsWith('_dmarc TXT v=DMARC1'))).toBe(true)
  expect((await details()).inTheWay).toBeUndefined()
  const { rows } = await deps.pool.query('select sentence from domain_events where name = $1', [name])
  expect(rows.map(({ sentence }) => sentence)).toContainEqual(
    expect.stringMatching(/^DNS records written in place of .*www CNAME shops\.example\.net/),
  )
})

test('a text beside a DKIM key is in the way of it', async () => {
  const name = await hosted({ name: 'selector1._domainkey', type: 'TXT', content: 'v=DKIM1; p=old' })
  const { details, replace } = await ordered(name)
  await point(name, deps.config.nameServers)
  await reconcileUntilDone(world, name, { ends: ['again'] })
  const { inTheWay } = await details()
  expect(inTheWay).toEqual(['selector1._domainkey TXT v=DKIM1; p=old'])
  await replace(...inTheWay)
  await reconcileUntilDone(world, name)
  expect((await inZone(name)).find((line) => line.startsWith('selector1.'))).toMatch(/ CNAME /)
})

test('in a zone that was empty when it was made, what comes in the way is replaced at once', async () => {
  const name = freshName()
  const { details } = await ordered(name)
  await world.reconcile(name)
  const redirect = (await zones.records(name)).find((record) => record.name === 'www')
  await zones.deleteRecord(name, redirect?.id ?? '')
  await zones.ensureRecords(name, [shop])
  await point(name, deps.config.nameServers)
  await deps.pool.query('update domain_names set recheck_before = now() where name = $1', [name])
  await reconcileUntilDone(world, name)
  expect((await inZone(name)).filter((line) => line.startsWith('www '))).toEqual([
    expect.stringMatching(/^www URL /),
  ])
  expect((await details()).status).toBe('done')
})
