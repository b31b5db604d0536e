import fc from 'fast-check'
import { afterAll, afterEach, expect, test } from 'vitest'
import { blocklistZones } from '#base/config/blocklist-zones.ts'
import { createDns } from '#vendors/dns/adapter/dns.ts'
import { type SimulatedList, setListed, setMood, simulatedLists } from '#vendors/dns/simulator/blocklists.ts'
import { openBench } from '#vendors/testing/contract.ts'
import { openNameServerOf, type Rcode, type Reply } from '#vendors/testing/name-server.ts'
import { createBlocklists } from './blocklists.ts'

const bench = await openBench('http')
afterAll(() => bench.sandbox.close())
const { world } = bench.sandbox
const dns = createDns({ servers: [`127.0.0.1:${bench.sandbox.ports.dns}`] }, bench.dependencies)
const lists = createBlocklists(blocklistZones('sandboxdqskey', ['surbl', 'uribl']), dns)
afterEach(() => {
  for (const list of simulatedLists) setMood(world, list, '')
  bench.sandbox.faults.clear()
})

test.each(simulatedLists)(
  '%s names what it always names, and nothing else until it lists it',
  async (list) => {
    expect(await lists.answers(list)).toBe(true)
    expect(await lists.ask(list, 'brightfoundry42.com')).toBe('clean')
    setListed(
      world,
      list,
      'brightfoundry42.com',
      { dbl: '127.0.1.4', surbl: '127.0.0.64', uribl: '127.0.0.2' }[list],
    )
    expect(await lists.ask(list, 'brightfoundry42.com')).toBe('critical')
  },
)

test('a key that Spamhaus does not know is seen before anything is asked with it', async () => {
  const foreign = createBlocklists(blocklistZones('anotherkey123', []), dns)
  expect(await foreign.answers('dbl')).toBe(false)
  expect(await foreign.ask('dbl', 'brightfoundry42.com')).toBe('unavailable')
})

test('a list without a zone is not watched, and says nothing', async () => {
  const none = createBlocklists(blocklistZones(undefined, ['uribl']), dns)
  expect(none.watched).toEqual(['uribl'])
  expect(await none.ask('dbl', 'brightfoundry42.com')).toBe('unavailable')
})

test.each(['nothing', '127.0.0.2'])(
  'a list that says %s to everybody is not taken for one that works',
  async (mood) => {
    setMood(world, 'uribl', mood)
    expect(await lists.answers('uribl')).toBe(false)
  },
)

test.each(['500', '429', 'false_success'] as const)(
  'a name server that fails (%s) is found out',
  async (kind) => {
    bench.sandbox.faults.add({ vendor: 'dns', kind, times: 100 })
    expect(await lists.answers('surbl')).toBe(false)
  },
)

const numberOf = (max: number) => fc.nat({ max })
const inLoopback = fc
  .tuple(numberOf(255), numberOf(255), numberOf(255))
  .map((last) => `127.${last.join('.')}`)
/** What each list describes as an answer about a name, by its own documentation. */
const described: Record<SimulatedList, (address: string) => boolean> = {
  dbl: (address) => /^127\.0\.1\.(2|4|5|6|10[2-6])$/.test(address),
  surbl: (address) => hasBits(address, 4 | 8 | 16 | 32 | 64 | 128),
  uribl: (address) => hasBits(address, 2 | 4) || address === '127.0.0.8',
}
/** One of these bits in the last number, and not the lowest, by which both lists refuse. */
function hasBits(address: string, bits: number): boolean {
  const last = Number(/^127\.0\.0\.(\d+)$/.exec(address)?.[1] ?? 0)
  return (last & 1) === 0 && (last & bits) > 0
}
const listings: Record<SimulatedList, readonly string[]> = {
  dbl: ['127.0.1.2', '127.0.1.6', '127.0.1.104'],
  surbl: ['127.0.0.8', '127.0.0.32', '127.0.0.216'],
  uribl: ['127.0.0.2', '127.0.0.4', '127.0.0.8'],
}

/** Refusals, addresses that the list does not describe, and those of networks that answer for names that do not exist. */
const refusalOf = (list: SimulatedList) =>
  fc
    .oneof(
      { weight: 4, arbitrary: numberOf(255).map((last) => `127.255.255.${last}`) },
      { weight: 3, arbitrary: numberOf(255).map((last) => `127.0.${list === 'dbl' ? 1 : 0}.${last}`) },
      { weight: 2, arbitrary: inLoopback },
      { weight: 1, arbitrary: fc.ipV4() },
    )
    .filter((address) => !described[list](address))

/** An answer that refuses: a failure, or addresses of which one is a refusal, whatever stands beside it. */
const refusedReply = (list: SimulatedList): fc.Arbitrary<Reply> =>
  fc.oneof(
    {
      weight: 9,
      arbitrary: fc
        .tuple(refusalOf(list), fc.subarray([...listings[list]]))
        .chain(([refusal, others]) =>
          fc.shuffledSubarray([refusal, ...others], { minLength: others.length + 1 }),
        )
        .map((addresses) => ({ addresses })),
    },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom<Rcode>('SERVFAIL', 'REFUSED', 'NOTIMP', 'FORMERR')
        .map((rcode) => ({ rcode })),
    },
  )

const atOnce = 100
const rounds = 34

test.each(simulatedLists)(
  'of thousands of refusals of every kind none is taken for clean or listed by %s, over real sockets',
  async (list) => {
    let replies: readonly Reply[] = []
    let heard = 0
    await using server = await openNameServerOf((name) => {
      heard++
      return replies[Number(/^n(\d+)\./.exec(name)?.[1])] ?? { rcode: 'NXDOMAIN' }
    })
    const resolver = createDns({ servers: [server.address] }, bench.dependencies)
    const refused = createBlocklists(blocklistZones('sandboxdqskey', ['surbl', 'uribl']), resolver)
    const some = fc.array(refusedReply(list), { minLength: atOnce, maxLength: atOnce })
    await fc.assert(
      fc.asyncProperty(some, async (given) => {
        replies = given
        const said = await Promise.all(given.map((_, n) => refused.ask(list, `n${n}.com`)))
        expect(said).toEqual(given.map(() => 'unavailable'))
      }),
      { numRuns: rounds },
    )
    // Of three lists more than ten thousand together, each of which was really heard.
    expect(heard).toBeGreaterThanOrEqual(atOnce * rounds)
    replies = []
    expect(await refused.ask(list, 'n0.com')).toBe('clean')
    replies = [{ addresses: [listings[list][0] ?? ''] }]
    expect(await refused.ask(list, 'n0.com')).toBe('critical')
  },
)
