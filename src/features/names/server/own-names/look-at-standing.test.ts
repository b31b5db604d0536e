import { expect, test } from 'vitest'
import { freshName } from '#tests/server/place-order.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import type { PublishedRecord } from '#vendors/dns/simulator/record.ts'
import { putRegistered, setNameServers, setSigned } from '#vendors/sandbox/names/registered-names.ts'
import type { StandingName } from '../../rules/standing-records.ts'

const { deps, customer, sandbox } = await createTestWorld()
type Person = Awaited<ReturnType<typeof customer>>

type Given = [name: string, type: string, content: string, priority?: number]
const elsewhere = ['ns1.elsewhere.net', 'ns2.elsewhere.net']
/** A name whose DNS host elsewhere publishes exactly these records. */
function nameWith(...given: Given[]): string {
  const name = freshName()
  const records: PublishedRecord[] = given.map(([left, type, content, priority]) => ({
    name: left,
    type,
    content,
    priority,
    ttl: 3600,
  }))
  putRegistered(sandbox.world, { ...setNameServers(sandbox.world, name, elsewhere), records })
  return name
}
const look = async (person: Person, ...domains: string[]): Promise<StandingName[]> =>
  (await person.post('/api/domains/standing-records', { domains })).body.results

test('what an own name has in DNS is told before its name servers change: mail, website, SPF, DMARC and DS', async () => {
  const name = nameWith(
    ['', 'MX', 'alt1.aspmx.l.google.com', 5],
    ['', 'MX', 'ASPMX.L.google.com', 1],
    ['', 'A', '192.0.2.10'],
    ['', 'AAAA', '2001:db8::10'],
    ['www', 'CNAME', 'shops.example.net'],
    ['', 'TXT', 'v=spf1 include:_spf.google.com ~all'],
    ['_dmarc', 'TXT', 'v=DMARC1; p=reject'],
    ['elsewhere', 'A', '192.0.2.11'],
  )
  setSigned(sandbox.world, name, true)
  const [found] = await look(await customer(), name)
  expect(found).toEqual({
    domain: name,
    isKnown: true,
    kept: [],
    records: [
      { name, type: 'DS', value: `2371 13 2 ${'1f987cc6'.repeat(8)}` },
      { name, type: 'MX', value: '1 aspmx.l.google.com' },
      { name, type: 'MX', value: '5 alt1.aspmx.l.google.com' },
      { name, type: 'A', value: '192.0.2.10' },
      { name, type: 'AAAA', value: '2001:db8::10' },
      { name, type: 'TXT', value: 'v=spf1 include:_spf.google.com ~all' },
      { name: `_dmarc.${name}`, type: 'TXT', value: 'v=DMARC1; p=reject' },
      { name: `www.${name}`, type: 'CNAME', value: 'shops.example.net' },
    ],
  })
})

test('nothing stands at a name that points here already, and at one that has no records', async () => {
  const here = nameWith(['', 'A', '192.0.2.10'])
  await deps.vendors.zones.ensureZone(here)
  await deps.vendors.zones.ensureRecords(here, [{ name: '', type: 'A', content: '192.0.2.12' }])
  setNameServers(sandbox.world, here, deps.config.nameServers)
  const names = [here, nameWith(), freshName()]
  expect(await look(await customer(), ...names)).toEqual(
    names.map((domain) => ({ domain, isKnown: true, records: [], kept: [] })),
  )
})

test('records at www alone are found, of both kinds of address', async () => {
  const name = nameWith(['www', 'A', '192.0.2.10'], ['www', 'AAAA', '2001:db8::10'])
  const [found] = await look(await customer(), name)
  expect(found?.records.map(({ name: at, type }) => [at, type])).toEqual([
    [`www.${name}`, 'A'],
    [`www.${name}`, 'AAAA'],
  ])
})

test('what someone’s DNS says reaches a page in part only, and without what no reader sees', async () => {
  const many: Given[] = Array.from({ length: 40 }, (_, at) => ['', 'TXT', `verification=${at}`])
  const long = 'x'.repeat(3_000)
  const [flooded, odd] = await look(
    await customer(),
    nameWith(...many, ['', 'TXT', 'v=spf1 -all']),
    nameWith(['', 'TXT', 'a\u0007b\u001bc\nd'], ['_dmarc', 'TXT', long]),
  )
  expect(flooded?.records).toHaveLength(8)
  expect(flooded?.records[0]?.value).toBe('v=spf1 -all')
  expect(odd?.records.map(({ value }) => value)).toEqual(['abcd', `${long.slice(0, 1_024)}…`])
})

test('names that DNS does not answer for are not known, and the next look knows them', async () => {
  const [person, name] = [await customer(), nameWith(['', 'MX', 'mail.example.net', 10])]
  sandbox.faults.add({ kind: '500', vendor: 'dns', times: 1_000 })
  expect(await look(person, name)).toEqual([{ domain: name, isKnown: false, records: [], kept: [] }])
  sandbox.faults.clear()
  expect(await look(person, name)).toMatchObject([{ isKnown: true, records: [{ type: 'MX' }] }])
})

test('a customer who has had too many names looked at learns nothing of others, and another one does', async () => {
  const [person, other] = [await customer(), await customer()]
  const [known, fresh] = [nameWith(['', 'A', '192.0.2.10']), nameWith(['', 'A', '192.0.2.10'])]
  await look(person, known)
  const rate = { perSecond: 300 / 3_600, burst: 300 }
  await deps.limits.allow({ key: `standing:${person.id}`, rate, cost: 299 })
  const isKnown = async (by: Person) => (await look(by, known, fresh)).map((each) => each.isKnown)
  expect(await isKnown(person)).toEqual([true, false])
  expect(await isKnown(other)).toEqual([true, true])
})
