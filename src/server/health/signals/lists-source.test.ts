import { pino } from 'pino'
import { expect, test } from 'vitest'
import { blocklistZones } from '../../config/blocklist-zones.ts'
import { createBlocklists } from '../../providers/blocklists/blocklists.ts'
import { createDns } from '../../providers/dns/dns.ts'
import { openNameServerOf, type Reply } from '../../providers/testing/name-server.ts'
import { askLists } from './lists-source.ts'
import type { HealthUnit } from './signal-source.ts'

const zone = '.multi.uribl.com'
const units = Array.from(
  { length: 50 },
  (_, n): HealthUnit => ({
    domainId: `dom_${n}`,
    name: `brightyard${n}.com`,
    records: [],
    host: null,
    tool: null,
    notes: {},
  }),
)

/** What a list that answers so is heard to say of fifty domains, and the names that it was asked about. */
async function askedOf(replyTo: (name: string, asked: readonly string[]) => Reply) {
  const asked: string[] = []
  await using server = await openNameServerOf((host) => {
    const name = host.slice(0, -zone.length)
    asked.push(name)
    if (name === 'test.uribl.com') return { addresses: ['127.0.0.14'] }
    return name === 'example.com' ? { rcode: 'NXDOMAIN' } : replyTo(name, asked)
  })
  const dns = createDns({ servers: [server.address] }, { log: pino({ level: 'silent' }) })
  const lists = createBlocklists(blocklistZones(undefined, ['uribl']), dns)
  const answers = await askLists(lists, units, 0, {})
  return { said: units.map(({ name }) => answers.get(name)?.get('uribl')), asked }
}

test('each of many domains is told what the list says of it', async () => {
  const { said } = await askedOf((name) =>
    name === 'brightyard7.com' ? { addresses: ['127.0.0.2'] } : { rcode: 'NXDOMAIN' },
  )
  expect(said).toEqual(units.map((_, n) => (n === 7 ? 'critical' : 'clean')))
})

test('a list that gives no answer is not waited for fifty times, and says nothing of anybody', async () => {
  const { said, asked } = await askedOf(() => ({ rcode: 'SERVFAIL' }))
  expect(said).toEqual(units.map(() => 'unavailable'))
  expect(new Set(asked.filter((name) => name.startsWith('brightyard'))).size).toBe(10)
})

test('what a list said before it fell silent counts, and nothing is known of the others', async () => {
  const { said, asked } = await askedOf((name) =>
    Number(/\d+/.exec(name)?.[0]) < 20 ? { rcode: 'NXDOMAIN' } : { rcode: 'REFUSED' },
  )
  expect(said).toEqual(units.map((_, n) => (n < 20 ? 'clean' : 'unavailable')))
  expect(new Set(asked.filter((name) => name.startsWith('brightyard'))).size).toBe(30)
})
