import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkDomainToAdd, type DomainLists, parseDomainLines, refuseExisting } from './domain-entry.ts'

const lists = (over: Partial<DomainLists> = {}): DomainLists => ({
  option: 'own',
  platform: 'azure',
  selected: { azure: [], google: [] },
  required: 4,
  ...over,
})
const refusal = (text: string, over: Partial<DomainLists>) => {
  const outcome = checkDomainToAdd(text, lists(over))
  return outcome.ok ? `added ${outcome.value}` : outcome.problem.message
}

describe('adding one domain', () => {
  test.each<[string, Partial<DomainLists>, string]>([
    ['Acme.io', {}, 'added acme.io'],
    ['acme.com', { option: 'purchase' }, 'added acme.com'],
    ['acme-1.com', {}, 'Hyphens are not allowed in user added domains'],
    [
      'c.com',
      { required: 2, selected: { azure: ['a.com', 'b.com'], google: [] } },
      "You've reached the maximum number of domains (2)",
    ],
    [
      'cc.com',
      { option: 'purchase', required: 2, selected: { azure: ['aa.com', 'bb.com'], google: [] } },
      'You can only add 2 domains to your cart',
    ],
    ['ACME.com', { selected: { azure: ['acme.com'], google: [] } }, 'Domain "acme.com" is already added.'],
    [
      'acme.com',
      { selected: { azure: [], google: ['acme.com'] } },
      'Domain "acme.com" is already added as a Google domain. You cannot use the same domain for both Entra and Google.',
    ],
    [
      'acme.com',
      { platform: 'google', selected: { azure: ['acme.com'], google: [] } },
      'Domain "acme.com" is already added as an Entra domain. You cannot use the same domain for both Entra and Google.',
    ],
  ])('%j to %j: %j', (text, over, message) => {
    expect(refusal(text, over)).toBe(message)
  })
})

describe('adding lines', () => {
  test('names each one that is left out, with its reason', () => {
    const long = `${'a'.repeat(40)}.com`
    const text = `Good.com\n\n bad-name.com\r\n${long}\nnonsense\nmine.com\ngood.com, theirs.com;fine.io`
    const lines = parseDomainLines(text, lists({ selected: { azure: ['mine.com'], google: ['theirs.com'] } }))
    expect(lines.added).toEqual(['good.com', 'fine.io'])
    expect(lines.duplicates).toBe(1)
    expect(lines.refused.map(({ domain, reason }) => [domain, reason])).toEqual([
      ['bad-name.com', 'Hyphens not allowed'],
      [long, 'Exceeds maximum length'],
      ['nonsense', 'Invalid domain format'],
      ['mine.com', 'Already added'],
      ['theirs.com', 'Already added as Google'],
    ])
    expect(lines.refused.at(-1)?.message).toMatch(
      /^Domain "theirs.com" is already added as a Google domain\./,
    )
  })

  test('names those that the server knows already', () => {
    const lines = refuseExisting(parseDomainLines('a.com\nb.com', lists()), new Set(['b.com']))
    expect(lines.added).toEqual(['a.com'])
    expect(lines.refused).toEqual([
      {
        domain: 'b.com',
        cause: 'exists',
        reason: 'Already exists in system',
        message: 'Domain "b.com" already exists in our system.',
      },
    ])
  })

  test.each<[string, Partial<DomainLists>, string]>([
    [
      'b.com\nc.com\nd.com',
      { required: 2, selected: { azure: ['a.com'], google: [] } },
      "You can only add 1 more domain(s). You've entered 3 domains.",
    ],
    [
      'b.com',
      { required: 1, selected: { azure: ['a.com'], google: [] } },
      "You've reached the maximum number of domains (1)",
    ],
    [' \n , ', {}, 'Please enter a valid domain (e.g., example.com)'],
  ])('adds none of %j to %j: %j', (text, over, message) => {
    const lines = parseDomainLines(text, lists(over))
    expect(lines.problem?.message).toBe(message)
    expect(lines.added).toEqual([])
  })

  test('is the same as adding one after the other, as long as there is room', () => {
    const name = fc.constantFrom('a.com', 'b.io', 'C.de', 'b-d.com', 'x', 'mine.com', 'theirs.com')
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 12 }), (names) => {
        const selected = { azure: ['mine.com'], google: ['theirs.com'] }
        const oneByOne: string[] = []
        for (const each of names) {
          const now = { azure: [...selected.azure, ...oneByOne], google: selected.google }
          const outcome = checkDomainToAdd(each, lists({ selected: now, required: 50 }))
          if (outcome.ok) oneByOne.push(outcome.value)
        }
        expect(parseDomainLines(names.join('\n'), lists({ selected, required: 50 })).added).toEqual(oneByOne)
      }),
    )
  })

  test('never passes the limit, and accounts for every line', () => {
    fc.assert(
      fc.property(
        fc.array(fc.domain(), { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 1, max: 10 }),
        (names, required) => {
          const { added, refused, duplicates, problem } = parseDomainLines(
            names.join('\n'),
            lists({ required }),
          )
          expect(added.length).toBeLessThanOrEqual(required)
          if (!problem) expect(added.length + refused.length + duplicates).toBe(names.length)
        },
      ),
    )
  })
})
