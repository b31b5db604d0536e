import { describe, expect, it } from 'vitest'
import { ceilingCents, firstPriceList } from '#features/plans/rules/price-list.ts'
import { createDns } from '#vendors/dns/adapter/dns.ts'
import { createDnsimple } from '#vendors/dnsimple/adapter/dnsimple.ts'
import { createRdap } from '#vendors/rdap/adapter/rdap.ts'
import { createSandbox, type Sandbox } from '#vendors/sandbox/sandbox.ts'
import { createCapturedLog } from '#vendors/testing/captured-log.ts'
import { createMemoryLimits } from '#vendors/testing/memory-limits.ts'
import { createNameCheck, type NameAvailability, type NameCheck } from './check-names.ts'
import { couldBePremium } from './could-be-premium.ts'
import { createNameLookUp, type NameLookUp, type SeenName } from './look-up-names.ts'
import { suggestNames } from './name-suggestions.ts'

interface Bench extends AsyncDisposable {
  sandbox: Sandbox
  lookUp: NameLookUp['lookUp']
  check: NameCheck['check']
  isKnown: NameCheck['isKnown']
  limits: ReturnType<typeof createMemoryLimits>
  asked(part: string): number
}

async function openBench(limitsScale = 1): Promise<Bench> {
  const sandbox = createSandbox({ storePath: ':memory:', delayScale: 0, limitsScale })
  await sandbox.listen(0)
  const limits = createMemoryLimits()
  const dependencies = { fetch: sandbox.fetch, log: createCapturedLog().log, limits }
  const rdapUrl = `${sandbox.origin}/rdap`
  const hint = createRdap(
    { bootstrapUrl: `${rdapUrl}/dns.json`, overrides: { co: `${rdapUrl}/co/` } },
    { ...dependencies, outsideFetch: sandbox.fetch },
  )
  const dns = createDns({ servers: [`127.0.0.1:${sandbox.ports.dns}`] }, dependencies)
  const dnsimple = createDnsimple(
    { baseUrl: `${sandbox.origin}/dnsimple/v2`, token: 'sandbox-token', registrantId: 1 },
    dependencies,
  )
  await hint.warm()
  await dnsimple.warm()
  return {
    sandbox,
    limits,
    ...createNameLookUp({ hint, dns }),
    ...createNameCheck({
      hint,
      registrar: dnsimple.registrar,
      ceilingOf: (tld) => ceilingCents(firstPriceList, tld),
    }),
    asked: (part) => sandbox.requests().filter(({ path }) => path.includes(part)).length,
    [Symbol.asyncDispose]: () => sandbox.close(),
  }
}

async function all<T>(names: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const each of names) found.push(each)
  return found
}
const statesOf = (found: readonly (SeenName | NameAvailability)[]) =>
  Object.fromEntries(found.map(({ name, state }) => [name, state]))

const many = (count: number) => Array.from({ length: count }, (_, n) => `quietfoundry${n}.com`)

describe('what can be seen of names', () => {
  it('tells free and taken names from those that only the registrar can tell', async () => {
    await using bench = await openBench()
    const names = [
      'quietfoundry.com',
      'acme.com',
      // Free, but short, or a word: perhaps at a premium price.
      'qzxv.net',
      'abdomen.com',
      // No dependable look-up; a registration that shows is there.
      'quietfoundry.co',
      'abc.co',
    ]
    expect(statesOf(await all(bench.lookUp(names)))).toEqual({
      'quietfoundry.com': 'available',
      'acme.com': 'taken',
      'qzxv.net': 'check',
      'abdomen.com': 'check',
      'quietfoundry.co': 'check',
      'abc.co': 'taken',
    })
  })

  it('never asks the registrar, whatever the registries do', async () => {
    await using bench = await openBench()
    const before = bench.asked('/dnsimple/')
    await all(bench.lookUp(['quietfoundry.com', ...suggestNames('quietfoundry.com')]))
    bench.sandbox.faults.add({ kind: '503', vendor: 'rdap', times: 1_000 })
    await all(bench.lookUp(['quietbridge42.com', ...suggestNames('quietbridge42.com')]))
    expect(bench.asked('/dnsimple/')).toBe(before)
    expect(bench.limits.reservations.filter(({ key }) => key === 'dnsimple:check')).toEqual([])
  })

  it('goes by DNS where a registry does not answer, and does not remember that for long', async () => {
    await using bench = await openBench()
    bench.sandbox.faults.add({ kind: '503', vendor: 'rdap', times: 2 })
    const names = ['acme.com', 'quietfoundry.com']
    expect(statesOf(await all(bench.lookUp(names)))).toEqual({
      'acme.com': 'taken',
      'quietfoundry.com': 'check',
    })
    expect(statesOf(await all(bench.lookUp(names)))).toEqual({
      'acme.com': 'taken',
      'quietfoundry.com': 'available',
    })
  })

  it('answers a name once, however often it is given, and remembers it for the next call', async () => {
    await using bench = await openBench()
    expect(await all(bench.lookUp(['quietfoundry.com', 'quietfoundry.com']))).toHaveLength(1)
    const before = bench.sandbox.requests().length
    await all(bench.lookUp(['quietfoundry.com']))
    expect(bench.sandbox.requests()).toHaveLength(before)
  })

  it('says honestly what is still being looked up, and has it when asked again', async () => {
    await using bench = await openBench()
    bench.sandbox.setLatency(100)
    const names = many(5)
    const early = await all(bench.lookUp(names, { deadlineMs: 20 }))
    expect(early).toEqual(names.map((name) => ({ name, state: 'checking' })))
    const later = await all(bench.lookUp(names))
    expect(later.map(({ state }) => state)).toEqual(names.map(() => 'available'))
    expect(bench.asked('/domain/')).toBe(5)
  })

  it('leaves names beyond a registry’s limit to the registrar', async () => {
    await using bench = await openBench(0.1)
    const found = await all(bench.lookUp(many(60)))
    const count = (wanted: string) => found.filter(({ state }) => state === wanted).length
    expect(count('available')).toBeGreaterThanOrEqual(9)
    expect(count('available') + count('check')).toBe(60)
  })

  it('stops telling when nobody listens any more; what is under way is there for the next who asks', async () => {
    await using bench = await openBench()
    for await (const first of bench.lookUp(many(40))) {
      expect(first.state).toBe('available')
      break
    }
    expect(await all(bench.lookUp(many(40)))).toHaveLength(40)
    expect(bench.asked('/domain/')).toBe(40)
  })

  it.each(['acme.com', 'qzxv.net', 'abdomen.com', 'a1.co'])(
    'takes %s for a name that could be premium',
    (name) => {
      expect(couldBePremium(name)).toBe(true)
    },
  )
  it.each(['quietfoundry.com', 'getacme.co', 'abdomenhq.net'])('takes %s for an ordinary name', (name) => {
    expect(couldBePremium(name)).toBe(false)
  })
})

describe('what the registrar says of names', () => {
  it('tells free, taken, premium, too dear, reserved and unsold names apart', async () => {
    await using bench = await openBench()
    const names = [
      'quietfoundry.com',
      'quietfoundry.co',
      'acme.com',
      'premiumfoundry.net',
      'quietfoundry.io',
      'reservedfoundry.org',
      'quietfoundry.dev',
    ]
    const found = await all(bench.check(names))
    expect(
      Object.fromEntries(
        found.map(({ name, state, registrationCents, reason }) => [name, [state, registrationCents, reason]]),
      ),
    ).toEqual({
      'quietfoundry.com': ['available', 16_00, undefined],
      'quietfoundry.co': ['available', 35_00, undefined],
      'acme.com': ['taken', undefined, 'This name is registered already.'],
      'premiumfoundry.net': ['premium', undefined, 'This is a premium name, which is not sold here.'],
      'quietfoundry.io': ['premium', 60_00, 'This name costs more than names are sold for here.'],
      'reservedfoundry.org': ['taken', undefined, 'The registry does not sell this name.'],
      'quietfoundry.dev': ['unsupported', undefined, 'Names with this ending cannot be registered here.'],
    })
  })

  it('asks once for each name, and for a price once per ending, out of what people who wait have', async () => {
    await using bench = await openBench()
    await all(bench.check(['quietfoundry.com', 'quietbridge42.com', 'quietfoundry.com']))
    await all(bench.check(['quietfoundry.com']))
    expect([bench.asked('/check'), bench.asked('/prices')]).toEqual([2, 1])
    const taken = bench.limits.reservations.filter(
      ({ key, purpose }) => key.startsWith('dnsimple') && purpose,
    )
    expect(taken.map(({ purpose }) => purpose)).toEqual(taken.map(() => 'waiting'))
    expect(taken).toHaveLength(5)
  })

  it('does not take the price of a premium name for the price of its ending', async () => {
    await using bench = await openBench()
    const names = ['premiumfoundry.com', 'quietfoundry.com', 'quietbridge42.com']
    expect(statesOf(await all(bench.check(names)))).toEqual({
      'premiumfoundry.com': 'premium',
      'quietfoundry.com': 'available',
      'quietbridge42.com': 'available',
    })
  })

  it('says that a name is taken although the registrar is away, and of others that it is away', async () => {
    await using bench = await openBench()
    bench.sandbox.faults.add({ kind: '500', vendor: 'dnsimple', times: 100 })
    expect(await all(bench.check(['sales.com', 'quietbridge42.com']))).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'sales.com', state: 'taken' }),
        {
          name: 'quietbridge42.com',
          state: 'unknown',
          reason: 'The registrar did not answer. Please try again.',
          registrarAway: true,
        },
      ]),
    )
  })

  it('does not remember what it could not find out', async () => {
    await using bench = await openBench()
    bench.sandbox.faults.add({ kind: '500', vendor: 'dnsimple', times: 2 })
    expect(await all(bench.check(['quietfoundry.com']))).toMatchObject([{ state: 'unknown' }])
    expect(bench.isKnown('quietfoundry.com')).toBe(false)
    expect(await all(bench.check(['quietfoundry.com']))).toMatchObject([{ state: 'available' }])
    expect(bench.isKnown('quietfoundry.com')).toBe(true)
  })

  it('says honestly what is still being checked, and has it when asked again', async () => {
    await using bench = await openBench()
    bench.sandbox.setLatency(100)
    const names = many(5)
    const early = await all(bench.check(names, { deadlineMs: 20 }))
    expect(early.map(({ name, state, reason }) => [name, state, reason])).toEqual(
      names.map((name) => [name, 'unknown', 'Still checking.']),
    )
    const later = await all(bench.check(names))
    expect(later.map(({ state }) => state)).toEqual(names.map(() => 'available'))
    expect(bench.asked('/check')).toBe(5)
  })
})
