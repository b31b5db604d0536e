import { afterAll, expect, it } from 'vitest'
import type { DnsAnswer } from '#vendors/ports/names.ts'
import { setNameServers } from '#vendors/sandbox/names/registered-names.ts'
import { openBench } from '#vendors/testing/contract.ts'
import { publishRecords } from '#vendors/testing/publish-records.ts'
import { openSilentNameServer } from '#vendors/testing/silent-name-server.ts'
import { authoritativeResolvers } from './authoritative.ts'
import { readAnswer } from './read-answer.ts'
import { untilCalledOff } from './until-called-off.ts'

const bench = await openBench('http')
afterAll(() => bench.sandbox.close())
const { world } = bench.sandbox
const server = `127.0.0.1:${bench.sandbox.ports.dns}`
const host = 'strangers-host42.com'

/** The zone's owner gives its name servers, `ns1` and so on, these addresses. */
function giveNameServers(zone: string, servers: readonly string[][]): void {
  const named = servers.map((addresses, index) => ({
    name: `ns${index + 1}.${zone.split('.')[0]}`,
    addresses,
  }))
  publishRecords(
    { world },
    host,
    named.flatMap(({ name, addresses }) =>
      addresses.map((content) => ({ name, type: 'A' as const, content })),
    ),
  )
  setNameServers(
    world,
    zone,
    named.map(({ name }) => `${name}.${host}`),
  )
}

/** Every server that a look-up leads to is the sandbox's; notes which would have been asked. */
async function look(name: string, signal = new AbortController().signal) {
  const asked: string[] = []
  const answer = await untilCalledOff(signal, async (open): Promise<DnsAnswer<string>> => {
    const found = await authoritativeResolvers(name, {
      recursive: open([server]),
      open,
      serverAt: (address) => {
        asked.push(address)
        return server
      },
    })
    if (found.state !== 'found') return found
    return readAnswer(Promise.all(found.values.map((each) => each.resolveNs(name))).then((all) => all.flat()))
  })
  return { asked, answer }
}

it('asks two of the name servers of a zone themselves', async () => {
  giveNameServers('brightfoundry42.com', [['9.9.9.9'], ['9.9.9.10'], ['9.9.9.11']])
  const { asked, answer } = await look('brightfoundry42.com')
  expect(asked).toEqual(['9.9.9.9', '9.9.9.10'])
  const listed = [1, 2, 3].map((each) => `ns${each}.brightfoundry42.${host}`)
  expect(answer).toEqual({ state: 'found', values: [...listed, ...listed] })
  expect((await look('nobodyhasthisname42.com')).answer).toEqual({ state: 'missing' })
})

it.each([
  ['this machine', '127.0.0.1'],
  ['a private network', '10.0.0.53'],
  ['another private network', '192.168.1.1'],
  ['a carrier’s network', '100.64.0.10'],
  ['a metadata service', '169.254.169.254'],
  ['Azure’s own name server', '168.63.129.16'],
])('sends no query to %s because a zone’s owner says so', async (where, address) => {
  const zone = `zone-of-${where.replaceAll(/\W/g, '')}.com`.toLowerCase()
  giveNameServers(zone, [[address], [address]])
  expect(await look(`_inboxyard-verify.${zone}`)).toEqual({
    asked: [],
    answer: { state: 'unknown', reason: 'the name servers do not belong to the public internet' },
  })
})

it('asks the servers of a zone that belong to the public internet with all of their addresses, and no other', async () => {
  giveNameServers('halfinside42.com', [['10.0.0.53'], ['9.9.9.9', '127.0.0.1'], ['9.9.9.10']])
  expect((await look('halfinside42.com')).asked).toEqual(['9.9.9.10'])
})

it('looks up the addresses of a few of a zone’s name servers, however many it lists', async () => {
  giveNameServers('manyservers42.com', [...Array.from({ length: 30 }, () => ['10.0.0.53']), ['9.9.9.9']])
  expect((await look('manyservers42.com')).asked).toEqual([])
})

it('leaves no query behind when it is called off', async () => {
  await using silent = await openSilentNameServer()
  const calledOff = new AbortController()
  let query: Promise<unknown> = Promise.resolve()
  const looking = untilCalledOff(calledOff.signal, (open) => {
    query = open([silent.address]).resolveTxt('slow.example.com')
    return readAnswer(query as Promise<string[]>)
  })
  calledOff.abort()
  expect(await looking).toEqual({ state: 'unknown', reason: 'the query was called off' })
  await expect(query).rejects.toMatchObject({ code: 'ECANCELLED' })
})
