import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { type ContractBench, openBench, requestsTo } from '#vendors/testing/contract.ts'
import { demoPostmaster } from '../simulator/demo-postmaster.ts'
import { googleState } from '../simulator/state.ts'
import { createPostmaster, type PostmasterSignIn } from './postmaster.ts'
import { domainsPage, ratesIn, readableDomain } from './postmaster-wire.ts'

let bench: ContractBench | undefined
afterEach(async () => {
  await bench?.sandbox.close()
  bench = undefined
})

async function open(signIn: Partial<PostmasterSignIn> = {}) {
  const opened = await openBench('http')
  bench = opened
  const { origin, dependencies, sandbox, ctx } = opened
  const urls = { tokenUrl: `${origin}/google/token`, postmasterUrl: `${origin}/google/postmaster/v2` }
  const state = googleState(sandbox.store)
  const add = (name: string, isVerified = true) => state.postmasterDomains.put(name, { name, isVerified })
  const tell = (name: string, day: string, rate: number) =>
    state.postmasterRates.put(`${name}/${day}`, { day, rate }, name)
  const tools = createPostmaster(urls, { ...demoPostmaster, ...signIn }, dependencies)
  const calls = () => requestsTo(opened, 'google').filter(({ path }) => path.includes('/postmaster/')).length
  return { tools, add, tell, ctx, calls, opened }
}
const week = { from: '2026-11-19', to: '2026-11-25' }

test('the domains that somebody has verified may be read, over all pages', async () => {
  const { tools, add, ctx, calls } = await open()
  for (let n = 0; n < 120; n++) add(`d${n}.com`)
  add('waiting.com', false)
  const names = await tools.domains(ctx)
  expect(names.size).toBe(120)
  expect(names.has('waiting.com')).toBe(false)
  expect(calls()).toBe(3)
})

test('many domains are asked about by one call', async () => {
  const { tools, add, tell, ctx, calls } = await open()
  add('a.com')
  add('quiet.com')
  tell('a.com', '2026-11-18', 0.5)
  tell('a.com', '2026-11-19', 0.001)
  tell('a.com', '2026-11-25', 0)
  const rates = await tools.spamRates(['a.com', 'quiet.com'], week, ctx)
  expect([...rates]).toEqual([
    [
      'a.com',
      [
        { day: '2026-11-19', rate: 0.001 },
        { day: '2026-11-25', rate: 0 },
      ],
    ],
    ['quiet.com', []],
  ])
  expect(calls()).toBe(1)
})

const hundred = Array.from({ length: 100 }, (_, n) => `d${n}.com`)

test('one that may not be read is left out of a hundred, and is not asked about again that day', async () => {
  const { tools, add, ctx, calls } = await open()
  for (const name of hundred) add(name, name !== 'd77.com')
  const others = hundred.filter((name) => name !== 'd77.com')
  expect([...(await tools.spamRates(hundred, week, ctx)).keys()]).toEqual(others)
  const before = calls()
  expect(before).toBeLessThanOrEqual(15)
  expect([...(await tools.spamRates(hundred, week, ctx)).keys()]).toEqual(others)
  expect(await tools.spamRates(['d77.com'], week, ctx)).toEqual(new Map())
  expect(calls()).toBe(before + 1)
})

test('however many may not be read, the calls for one list are few, and the next ones get further', async () => {
  const { tools, add, ctx, calls } = await open()
  for (const [n, name] of hundred.entries()) add(name, n % 10 !== 0)
  let read = 0
  for (let time = 1; time <= 10; time++) {
    const rates = await tools.spamRates(hundred, week, ctx)
    expect(rates.size).toBeGreaterThanOrEqual(read)
    read = rates.size
    expect(calls()).toBeLessThanOrEqual(16 * time)
  }
  expect(read).toBe(90)
})

test('a refusal of all that is asked is none of a domain’s', async () => {
  const { tools, add, ctx, opened, calls } = await open()
  for (const name of hundred) add(name)
  opened.sandbox.faults.add({ vendor: 'google', kind: '429', path: 'batchQuery', times: 1 })
  await expect(tools.spamRates(hundred, week, ctx)).rejects.toMatchObject({ isOverLimit: true })
  expect(calls()).toBe(1)
  expect((await tools.spamRates(hundred, week, ctx)).size).toBe(100)
})

test('what was read before a call failed counts', async () => {
  const { tools, add, ctx, opened } = await open()
  for (const name of ['a.com', 'b.com', 'denied.com', 'c.com']) add(name, name !== 'denied.com')
  opened.sandbox.faults.add({ vendor: 'google', kind: '500', path: 'batchQuery', skip: 2, times: 1 })
  const rates = await tools.spamRates(['a.com', 'b.com', 'denied.com', 'c.com'], week, ctx)
  expect([...rates.keys()]).toEqual(['a.com', 'b.com'])
})

test('a sign-in that was revoked says so without its secrets', async () => {
  const { tools, opened } = await open({ refreshToken: 'another-token-of-mine' })
  expect(await tools.probe()).toEqual({
    ok: false,
    isAway: false,
    reason: 'Google refused the sign-in: Token has been expired or revoked',
  })
  expect(opened.logText()).not.toContain('another-token-of-mine')
})

test('a sign-in that lists domains and reads no figure of them does not work', async () => {
  const { tools, add, calls, opened } = await open()
  expect(await tools.probe()).toEqual({ ok: true })
  add('a.com')
  expect(await tools.probe()).toEqual({ ok: true })
  expect(calls()).toBe(3)
  opened.sandbox.faults.add({ vendor: 'google', kind: '500', path: 'batchQuery', times: 1 })
  expect(await tools.probe()).toMatchObject({ ok: false, isAway: true })
})

const response = (...domainStats: unknown[]) => ({ response: { domainStats } })
const day = (value: unknown, more: object = {}) => ({
  metric: 'spam_rate',
  date: { year: 2026, month: 11, day: 2 },
  value,
  ...more,
})

test('rates are read from either field that Google has for them', () => {
  const read = [{ day: '2026-11-02', rate: 0.25 }]
  expect(ratesIn(response(day({ doubleValue: 0.25 })))).toEqual(read)
  expect(ratesIn(response(day({ floatValue: 0.25 })))).toEqual(read)
  expect(ratesIn({ response: {} })).toEqual([])
})

test('an answer of which any part cannot be read says nothing, least of all that nothing was marked', () => {
  const good = day({ doubleValue: 0.1 })
  for (const bad of [
    { error: { code: 7 } },
    { error: { code: 5 }, response: {} },
    { response: { rows: [] } },
    { response: { domainStats: [good], nextPageToken: 'more' } },
    response(good, 7),
    response(day({})),
    response(day(undefined)),
    response(day({ intValue: '1' })),
    response(day({ doubleValue: '0.1' })),
    response(day({ doubleValue: 30 })),
    response(day({ doubleValue: -0.1 })),
    response(day({ doubleValue: 0.1 }, { metric: 'another' })),
    response(day({ doubleValue: 0.1 }, { date: { year: 0, month: 11, day: 2 } })),
    {},
    [],
    null,
  ])
    expect(ratesIn(bad), JSON.stringify(bad)).toBeUndefined()
})

test('whatever comes, only days with a rate that can be are read, and no name that may not be', () => {
  const value = fc.oneof(
    fc.jsonValue(),
    fc.record({ doubleValue: fc.oneof(fc.double(), fc.jsonValue()) }),
    fc.record({ floatValue: fc.double({ min: 0, max: 1, noNaN: true }) }),
  )
  const result = fc.oneof(
    fc.jsonValue(),
    fc
      .array(
        fc.oneof(
          fc.jsonValue(),
          value.map((of) => day(of)),
        ),
        { maxLength: 5 },
      )
      .map((of) => response(...of)),
  )
  fc.assert(
    fc.property(result, (some) => {
      for (const { rate } of ratesIn(some) ?? []) expect(rate >= 0 && rate <= 1).toBe(true)
    }),
  )
  fc.assert(
    fc.property(fc.jsonValue(), (some) => {
      expect(readableDomain(some)).toBeUndefined()
      if (domainsPage.safeParse(some).success) expect(typeof some).toBe('object')
    }),
  )
})
