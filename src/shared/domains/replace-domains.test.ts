import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { DomainOption } from '../plans/catalog.ts'
import {
  checkReplaceDraft,
  checkReplacement,
  problemsAfterOptionChange,
  type ReplaceDomainsResponse,
  type ReplaceDraft,
  replaceDomainsBody,
  replaceDomainsOutcome,
  replacementProblems,
  replacementsKey,
} from './replace-domains.ts'

const originals = ['old.com', 'older.com', 'oldest.com']
const draft = (option: DomainOption | undefined, typed: Record<string, string>): ReplaceDraft => ({
  option,
  originals,
  replacements: Object.entries(typed).map(([originalDomain, newDomain]) => ({ originalDomain, newDomain })),
})
const messageFor = (option: DomainOption, newDomain: string, rest: Record<string, string> = {}) =>
  replacementProblems(draft(option, { 'old.com': newDomain, ...rest })).get('old.com')?.message

const tlds = '.com, .co, .net, .org, .info, .biz'

describe('a replacement domain', () => {
  test.each([
    ['purchase', '', 'Domain cannot be empty'],
    ['own', '   ', 'Domain cannot be empty'],
    ['purchase', `${'a'.repeat(32)}.com`, 'Domain name exceeds maximum length of 35 characters'],
    ['own', `${'a'.repeat(32)}.com`, 'Domain name exceeds maximum length of 35 characters'],
    ['purchase', 'new-name.com', 'Invalid domain format. Domain names can only contain letters and numbers.'],
    ['own', 'new-name.com', 'Invalid domain format. Domain names can only contain letters and numbers.'],
    ['purchase', 'new.dev', `Only domains with these TLDs are allowed: ${tlds}`],
    ['purchase', 'new', `Please enter a valid domain with one of these TLDs: ${tlds}. No hyphens allowed.`],
    ['own', 'new', 'Please enter a valid domain format without hyphens (e.g., example.com)'],
    ['own', 'new.dev', undefined],
    ['purchase', ' Fresh.COM ', undefined],
    ['purchase', 'OLD.com', 'Replacement domain cannot be the same as the original domain'],
    ['own', 'older.com', 'Replacement domain cannot be one of the domains being replaced'],
  ] as const)('%s %j: %s', (option, typed, message) => {
    expect(messageFor(option, typed)).toBe(message)
  })

  test('cannot be used for two domains; both entries say so', () => {
    const twice = draft('own', { 'old.com': 'fresh.com', 'older.com': 'FRESH.com' })
    expect([...replacementProblems(twice).values()].map(({ message }) => message)).toEqual([
      'This replacement domain is already being used for another domain',
      'This replacement domain is already being used for another domain',
    ])
  })

  test('has only TLDs that the operator sells', () => {
    const context = { option: 'purchase', originals, others: [], tlds: ['com'] } as const
    expect(checkReplacement({ originalDomain: 'old.com', newDomain: 'fresh.net' }, context)).toMatchObject({
      problem: { message: 'Only domains with these TLDs are allowed: .com' },
    })
  })
})

describe('the dialog', () => {
  const messageOf = (option: DomainOption | undefined, typed: Record<string, string>) => {
    const outcome = checkReplaceDraft(draft(option, typed))
    return outcome.ok ? outcome.value : outcome.problem.message
  }

  test('asks for the option first, then for a replacement, then for mended entries', () => {
    expect(messageOf(undefined, {})).toBe('Please select a replacement option')
    expect(messageOf(undefined, { 'old.com': 'fresh.com' })).toBe('Please select a replacement option')
    expect(messageOf('own', {})).toBe('Please specify replacement domains using the Replace buttons')
    expect(messageOf('purchase', { 'old.com': 'fresh.dev' })).toBe(
      'Please fix the domain errors before continuing',
    )
    expect(messageOf('own', { 'Old.com': ' Fresh.dev' })).toEqual([
      { originalDomain: 'old.com', newDomain: 'fresh.dev', isUserAdded: true },
    ])
  })

  test('changing the option says which entries no longer fit, and keeps other problems as they are', () => {
    const problems = problemsAfterOptionChange(
      draft('purchase', { 'old.com': 'fresh.dev', 'older.com': 'fresh.com', 'oldest.com': 'oldest.com' }),
    )
    expect(Object.fromEntries([...problems].map(([name, { message }]) => [name, message]))).toEqual({
      'old.com': 'Invalid domain for selected option',
      'oldest.com': 'Replacement domain cannot be the same as the original domain',
    })
    expect(problemsAfterOptionChange(draft('own', { 'old.com': 'fresh.dev' })).size).toBe(0)
  })

  test('an edit after validation is noticed, another spelling is not one', () => {
    const key = replacementsKey(draft('own', { 'old.com': 'fresh.com' }))
    expect(replacementsKey(draft('own', { 'old.com': ' FRESH.com' }))).toBe(key)
    expect(replacementsKey(draft('own', { 'old.com': 'fresher.com' }))).not.toBe(key)
    expect(replacementsKey(draft('purchase', { 'old.com': 'fresh.com' }))).not.toBe(key)
  })
})

describe('the request', () => {
  const word = fc.constantFrom('old', 'new', 'fresh', 'x', 'new-er', '')
  const name = fc.tuple(word, fc.constantFrom('.com', '.dev', '.co', '')).map(([label, tld]) => label + tld)
  const anyDraft = fc.record({
    option: fc.constantFrom<DomainOption>('purchase', 'own'),
    originals: fc.constant(originals),
    replacements: fc
      .uniqueArray(fc.constantFrom(...originals), { minLength: 1 })
      .chain((names) =>
        fc.tuple(...names.map((originalDomain) => name.map((newDomain) => ({ originalDomain, newDomain })))),
      ),
  })

  test('what the dialog accepts, the server accepts; what the server accepts breaks no rule of the dialog', () => {
    fc.assert(
      fc.property(anyDraft, (each) => {
        const accepted = checkReplaceDraft({
          ...each,
          originals: each.replacements.map(({ originalDomain }) => originalDomain),
        })
        const body = each.replacements.map((entry) => ({ ...entry, isUserAdded: each.option === 'own' }))
        const parsed = replaceDomainsBody.safeParse(body)
        expect(parsed.success).toBe(accepted.ok)
        if (accepted.ok) expect(parsed.data).toEqual(accepted.value)
      }),
    )
  })

  test('names the entry that is wrong', () => {
    const issues = replaceDomainsBody.safeParse([
      { originalDomain: 'old.com', newDomain: 'fresh.com', isUserAdded: false },
      { originalDomain: 'older.com', newDomain: 'fresh.dev', isUserAdded: false },
    ]).error?.issues
    expect(issues?.map(({ path, message }) => [path, message])).toEqual([
      [[1, 'newDomain'], `Only domains with these TLDs are allowed: ${tlds}`],
    ])
  })

  test.each([
    ['nothing', [], 'Please specify replacement domains using the Replace buttons'],
    [
      'a domain twice',
      ['a.com', 'b.com'].map((newDomain) => ({ originalDomain: 'old.com', newDomain, isUserAdded: true })),
      'A domain can only be replaced once at a time',
    ],
    [
      'bought and own ones together',
      ['a', 'bb'].map((label, index) => ({
        originalDomain: `old${label}.com`,
        newDomain: `${label}${label}.com`,
        isUserAdded: index === 0,
      })),
      'Replacement domains are either all purchased or all your own',
    ],
    [
      'too many',
      Array.from({ length: 101 }, (_, i) => ({
        originalDomain: `o${i}.com`,
        newDomain: `n${i}.com`,
        isUserAdded: true,
      })),
      'At most 100 domains can be replaced at a time',
    ],
  ])('refuses %s', (_, body, message) => {
    expect(replaceDomainsBody.safeParse(body).error?.issues[0]?.message).toBe(message)
  })
})

describe('the answer', () => {
  const answer = (change: Partial<ReplaceDomainsResponse>): ReplaceDomainsResponse => ({
    success: true,
    message: '',
    requiresPayment: false,
    successCount: 0,
    errorCount: 0,
    errors: [],
    results: [],
    ...change,
  })
  const results = [{ originalDomain: 'old.com', newDomain: 'fresh.com' }]

  test('leads to payment, to what was replaced, or to a sentence', () => {
    expect(replaceDomainsOutcome(answer({ requiresPayment: true, checkoutUrl: 'https://pay' }))).toEqual({
      kind: 'pay',
      url: 'https://pay',
    })
    expect(replaceDomainsOutcome(answer({ results, successCount: 1 }))).toEqual({
      kind: 'replaced',
      results,
      warning: undefined,
    })
    expect(replaceDomainsOutcome(answer({ results, successCount: 1, errorCount: 2 }))).toMatchObject({
      warning: '2 domain(s) failed to process. Please check the details.',
    })
    expect(replaceDomainsOutcome(answer({ errorCount: 1 }))).toEqual({
      kind: 'failed',
      message: '1 domain(s) failed to process. Please check the details.',
    })
    expect(replaceDomainsOutcome(answer({ success: false }))).toEqual({
      kind: 'failed',
      message: 'Domain replacement failed. Please try again later.',
    })
    expect(replaceDomainsOutcome(answer({ success: false, message: 'Not now.' }))).toEqual({
      kind: 'failed',
      message: 'Not now.',
    })
    expect(replaceDomainsOutcome(answer({ requiresPayment: true }))).toMatchObject({ kind: 'failed' })
  })
})
