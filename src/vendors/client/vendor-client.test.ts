import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { CallContext } from '#vendors/ports/call-context.ts'
import { createCapturedLog } from '#vendors/testing/captured-log.ts'
import { thrownBy } from '#vendors/testing/failure-of.ts'
import { createMemoryLimits } from '#vendors/testing/memory-limits.ts'
import { createVendorClient, dropped, type VendorClientOptions } from './vendor-client.ts'
import type { VendorLimits } from './vendor-limits.ts'

const url = 'https://vendor.test/x'
const limit = { key: 'bison:one', rate: { perSecond: 1, burst: 1 } }

function clientAnswering(
  answer: () => Response,
  options: Partial<VendorClientOptions> = {},
  limits: VendorLimits = createMemoryLimits(),
) {
  const captured = createCapturedLog()
  let calls = 0
  const call = createVendorClient(
    {
      fetch: async () => {
        calls++
        return answer()
      },
      log: captured.log,
      limits,
    },
    { vendor: 'bison', ...options },
  )
  return { call, calls: () => calls, logged: captured.text }
}

describe('a request to a vendor', () => {
  it('keeps secrets out of the reason, should the vendor repeat them', async () => {
    const { call, logged } = clientAnswering(
      () => Response.json({ message: 'key k3y-canary and password p4ss-canary are wrong' }, { status: 400 }),
      {
        secrets: ['k3y-canary'],
        explain: ({ body }) => ({ reason: (body as { message: string }).message }),
      },
    )
    const error = await thrownBy(call({ operation: 'add', url, secrets: ['p4ss-canary'], answer: dropped }))
    expect(error.reason).toBe('key ••• and password ••• are wrong')
    expect(logged()).not.toContain('canary')
  })

  it('leaves words as they are that a secret of a few letters occurs in', async () => {
    const { call } = clientAnswering(() => Response.json({}, { status: 400 }), {
      explain: () => ({ reason: 'the API key is not valid: 4567' }),
    })
    const error = await thrownBy(
      call({ operation: 'add', url, secrets: ['k', 'is', 'key', '4567'], answer: dropped }),
    )
    expect(error.reason).toBe('the API key is not valid: •••')
  })

  it('reads a refusal that comes with a status of success', async () => {
    const { call } = clientAnswering(() => Response.json({ error: 'no such thing' }), {
      refusesInside: (body) => 'error' in (body as object),
      explain: ({ body }) => ({ kind: 'not_found', reason: (body as { error: string }).error }),
    })
    for (const answer of [dropped, z.looseObject({})]) {
      const error = await thrownBy(call({ operation: 'find', url, answer }))
      expect([error.kind, error.reason, error.status]).toEqual(['not_found', 'no such thing', 200])
    }
  })

  /** A date has whole seconds. */
  const inAnHour = () => Math.ceil(Date.now() / 1000) * 1000 + 3600_000
  it.each([
    ['seconds, to the second', () => '86400', 86_400],
    ['a date', () => new Date(inAnHour()).toUTCString(), 3600],
    ['the moment, in seconds since 1970', () => String(inAnHour() / 1000), 3600],
    ['the past', () => new Date(0).toUTCString(), 0],
    ['more than a day', () => '86401', 3600, true],
    ['a moment years away', () => String(inAnHour() / 1000 + 1e9), 3600, true],
    ['a date years away', () => 'Fri, 31 Dec 2083 23:59:59 GMT', 3600, true],
    ['more than any number', () => '1e999', 3600, true],
    ['neither a number nor a date', () => 'later', 3600, true],
  ])(
    'waits as long as it is told, within a day, and says what it does not believe: %s',
    async (_, told, seconds, isDoubted = false) => {
      const value = told()
      const { call } = clientAnswering(
        () => new Response('', { status: 429, headers: { 'retry-after': value } }),
      )
      const { retryAfterMs, doubted } = await thrownBy(call({ operation: 'find', url, answer: dropped }))
      expect(doubted).toBe(isDoubted ? `Retry-After: ${value}` : undefined)
      expect(retryAfterMs && Math.round(retryAfterMs / 2_000)).toBe(seconds / 2)
    },
  )

  it('says the word of a state that nobody has described, without a secret, and no other value', async () => {
    const answer = z.object({ state: z.enum(['new', 'done']), price: z.number() })
    const reasonOf = async (body: object) => {
      const { call } = clientAnswering(() => Response.json(body))
      const error = await thrownBy(call({ operation: 'find', url, answer, secrets: ['canary-77'] }))
      return [error.kind, error.reason]
    }
    const unread = 'the answer has an unexpected form at'
    expect(await reasonOf({ state: 'parked', price: 1 })).toEqual(['transient', `${unread} state: “parked”`])
    expect(await reasonOf({ state: 'canary-77', price: 1 })).toEqual(['transient', `${unread} state: “•••”`])
    expect(await reasonOf({ state: 'new', price: 'much' })).toEqual(['transient', `${unread} price`])
  })

  it.each([
    ['a refusal that passes', 400, {}, false],
    ['a conflict that passes', 409, {}, false],
    ['429', 429, {}, true],
    ['a quota, said with 403', 403, { isOverLimit: true } as const, true],
    ['an outage', 503, {}, false],
  ])(
    'takes %s for a used-up limit, and keeps others from calling, only where it is one',
    async (_, status, said, isOverLimit) => {
      const limits = createMemoryLimits()
      const explain = () => ({ kind: 'transient', reason: 'later', ...said }) as const
      const { call } = clientAnswering(() => new Response('{}', { status }), { explain }, limits)
      const error = await thrownBy(call({ operation: 'find', url, answer: dropped, limit }))
      expect([error.kind, error.isOverLimit]).toEqual(['transient', isOverLimit])
      expect(limits.blocks.length > 0).toBe(isOverLimit)
    },
  )

  it('takes plain words for an answer only where they are expected', async () => {
    const { call } = clientAnswering(() => new Response('Updated successfully'))
    const words = z.string().startsWith('Updated')
    expect(await call({ operation: 'update', url, answer: words, answersInWords: true })).toBe(
      'Updated successfully',
    )
    expect((await thrownBy(call({ operation: 'update', url, answer: words }))).reason).toBe(
      'the answer was not JSON',
    )
  })

  it('tells the limiter of a later call that it goes on with what is begun', async () => {
    const told: unknown[] = []
    const limits: VendorLimits = {
      reserve: async ({ isUnderWay }) => {
        told.push(isUnderWay)
        return { granted: true, waitMs: 0 }
      },
      block: async () => {},
    }
    const { call, calls } = clientAnswering(() => Response.json({}), {}, limits)
    const ctx: CallContext = { isUnderWay: () => calls() > 0 }
    for (let each = 0; each < 2; each += 1) await call({ operation: 'ask', url, answer: dropped, limit }, ctx)
    expect(told).toEqual([false, true])
  })

  it('waits for its place as long as it is told to, and no longer', async () => {
    const refusals = [8, 8, 8]
    const limits: VendorLimits = {
      reserve: async () => {
        const retryAfterMs = refusals.shift()
        return retryAfterMs ? { granted: false, retryAfterMs } : { granted: true, waitMs: 0 }
      },
      block: async () => {},
    }
    const { call, calls } = clientAnswering(() => Response.json({}), {}, limits)
    const ask = (ctx: CallContext) => call({ operation: 'ask', url, answer: dropped, limit }, ctx)
    expect(await thrownBy(ask({}))).toMatchObject({ kind: 'transient', retryAfterMs: 8 })
    expect(await thrownBy(ask({ patienceMs: 10 }))).toMatchObject({ kind: 'transient' })
    expect(calls()).toBe(0)
    refusals.push(8, 8)
    await ask({ patienceMs: 100 })
    expect(calls()).toBe(1)
  })

  it('sends nothing and takes no place once it is called off', async () => {
    const limits = createMemoryLimits()
    const { call, calls } = clientAnswering(() => Response.json({}), {}, limits)
    const error = await thrownBy(
      call({ operation: 'ask', url, answer: dropped, limit }, { signal: AbortSignal.abort() }),
    )
    expect(error.reason).toBe('the call was called off')
    expect([calls(), limits.reservations.length]).toEqual([0, 0])
  })

  it('ends its waiting when it is called off', async () => {
    const limits: VendorLimits = {
      reserve: async () => ({ granted: false, retryAfterMs: 60_000 }),
      block: async () => {},
    }
    const { call } = clientAnswering(() => Response.json({}), {}, limits)
    const stop = new AbortController()
    const asked = thrownBy(
      call({ operation: 'ask', url, answer: dropped, limit }, { patienceMs: 120_000, signal: stop.signal }),
    )
    stop.abort()
    expect((await asked).reason).toBe('the call was called off')
  })
})
