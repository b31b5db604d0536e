import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type AvailabilityResult,
  isBlocking,
  judgeAvailability,
  verifyAvailabilityBody,
} from './domain-availability.ts'

const answer = (domain: string, change: Partial<AvailabilityResult> = {}): AvailabilityResult => ({
  domain,
  available: true,
  exists_in_airtable: false,
  message: '',
  suggestions: [],
  ...change,
})

describe('what stands in the way', () => {
  test.each([
    [true, false, false],
    [false, false, true],
    [true, true, true],
    [false, true, true],
  ] as const)('available %s, held here %s: %s', (available, exists_in_airtable, blocking) => {
    expect(isBlocking({ available, exists_in_airtable })).toBe(blocking)
  })
})

describe('the verdict', () => {
  test('is good only when every name was answered and none stands in the way', () => {
    const anyAnswer = fc.record({
      domain: fc.constantFrom('a.com', 'b.com', 'C.com'),
      available: fc.boolean(),
      exists_in_airtable: fc.boolean(),
      message: fc.constantFrom('', 'Taken since yesterday.'),
      suggestions: fc.constantFrom<string[]>([], ['d.com']),
    })
    fc.assert(
      fc.property(
        fc.subarray(['a.com', 'B.com', 'c.com']),
        fc.uniqueArray(anyAnswer, { selector: ({ domain }) => domain }),
        (domains, results) => {
          const verdict = judgeAvailability(domains, results)
          const good = domains.every((domain) => {
            const found = results.find((result) => result.domain.toLowerCase() === domain.toLowerCase())
            return found !== undefined && !isBlocking(found)
          })
          expect(verdict.ok).toBe(good)
        },
      ),
    )
  })

  test('says how many are unavailable, why each is, and what could be taken instead', () => {
    expect(
      judgeAvailability(
        ['a.com', 'b.com', 'c.com'],
        [
          answer('a.com'),
          answer('B.com', { available: false, message: 'Taken since 2019.', suggestions: ['getb.com'] }),
          answer('c.com', { exists_in_airtable: true }),
        ],
      ),
    ).toEqual({
      ok: false,
      message: '2 domain(s) are unavailable. Please select from suggested alternatives.',
      blocked: [
        {
          domain: 'b.com',
          message: 'Domain unavailable: Taken since 2019.',
          suggestions: ['getb.com'],
          isHeld: false,
        },
        {
          domain: 'c.com',
          message: 'Domain unavailable: This domain already exists in our system.',
          suggestions: [],
          isHeld: true,
        },
      ],
    })
  })

  test('is a failure to verify when an answer is missing', () => {
    expect(judgeAvailability(['a.com', 'b.com'], [answer('a.com', { available: false })])).toEqual({
      ok: false,
      message: 'Failed to verify domain availability',
      blocked: [],
    })
  })

  test('invites to confirm when all is well', () => {
    expect(judgeAvailability(['a.com'], [answer('a.com')]).message).toBe(
      'Domain validation successful! Please confirm to proceed.',
    )
  })
})

test('a request names 1 to 100 domains and whose they are', () => {
  const domains = Array.from({ length: 101 }, (_, index) => `mail${index}.com`)
  const accepts = (body: unknown) => verifyAvailabilityBody.safeParse(body).success
  expect(accepts({ domains: domains.slice(1), is_user_own: 'no' })).toBe(true)
  expect(accepts({ domains, is_user_own: 'no' })).toBe(false)
  expect(accepts({ domains: [], is_user_own: 'no' })).toBe(false)
  expect(accepts({ domains: ['a.com'], is_user_own: true })).toBe(false)
})
