import { describe, expect, it } from 'vitest'
import { controlOf } from '#tests/server/sandbox-control.ts'
import { createSafeFetch } from '#vendors/bison/adapter/safe-fetch.ts'
import { createSandbox } from '#vendors/sandbox/sandbox.ts'
import { type ContractBench, describeFailureMatrix, openBench, operation } from '#vendors/testing/contract.ts'
import { createRdap } from './rdap.ts'
import { baseFor, bootstrapFile, readBootstrap } from './wire.ts'

const acme = () => Response.json({ objectClassName: 'domain', ldhName: 'ACME.COM' })
/** Names of this network, as an attacker would have them: only what is here is known. */
const outsideFetch = (answer: () => Response) =>
  createSafeFetch({
    resolve: async (host) => [{ address: host === 'public.example' ? '8.8.8.8' : '10.0.0.7', family: 4 }],
    exchange: async () => answer(),
  })
/** @param outside what anything answers that is not the sandbox */
const adapter = (
  { origin, dependencies }: Pick<ContractBench, 'origin' | 'dependencies'>,
  outside: () => Response = acme,
) =>
  createRdap(
    { bootstrapUrl: `${origin}/rdap/dns.json`, overrides: { co: `${origin}/rdap/co` } },
    { ...dependencies, outsideFetch: outsideFetch(outside) },
  )

const lookUp = operation<void>({
  name: 'lookUp',
  call: (bench) => adapter(bench).lookUp('acme.com', bench.ctx),
})
const status = operation<void>({
  name: 'status',
  call: (bench) => adapter(bench).status('acme.com', bench.ctx),
})
describeFailureMatrix({
  vendor: 'rdap',
  secrets: [],
  transport: 'in-process',
  ports: (bench) => [adapter(bench)],
  without: { warm: 'It only reads ahead what both read.' },
  operations: [lookUp, status],
})
describeFailureMatrix({ vendor: 'rdap', secrets: [], transport: 'http', operations: [lookUp] })

describe('looking at a name', () => {
  it.each([
    ['acme.com', 'taken'],
    ['brightfoundry42.com', 'probably_free'],
    ['reservedfoundry.org', 'probably_free'],
    // Missing from the list of registries: only what is there counts.
    ['abc.co', 'taken'],
    ['brightfoundry42.co', 'unknown'],
    ['acme.dev', 'unknown'],
  ])('finds %s %s', async (name, seen) => {
    const bench = await openBench('in-process')
    expect(await adapter(bench).lookUp(name)).toBe(seen)
    await bench.sandbox.close()
  })

  it('fetches the list of registries once, also when many look at the same time', async () => {
    const bench = await openBench('in-process')
    const rdap = adapter(bench)
    await Promise.all(['a1b2c3.com', 'a1b2c3.net', 'a1b2c3.org'].map((name) => rdap.lookUp(name)))
    await rdap.lookUp('a1b2c3.info')
    expect(bench.sandbox.requests().filter(({ path }) => path === '/rdap/dns.json')).toHaveLength(1)
    await bench.sandbox.close()
  })

  it('needs no list for a registry that is configured', async () => {
    const bench = await openBench('in-process')
    await adapter(bench).lookUp('brightfoundry42.co')
    expect(bench.sandbox.requests().map(({ path }) => path)).toEqual(['/rdap/co/domain/brightfoundry42.co'])
    await bench.sandbox.close()
  })

  it('keeps each registry to its own limit', async () => {
    const bench = await openBench('in-process')
    const rdap = adapter(bench)
    await rdap.lookUp('acme.com')
    await rdap.lookUp('acme.org')
    expect(bench.dependencies.limits.reservations).toMatchObject([
      {
        key: `rdap:${bench.origin}/rdap/com/v1/`,
        rate: { burst: 100, perSecond: 1 },
        among: ['waiting', 'looks'],
      },
      {
        key: `rdap:${bench.origin}/rdap/org/v1/`,
        rate: { burst: 100, perSecond: 1 },
        among: ['waiting', 'looks'],
      },
    ])
    await bench.sandbox.close()
  })

  it('is told to come back by a registry that has had enough', async () => {
    const bench = await openBench('in-process')
    const sandbox = createSandbox({ storePath: ':memory:', limitsScale: 0.01 })
    const rdap = adapter({ ...bench, dependencies: { ...bench.dependencies, fetch: sandbox.fetch } })
    await rdap.lookUp('acme.com')
    await expect(rdap.lookUp('acme.com')).rejects.toMatchObject({
      kind: 'transient',
      retryAfterMs: expect.any(Number),
    })
    expect(bench.dependencies.limits.blocks).toHaveLength(1)
    await sandbox.close()
    await bench.sandbox.close()
  })
})

describe('a registry that leads elsewhere', () => {
  async function openMoved(moved: { status?: number; base?: string }) {
    const bench = await openBench('in-process')
    await controlOf(bench.sandbox)('/_rdap/moved', { tld: 'com', ...moved })
    return bench
  }

  it.each([301, 302, 307])('is followed after %i, and the answer there counts', async (status) => {
    await using bench = await openMoved({ status })
    expect(await adapter(bench).lookUp('acme.com')).toBe('taken')
    expect(await adapter(bench).lookUp('brightfoundry42.com')).toBe('probably_free')
    expect(await adapter(bench).status('acme.com')).toEqual(['client transfer prohibited'])
  })

  it('is followed to a public address by https', async () => {
    await using bench = await openMoved({ base: 'https://public.example/rdap/' })
    expect(await adapter(bench).lookUp('acme.com')).toBe('taken')
  })

  it.each([404, 410])('says that a name is free by %i in the form of registries alone', async (status) => {
    await using bench = await openMoved({ base: 'https://public.example/rdap/' })
    const missing = (type: string) => () =>
      new Response('{"errorCode":404}', { status, headers: { 'content-type': type } })
    const registry = adapter(bench, missing('application/rdap+json; charset=utf-8'))
    expect(await registry.lookUp('brightfoundry42.com')).toBe('probably_free')
    const site = adapter(bench, missing('text/html'))
    const said = { vendor: 'rdap', kind: 'transient', reason: expect.stringContaining('leads elsewhere') }
    await expect(site.lookUp('acme.com')).rejects.toMatchObject(said)
    await expect(site.status('acme.com')).rejects.toMatchObject(said)
  })

  it.each([
    ['a private network', 'https://inside.example/', /public internet/],
    ['this machine', 'https://127.0.0.1:5432/', /public internet/],
    ['plain http', 'http://public.example/', /begin with https/],
    ['no web address', 'https://[', /no web address/],
  ])('is not followed to %s', async (_, base, reason) => {
    await using bench = await openMoved({ base })
    await expect(adapter(bench).lookUp('acme.com')).rejects.toMatchObject({
      vendor: 'rdap',
      kind: 'transient',
      reason: expect.stringMatching(reason),
    })
  })

  it('is not followed round and round', async () => {
    await using bench = await openMoved({ base: '/rdap/com/v1/' })
    await expect(adapter(bench).lookUp('acme.com')).rejects.toMatchObject({
      kind: 'transient',
      reason: 'it led on more than 4 times',
    })
    expect(bench.sandbox.requests().filter(({ path }) => path.startsWith('/rdap/com/'))).toHaveLength(5)
  })
})

describe('the list of registries', () => {
  const bases = readBootstrap(
    bootstrapFile.parse({
      version: '1.0',
      publication: '2026-11-19T20:00:01Z',
      services: [
        [['com', 'NET'], ['https://rdap.verisign.com/com/v1/']],
        [['uk'], ['http://rdap.nominet.uk/uk', 'https://rdap.nominet.uk/uk']],
        [['co.uk'], ['https://rdap.example/']],
        [['nothing'], []],
      ],
    }),
  )
  it('gives a base with a slash at its end, by https where that is offered', () => {
    expect(baseFor('acme.uk', bases)).toBe('https://rdap.nominet.uk/uk/')
    expect(baseFor('acme.net', bases)).toBe('https://rdap.verisign.com/com/v1/')
  })
  it('goes by the longest ending that is listed', () => {
    expect(baseFor('acme.co.uk', bases)).toBe('https://rdap.example/')
  })
  it('has no base for an ending that is missing or has no address', () => {
    expect(baseFor('acme.dev', bases)).toBeUndefined()
    expect(baseFor('acme.nothing', bases)).toBeUndefined()
  })
})
