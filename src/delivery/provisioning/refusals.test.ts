import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Meaning,
  VendorError,
  waitsForCustomer,
  waitsForOperator,
  waitsForVendor,
} from '#vendors/client/vendor-error.ts'
import { waits } from '#vendors/client/waits.ts'
import {
  attemptsAfter,
  isDead,
  isForOperator,
  isRefusedTool,
  isShortage,
  throwFirstFailure,
  withOverdue,
  worstOf,
} from './refusals.ts'
import { deadAfterAttempts } from './retry.ts'
import { stepIds } from './step-ids.ts'

const refusal = (meaning: Meaning & { isOverLimit?: boolean; told?: string }) =>
  new VendorError({ vendor: 'google', operation: 'test', reason: 'the quota is full', ...meaning })
const transient = refusal({ kind: 'transient' })
const atLimit = refusal({ kind: 'transient', isOverLimit: true })
const rejected = refusal({ kind: 'rejected' })
const badKeyOfTool = refusal({ kind: 'unauthorised', waitsFor: 'customer' })
const badKeyOfOurs = refusal({ kind: 'unauthorised', waitsFor: 'operator' })
/** From the one that time mends to the one that nothing does. */
const byWeight = [
  [refusal(waitsForVendor), refusal(waitsForCustomer), refusal(waitsForOperator)],
  [transient, atLimit, refusal({ kind: 'not_found' })],
  [badKeyOfTool, badKeyOfOurs],
  [rejected],
]
const every = byWeight.flat()
const weightOf = (error: VendorError) => byWeight.findIndex((some) => some.includes(error))

describe('of several refusals', () => {
  test('the one that matters is the first of those that last longest', () => {
    const refused = fc.array(fc.tuple(fc.constantFrom(...stepIds), fc.constantFrom(...every)), {
      minLength: 1,
    })
    fc.assert(
      fc.property(refused, (some) => {
        const heaviest = Math.max(...some.map(([, error]) => weightOf(error)))
        expect(worstOf(some)).toBe(some.find(([, error]) => weightOf(error) === heaviest))
      }),
    )
  })

  test('of one among many, none is swallowed, and one that lasts a day hides none that is tried again soon', () => {
    const outcome = fc.oneof(
      fc.constant({ ok: true, value: undefined } as const),
      fc.constantFrom(...every).map((error) => ({ ok: false, error }) as const),
    )
    fc.assert(
      fc.property(fc.array(outcome), (outcomes) => {
        const failures = outcomes.flatMap((each) => (each.ok ? [] : [each.error]))
        const [first] = failures.toSorted((a, b) => Number(a === rejected) - Number(b === rejected))
        let thrown: unknown
        try {
          throwFirstFailure(outcomes)
        } catch (error) {
          thrown = error
        }
        expect(thrown).toBe(first)
      }),
    )
  })

  test('none is the worst of none', () => {
    expect(worstOf([])).toBeUndefined()
  })
})

test('what waits for a vendor for too long is the operator’s; other refusals, and other steps, stay as they are', () => {
  const now = new Date()
  const { longestMs } = waits.google
  const since = (ms: number) => ({ step: 'verify', stepSince: new Date(now.getTime() - ms) })
  for (const error of every) {
    const stuck = new Map([['verify', error] as const, ['dkim_on', error] as const])
    expect(withOverdue(stuck, since(longestMs), now)).toEqual(stuck)
    expect(withOverdue(stuck, { step: null, stepSince: null }, now)).toEqual(stuck)
    const late = withOverdue(stuck, since(longestMs + 1), now)
    expect(late.get('dkim_on')).toBe(error)
    const isVendors = error.kind === 'waiting' && error.waitsFor === 'vendor'
    expect(late.get('verify')).toMatchObject(isVendors ? waitsForOperator : error)
  }
})

describe('tries without progress', () => {
  test('start again with any progress', () => {
    expect(attemptsAfter(7, true, [])).toBe(0)
    expect(attemptsAfter(7, true, [transient])).toBe(0)
  })

  test('are not counted where nothing but a used-up limit was in the way', () => {
    expect(attemptsAfter(7, false, [atLimit, atLimit])).toBe(7)
    expect(attemptsAfter(7, false, [atLimit, transient])).toBe(8)
    expect(attemptsAfter(7, false, [transient])).toBe(8)
    expect(attemptsAfter(7, false, [])).toBe(8)
  })
})

test('what keeps failing is given up after twenty tries; what waits or is refused is not counted', () => {
  expect(deadAfterAttempts).toBe(20)
  for (const error of every) {
    expect(isDead(error, 19), error.kind).toBe(false)
    expect(isDead(error, 20), error.kind).toBe(error.kind === 'transient')
  }
})

describe('the operator', () => {
  test('is told at once of what is refused for good, and of credentials of ours', () => {
    const told = every.filter((error) => isForOperator(error, 1))
    expect(told).toEqual([badKeyOfOurs, rejected])
  })

  test('is told of what fails when it has failed too often', () => {
    const told = every.filter((error) => isForOperator(error, deadAfterAttempts))
    expect(told).toEqual([transient, atLimit, badKeyOfOurs, rejected])
  })

  test('is short of something where only they can act, and have not been told', () => {
    expect(every.filter(isShortage)).toEqual([byWeight[0]?.[2]])
    expect(isShortage(refusal({ ...waitsForOperator, told: 'we are asking for it' }))).toBe(false)
  })
})

test('only credentials that the customer can correct are the tool’s to refuse', () => {
  expect(every.filter(isRefusedTool)).toEqual([badKeyOfTool])
})
