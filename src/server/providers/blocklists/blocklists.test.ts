import { afterAll, afterEach, expect, test } from 'vitest'
import { setListed, setMood, simulatedLists } from '../../../sandbox/dns/blocklists.ts'
import { blocklistZones } from '../../config/blocklist-zones.ts'
import { createDns } from '../dns/dns.ts'
import { openBench } from '../testing/contract.ts'
import { type Blocklists, createBlocklists } from './blocklists.ts'

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

/** Every address that means a refusal or that no list describes. */
function refusals(): { list: (typeof simulatedLists)[number]; address: string }[] {
  const last = Array.from({ length: 256 }, (_, n) => n)
  const isDbl = (n: number) => [2, 4, 5, 6, 102, 103, 104, 105, 106].includes(n)
  return [
    ...simulatedLists.flatMap((list) => last.map((n) => ({ list, address: `127.255.255.${n}` }))),
    ...simulatedLists.flatMap((list) => last.map((n) => ({ list, address: `127.7.0.${n}` }))),
    ...simulatedLists.flatMap((list) => last.map((n) => ({ list, address: `127.0.9.${n}` }))),
    ...last.filter((n) => !isDbl(n)).map((n) => ({ list: 'dbl' as const, address: `127.0.1.${n}` })),
    ...last.map((n) => ({ list: 'dbl' as const, address: `127.0.0.${n}` })),
    ...(['surbl', 'uribl'] as const).flatMap((list) =>
      last.filter((n) => n % 2 === 1).map((n) => ({ list, address: `127.0.0.${n}` })),
    ),
  ]
}

test('of ten thousand refusals none is taken for clean or listed, over real sockets', async () => {
  const kinds = refusals()
  const answers = new Map<string, number>()
  let asked = 0
  while (asked < 10_000) {
    const kind = kinds[(((asked / 100) * 31) % kinds.length) | 0] as (typeof kinds)[number]
    setMood(world, kind.list, kind.address)
    const said = await askMany(lists, kind.list, 100)
    for (const each of said) answers.set(each, (answers.get(each) ?? 0) + 1)
    setMood(world, kind.list, '')
    asked += 100
  }
  expect([...answers]).toEqual([['unavailable', 10_000]])
})

const askMany = (of: Blocklists, list: (typeof simulatedLists)[number], count: number) =>
  Promise.all(Array.from({ length: count }, (_, n) => of.ask(list, `name${n}.com`)))
