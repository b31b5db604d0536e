import { pino } from 'pino'
import { expect, test } from 'vitest'
import { blocklistZones } from '#base/config/blocklist-zones.ts'
import { createBlocklists } from '#vendors/blocklists/adapter/blocklists.ts'
import { createDns } from '#vendors/dns/adapter/dns.ts'
import { openNameServerOf, type Reply } from '#vendors/testing/name-server.ts'
import type { ListAnswer } from '../../rules/signals/blocklists.ts'
import { askLists, listsSeen } from './lists-source.ts'
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
async function askedOf(
  replyTo: (name: string, asked: readonly string[]) => Reply,
  { of = units, at = 0 }: { of?: readonly HealthUnit[]; at?: number } = {},
) {
  const asked: string[] = []
  await using server = await openNameServerOf((host) => {
    const name = host.slice(0, -zone.length)
    asked.push(name)
    if (name === 'test.uribl.com') return { addresses: ['127.0.0.14'] }
    return name === 'example.com' ? { rcode: 'NXDOMAIN' } : replyTo(name, asked)
  })
  const dns = createDns({ servers: [server.address] }, { log: pino({ level: 'silent' }) })
  const lists = createBlocklists(blocklistZones(undefined, ['uribl']), dns)
  const answers = await askLists(lists, of, at, {})
  return { said: of.map(({ name }) => answers.get(name)?.get('uribl')), asked }
}

test('each of many domains is told what the list says of it', async () => {
  const { said } = await askedOf((name) =>
    name === 'brightyard7.com' ? { addresses: ['127.0.0.2'] } : { rcode: 'NXDOMAIN' },
  )
  expect(said).toEqual(units.map((_, n) => (n === 7 ? 'critical' : 'clean')))
})

test('a list that gives no answer is not waited for fifty times, and says nothing of those that it was asked about', async () => {
  const { said, asked } = await askedOf(() => ({ rcode: 'SERVFAIL' }))
  expect(said).toEqual(units.map((_, n) => (n < 10 ? 'unavailable' : undefined)))
  expect(new Set(asked.filter((name) => name.startsWith('brightyard'))).size).toBe(10)
})

test('what a list said before it fell silent counts, and the others were not asked', async () => {
  const { said, asked } = await askedOf((name) =>
    Number(/\d+/.exec(name)?.[0]) < 20 ? { rcode: 'NXDOMAIN' } : { rcode: 'REFUSED' },
  )
  expect(said).toEqual(units.map((_, n) => (n < 20 ? 'clean' : n < 30 ? 'unavailable' : undefined)))
  expect(new Set(asked.filter((name) => name.startsWith('brightyard'))).size).toBe(30)
})

test('one that was not asked keeps what is known of it, and the next look asks', async () => {
  const clean = { list: 'uribl', answer: 'clean', listed: null } as const
  const unit = (name: string, notes: HealthUnit['notes']): HealthUnit => ({
    ...(units[0] as HealthUnit),
    name,
    notes,
  })
  const known = unit('brightyard.com', { lists: [{ state: clean, askedAt: 1_000 }] })
  const noted = (each: HealthUnit) =>
    listsSeen(['uribl'], each, new Map(), 100_000_000).notes.lists?.find(
      ({ state }) => state.list === 'uribl',
    )
  expect(noted(known)).toEqual({ state: clean, askedAt: 1_000 })
  expect(listsSeen(['uribl'], known, new Map(), 100_000_000).seen.map(({ source }) => source)).not.toContain(
    'uribl',
  )
  expect(noted(unit('new.com', {}))).toMatchObject({ askedAt: 0 })
})

const hour = 3_600_000
const heard = (answer: ListAnswer): HealthUnit => ({
  ...(units[0] as HealthUnit),
  notes: { lists: [{ state: { list: 'uribl', answer, listed: null }, askedAt: 0 }] },
})

test.each([
  ['unavailable', 1],
  ['clean', 6],
] as const)(
  'a list whose last answer was %s is asked again after %i h, and not before',
  async (answer, hours) => {
    const of = [heard(answer)]
    const early = await askedOf(() => ({ rcode: 'NXDOMAIN' }), { of, at: hours * hour - 10 * 60_000 })
    expect(early).toEqual({ said: [undefined], asked: [] })
    const due = await askedOf(() => ({ rcode: 'NXDOMAIN' }), { of, at: hours * hour })
    expect(due.said).toEqual(['clean'])
  },
)
