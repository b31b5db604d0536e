import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CallOutcome } from '#vendors/ports/call-context.ts'
import { meaningOf } from '#vendors/testing/meaning-of.ts'
import { noFailures, runEach, runInChunks, runInRounds } from './run-each.ts'
import { VendorError, type VendorErrorKind } from './vendor-error.ts'

const failure = (kind: VendorErrorKind, retryAfterMs?: number) =>
  new VendorError({
    vendor: 'instantly',
    operation: 'test',
    ...meaningOf(kind),
    reason: 'because',
    retryAfterMs,
  })
const ids = (count: number) => Array.from({ length: count }, (_, at) => `id-${at}`)

describe('working on many items', () => {
  it('answers in order, whatever finishes first, and never does more at once than allowed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(5)), fc.integer({ min: 1, max: 4 }), async (delays, concurrency) => {
        let running = 0
        let most = 0
        const outcomes = await runEach(delays, concurrency, async (turns) => {
          most = Math.max(most, ++running)
          for (let turn = 0; turn < turns; turn++) await Promise.resolve()
          running--
          return turns
        })
        expect(outcomes).toEqual(delays.map((value) => ({ ok: true, value })))
        expect(most).toBeLessThanOrEqual(concurrency)
      }),
    )
  })

  it('lets one item fail alone', async () => {
    const outcomes = await runEach(ids(5), 2, async (id) => {
      if (id === 'id-2') throw failure('rejected')
      return id
    })
    expect(outcomes.map((outcome) => outcome.ok)).toEqual([true, true, false, true, true])
  })

  it('ends when the credentials are refused, or on what is not the vendor’s doing', async () => {
    for (const error of [failure('unauthorised'), new Error('the lease is lost')]) {
      const tried: string[] = []
      const work = runEach(ids(100), 3, async (id) => {
        tried.push(id)
        if (id === 'id-4') throw error
      })
      await expect(work).rejects.toBe(error)
      expect(tried.length).toBeLessThan(10)
    }
  })

  const forbidden = () =>
    new VendorError({
      vendor: 'instantly',
      operation: 'test',
      ...meaningOf('unauthorised'),
      reason: 'because',
      status: 403,
    })

  it('lets what is forbidden about one be that one’s, wherever it stands', async () => {
    for (const one of ['id-0', 'id-7']) {
      const outcomes = await runEach(ids(40), 3, async (id) => {
        if (id === one) throw forbidden()
      })
      expect(outcomes.filter(({ ok }) => !ok)).toHaveLength(1)
    }
  })

  it('ends when all, or the first of many, are forbidden', async () => {
    for (const count of [1, 4, 100]) {
      let calls = 0
      const work = runEach(ids(count), 3, async () => {
        calls++
        throw forbidden()
      })
      await expect(work).rejects.toMatchObject({ status: 403 })
      expect(calls).toBeLessThan(14)
    }
  })

  it('does not try the rest once the vendor has said when to come back', async () => {
    let calls = 0
    const told: string[] = []
    const outcomes = await runEach(
      ids(50),
      2,
      async (id) => {
        calls++
        if (id === 'id-3') throw failure('transient', 30_000)
      },
      (id) => told.push(id),
    )
    expect(calls).toBeLessThan(7)
    expect(outcomes.filter((outcome) => !outcome.ok && outcome.error.retryAfterMs === 30_000).length).toBe(
      50 - outcomes.filter((outcome) => outcome.ok).length,
    )
    expect(told.sort()).toEqual(ids(50).sort())
  })

  it('continues after a transient failure without a time', async () => {
    const outcomes = await runEach(ids(10), 2, async (id) => {
      if (id === 'id-3') throw failure('transient')
    })
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(9)
  })
})

describe('working on many items in chunks', () => {
  it('gives every id its outcome once, in order', async () => {
    const heard: string[] = []
    const outcomes = await runInChunks(
      ids(7),
      { size: 3, concurrency: 2, onOutcome: (id) => heard.push(id) },
      async (chunk) => {
        if (chunk.includes('id-3')) throw failure('rejected')
        return chunk.includes('id-1') ? new Map([['id-1', failure('not_found')]]) : noFailures
      },
    )
    expect(outcomes.map((outcome) => (outcome.ok ? 'ok' : outcome.error.kind))).toEqual([
      'ok',
      'not_found',
      'ok',
      'rejected',
      'rejected',
      'rejected',
      'ok',
    ])
    expect(heard.sort()).toEqual(ids(7))
  })
})

describe('working in rounds', () => {
  it('leaves out of a round what failed in an earlier one, and tells each outcome once', async () => {
    const rounds: string[][] = []
    const heard: [string, boolean][] = []
    const round =
      (failing: string) =>
      async (some: readonly string[], onOutcome: (id: string, outcome: CallOutcome<void>) => void) => {
        rounds.push([...some])
        return runEach(
          some,
          1,
          async (id) => {
            if (id === failing) throw failure('rejected')
          },
          onOutcome,
        )
      }
    const outcomes = await runInRounds(ids(4), [round('id-1'), round('id-2')], (id, outcome) =>
      heard.push([id, outcome.ok]),
    )
    expect(rounds).toEqual([
      ['id-0', 'id-1', 'id-2', 'id-3'],
      ['id-0', 'id-2', 'id-3'],
    ])
    expect(outcomes.map((outcome) => outcome.ok)).toEqual([true, false, false, true])
    expect(heard).toEqual([
      ['id-1', false],
      ['id-0', true],
      ['id-2', false],
      ['id-3', true],
    ])
  })
})
