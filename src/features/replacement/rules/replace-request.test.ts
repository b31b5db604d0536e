import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { DomainOption } from '#features/plans/rules/catalog.ts'
import { overlapPromise } from './overlap.ts'
import {
  checkReplacement,
  checkReplacements,
  overlapPromises,
  problemsAfterOptionChange,
  type RequestedReplacement,
  replaceDomainsBody,
  replacementProblems,
  replacementPromises,
  replacementStarts,
  withOption,
} from './replace-request.ts'

const originals = ['old.com', 'older.com', 'oldest.com']
const request = (option: DomainOption, typed: Record<string, string>): RequestedReplacement[] =>
  Object.entries(typed).map(([originalDomain, newDomain]) => ({
    originalDomain,
    newDomain,
    isUserAdded: option === 'own',
  }))
const messageFor = (option: DomainOption, newDomain: string, rest: Record<string, string> = {}) =>
  replacementProblems(request(option, { 'old.com': newDomain, ...rest }), { originals }).get('old.com')
    ?.message

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
    const twice = request('own', { 'old.com': 'fresh.com', 'older.com': 'FRESH.com' })
    expect([...replacementProblems(twice).values()].map(({ message }) => message)).toEqual([
      'This replacement domain is already being used for another domain',
      'This replacement domain is already being used for another domain',
    ])
  })

  test('cannot be a part of another new one; both entries say so', () => {
    const nested = request('own', {
      'old.com': 'acme.io',
      'older.com': 'x.Acme.io',
      'oldest.com': 'notacme.io',
    })
    expect(
      [...replacementProblems(nested)].map(([original, { code, message }]) => [original, code, message]),
    ).toEqual([
      ['old.com', 'nested', 'Only one of acme.io and x.acme.io can be used: one is a part of the other.'],
      ['older.com', 'nested', 'Only one of x.acme.io and acme.io can be used: one is a part of the other.'],
    ])
    expect(replaceDomainsBody.safeParse(nested).error?.issues[0]).toMatchObject({
      path: [0, 'newDomain'],
      message: 'Only one of acme.io and x.acme.io can be used: one is a part of the other.',
    })
  })

  test('is refused for a cause that the dialog can tell apart', () => {
    const causeFor = (newDomain: string, rest: Record<string, string> = {}) =>
      replacementProblems(request('own', { 'old.com': newDomain, ...rest }), { originals }).get('old.com')
        ?.code
    expect(causeFor('old.com')).toBe('same')
    expect(causeFor('older.com')).toBe('being_replaced')
    expect(causeFor('fresh.com', { 'older.com': 'fresh.com' })).toBe('used_twice')
    const bought = request('purchase', { 'old.com': 'fresh.dev' })
    expect(problemsAfterOptionChange(bought).get('old.com')?.code).toBe('invalid_for_option')
    expect(checkReplacements([])).toMatchObject({ problem: { code: 'none' } })
    expect(checkReplacements(bought)).toMatchObject({ problem: { code: 'errors' } })
  })

  test('takes the place of one name of the request, however that is written', () => {
    const [first, again] = ['old.com', 'OLD.com'].map((originalDomain) => ({
      originalDomain,
      newDomain: 'fresh.com',
      isUserAdded: true,
    }))
    if (first && again)
      expect(checkReplacement(first, [first, again])).toEqual({ ok: true, value: 'fresh.com' })
  })

  test('has only TLDs that the operator sells', () => {
    const replacement = { originalDomain: 'old.com', newDomain: 'fresh.net', isUserAdded: false }
    expect(checkReplacement(replacement, [], { tlds: ['com'] })).toMatchObject({
      problem: { message: 'Only domains with these TLDs are allowed: .com' },
    })
  })
})

describe('the dialog', () => {
  const messageOf = (option: DomainOption, typed: Record<string, string>) => {
    const outcome = checkReplacements(request(option, typed), { originals })
    return outcome.ok ? outcome.value : outcome.problem.message
  }

  test('asks for a replacement, then for mended entries', () => {
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
      withOption(
        request('own', { 'old.com': 'fresh.dev', 'older.com': 'fresh.com', 'oldest.com': 'oldest.com' }),
        'purchase',
      ),
      { originals },
    )
    expect(Object.fromEntries([...problems].map(([name, { message }]) => [name, message]))).toEqual({
      'old.com': 'Invalid domain for selected option',
      'oldest.com': 'Replacement domain cannot be the same as the original domain',
    })
    expect(problemsAfterOptionChange(request('own', { 'old.com': 'fresh.dev' })).size).toBe(0)
  })
})

test('all names of a request become bought or the customer’s own', () => {
  const typed = { 'old.com': 'a.com', 'older.com': 'b.com' }
  expect(withOption(request('purchase', typed), 'own')).toEqual(request('own', typed))
  expect(withOption(request('own', typed), 'purchase')).toEqual(request('purchase', typed))
})

test('nothing is promised of a replacement that hangs on the customer', () => {
  const { purchase, own, either } = replacementPromises
  expect(purchase).toMatch(
    /^New domains are delivered within 24 hours\. The old ones keep sending until then;/,
  )
  expect(own).toMatch(
    /^Domains you own are set up once their name servers point here\. The old ones keep sending/,
  )
  expect(either).toMatch(/within 24 hours, domains you own once their name servers point here\. The old ones/)
  for (const text of Object.values(overlapPromises)) expect(text).toContain(overlapPromise)
  expect(replacementStarts.purchase).toBe('The new domains are set up at once.')
  expect(replacementStarts.own).toBe('The new domains are set up once their name servers point here.')
})

describe('the request', () => {
  const word = fc.constantFrom('old', 'new', 'fresh', 'x', 'new-er', '')
  const name = fc.tuple(word, fc.constantFrom('.com', '.dev', '.co', '')).map(([label, tld]) => label + tld)
  const anyRequest = fc
    .tuple(fc.boolean(), fc.uniqueArray(fc.constantFrom(...originals), { minLength: 1 }))
    .chain(([isUserAdded, names]) =>
      fc.tuple(
        ...names.map((originalDomain) =>
          fc.record<RequestedReplacement>({
            originalDomain: fc.constant(originalDomain),
            newDomain: name,
            isUserAdded: fc.constant(isUserAdded),
            overlap: fc.constantFrom(true, undefined),
          }),
        ),
      ),
    )

  test('what the dialog accepts, the server accepts; what the server accepts breaks no rule of the dialog', () => {
    fc.assert(
      fc.property(anyRequest, (each) => {
        const accepted = checkReplacements(each)
        const parsed = replaceDomainsBody.safeParse(each)
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
    expect(issues?.map(({ code, path, message }) => [code, path, message])).toEqual([
      ['custom', [1, 'newDomain'], `Only domains with these TLDs are allowed: ${tlds}`],
    ])
  })

  test.each([
    ['nothing', [], [], 'Please specify replacement domains using the Replace buttons'],
    [
      'a domain twice',
      ['a.com', 'b.com'].map((newDomain) => ({ originalDomain: 'old.com', newDomain, isUserAdded: true })),
      [1, 'originalDomain'],
      'A domain can only be replaced once at a time',
    ],
    [
      'bought and own ones together',
      ['a', 'bb'].map((label, index) => ({
        originalDomain: `old${label}.com`,
        newDomain: `${label}${label}.com`,
        isUserAdded: index === 0,
      })),
      [],
      'Replacement domains are either all purchased or all your own',
    ],
    [
      'too many',
      Array.from({ length: 101 }, (_, i) => ({
        originalDomain: `o${i}.com`,
        newDomain: `n${i}.com`,
        isUserAdded: true,
      })),
      [],
      'At most 100 domains can be replaced at a time',
    ],
  ])('refuses %s', (_, body, path, message) => {
    expect(replaceDomainsBody.safeParse(body).error?.issues[0]).toMatchObject({ path, message })
  })
})

test('of own replacements nothing is promised that hangs on their owner', () => {
  for (const text of [replacementPromises.own, replacementStarts.own]) {
    expect(text).toContain('once their name servers point here')
    expect(text).not.toMatch(/at once|hour|minute|\d/)
  }
})
