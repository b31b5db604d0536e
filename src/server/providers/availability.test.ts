import { describe, expect, it } from 'vitest'
import { createSandbox, type Sandbox } from '../../sandbox/sandbox.ts'
import {
  type Availability,
  createAvailability,
  type LookUpOptions,
  type NameAvailability,
} from './availability.ts'
import { createDnsimple } from './dnsimple/dnsimple.ts'
import { suggestNames } from './name-suggestions.ts'
import { createRdap } from './rdap/rdap.ts'
import { createCapturedLog } from './testing/captured-log.ts'
import { createMemoryLimits } from './testing/memory-limits.ts'

interface Bench extends AsyncDisposable {
  sandbox: Sandbox
  availability: Availability
  asked(part: string): number
}

async function openBench(limitsScale = 1): Promise<Bench> {
  const sandbox = createSandbox({ storePath: ':memory:', delayScale: 0, limitsScale })
  const dependencies = {
    fetch: sandbox.fetch,
    log: createCapturedLog().log,
    limits: createMemoryLimits(),
  }
  const rdapUrl = `${sandbox.origin}/rdap`
  const hint = createRdap(
    { bootstrapUrl: `${rdapUrl}/dns.json`, overrides: { co: `${rdapUrl}/co/` } },
    dependencies,
  )
  const dnsimple = createDnsimple(
    { baseUrl: `${sandbox.origin}/dnsimple/v2`, token: 'sandbox-token', registrantId: 1 },
    dependencies,
  )
  await hint.warm()
  await dnsimple.warm()
  return {
    sandbox,
    availability: createAvailability({ hint, registrar: dnsimple.registrar }),
    asked: (part) => sandbox.requests().filter(({ path }) => path.includes(part)).length,
    [Symbol.asyncDispose]: () => sandbox.close(),
  }
}

async function all(availability: Availability, names: readonly string[], options?: LookUpOptions) {
  const found: NameAvailability[] = []
  for await (const each of availability.lookUp(names, options)) found.push(each)
  return found
}

const many = (count: number) => Array.from({ length: count }, (_, n) => `quietfoundry${n}.com`)

describe('availability of names', () => {
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
    const found = await all(bench.availability, names)
    expect(
      Object.fromEntries(
        found.map(({ name, state, registrationCents }) => [name, [state, registrationCents]]),
      ),
    ).toEqual({
      'quietfoundry.com': ['available', 16_00],
      'quietfoundry.co': ['available', 35_00],
      'acme.com': ['taken', undefined],
      'premiumfoundry.net': ['premium', undefined],
      'quietfoundry.io': ['premium', 60_00],
      'reservedfoundry.org': ['taken', undefined],
      'quietfoundry.dev': ['unsupported', undefined],
    })
    for (const { state, reason } of found) expect(reason === undefined).toBe(state === 'available')
  })

  it('asks the registrar only about names that look free, and for a price once per ending', async () => {
    await using bench = await openBench()
    const taken = ['sales.com', 'mail.com', 'leads.com', 'growth.com']
    await all(bench.availability, ['acme.com', ...taken, 'quietfoundry.com', 'quietbridge42.com'])
    expect(bench.asked('/check')).toBe(3)
    expect(bench.asked('/prices')).toBe(1)
  })

  it('does not take the price of a premium name for the price of its ending', async () => {
    await using bench = await openBench()
    const found = await all(bench.availability, [
      'premiumfoundry.com',
      'quietfoundry.com',
      'quietbridge42.com',
    ])
    expect(found.map(({ name, state }) => [name, state])).toEqual(
      expect.arrayContaining([
        ['premiumfoundry.com', 'premium'],
        ['quietfoundry.com', 'available'],
        ['quietbridge42.com', 'available'],
      ]),
    )
  })

  it('answers a name once, however often it is given, and remembers it for the next call', async () => {
    await using bench = await openBench()
    expect(await all(bench.availability, ['quietfoundry.com', 'quietfoundry.com'])).toHaveLength(1)
    const before = bench.sandbox.requests().length
    await all(bench.availability, ['quietfoundry.com'])
    expect(bench.sandbox.requests()).toHaveLength(before)
  })

  it('asks anew, and for each name its own price, where it must be exact', async () => {
    await using bench = await openBench()
    const names = ['quietfoundry.com', 'quietbridge42.com']
    await all(bench.availability, names)
    const [checks, prices] = [bench.asked('/check'), bench.asked('/prices')]
    const found = await all(bench.availability, names, { exact: true })
    expect(found.map(({ state }) => state)).toEqual(['available', 'available'])
    expect([bench.asked('/check') - checks, bench.asked('/prices') - prices]).toEqual([2, 2])
  })

  it('falls back to the registrar when a registry fails, and to the registry when the registrar does', async () => {
    await using bench = await openBench()
    bench.sandbox.faults.add({ kind: '503', vendor: 'rdap', times: 100 })
    expect(await all(bench.availability, ['first42.com', 'acme.com', 'quietfoundry.com'])).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'acme.com', state: 'taken' }),
        expect.objectContaining({ name: 'quietfoundry.com', state: 'available' }),
      ]),
    )
    bench.sandbox.faults.clear()
    bench.sandbox.faults.add({ kind: '500', vendor: 'dnsimple', times: 100 })
    expect(await all(bench.availability, ['sales.com', 'quietbridge42.com'])).toEqual(
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

  it('does not remember what it could not settle', async () => {
    await using bench = await openBench()
    bench.sandbox.faults.add({ kind: '500', vendor: 'dnsimple', times: 1 })
    expect(await all(bench.availability, ['quietfoundry.com'])).toMatchObject([{ state: 'unknown' }])
    expect(await all(bench.availability, ['quietfoundry.com'])).toMatchObject([{ state: 'available' }])
  })

  it('says honestly what is still being checked, and has it when asked again', async () => {
    await using bench = await openBench()
    bench.sandbox.setLatency(100)
    const names = many(5)
    const early = await all(bench.availability, names, { deadlineMs: 20 })
    expect(early.map(({ name, state, reason }) => [name, state, reason])).toEqual(
      names.map((name) => [name, 'unknown', 'Still checking.']),
    )
    const later = await all(bench.availability, names)
    expect(later.map(({ state }) => state)).toEqual(names.map(() => 'available'))
    expect(bench.asked('/check')).toBe(5)
  })

  it('leaves names beyond the vendors’ limits as still being checked', async () => {
    await using bench = await openBench(0.1)
    const found = await all(bench.availability, many(60))
    const count = (wanted: string) => found.filter(({ state }) => state === wanted).length
    expect(found).toHaveLength(60)
    expect(count('available')).toBeGreaterThanOrEqual(9)
    expect(count('available') + count('unknown')).toBe(60)
  })

  it('stops telling when nobody listens any more; what is under way is there for the next who asks', async () => {
    await using bench = await openBench()
    for await (const first of bench.availability.lookUp(many(40))) {
      expect(first.state).toBe('available')
      break
    }
    expect(await all(bench.availability, many(40))).toHaveLength(40)
    expect(bench.asked('/check')).toBe(40)
  })
})

describe('with 150 ms for each call of a vendor', () => {
  it('settles 100 names within 5 seconds', async () => {
    await using bench = await openBench()
    bench.sandbox.setLatency(150)
    const started = performance.now()
    const found = await all(bench.availability, many(100))
    expect(performance.now() - started).toBeLessThan(5_000)
    expect(found.filter(({ state }) => state === 'available').length).toBeGreaterThanOrEqual(99)
  })

  it('answers a name with 20 suggestions bit by bit, the first long before the last', async () => {
    await using bench = await openBench()
    bench.sandbox.setLatency(150)
    const started = performance.now()
    const at: number[] = []
    const names = ['quietfoundry.com', ...suggestNames('quietfoundry.com')]
    for await (const _ of bench.availability.lookUp(names)) at.push(performance.now() - started)
    expect(at).toHaveLength(21)
    expect(at[0]).toBeLessThan(at.at(-1) as number)
  })
})
