import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  checkDomainToAdd,
  type DomainLists,
  ownLinesTextMax,
  parseDomainLines,
  tooManyLines,
} from './domain-entry.ts'

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
      'mail.acme.com',
      { selected: { azure: [], google: ['acme.com'] } },
      'Only one of mail.acme.com and acme.com can be used: one is a part of the other.',
    ],
    [
      'acme.com',
      { selected: { azure: ['mail.acme.com'], google: [] } },
      'Only one of acme.com and mail.acme.com can be used: one is a part of the other.',
    ],
    ['tacme.com', { selected: { azure: ['acme.com'], google: [] } }, 'added tacme.com'],
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

  test('reads so many lines at a time, and says at once that there are more', () => {
    const text = (count: number) => Array.from({ length: count }, (_, at) => `a${at}.com`).join('\n\n')
    const message = 'At most 200 domains can be entered at a time'
    expect(tooManyLines(text(200))).toBeUndefined()
    for (const long of [text(201), 'x'.repeat(ownLinesTextMax + 1)]) {
      expect(tooManyLines(long)).toBe(message)
      expect(parseDomainLines(long, lists())).toMatchObject({ added: [], refused: [], problem: { message } })
    }
  })

  test("names those that the server knows already, and those that it says can be nobody's", () => {
    const answer = { available: true, exists_in_airtable: false, message: '', suggestions: [] }
    const lines = parseDomainLines('a.com\nb.com\nc.com\nd.com', lists(), [
      { ...answer, domain: 'a.com' },
      { ...answer, domain: 'b.com', available: false, exists_in_airtable: true },
      { ...answer, domain: 'c.com', available: false, message: 'This name is not registered.' },
    ])
    // Nothing is known of the last one, which keeps nobody from going on.
    expect(lines.added).toEqual(['a.com', 'd.com'])
    expect(lines.refused).toEqual([
      {
        domain: 'b.com',
        cause: 'exists',
        reason: 'Already exists in system',
        message: 'Domain "b.com" already exists in our system.',
      },
      { domain: 'c.com', cause: 'unusable', reason: 'This name is not registered.' },
    ])
  })

  test('lets a name give way only to one that can be used', () => {
    const answer = { domain: 'acme.com', exists_in_airtable: false, suggestions: [] }
    const text = 'acme.com\nx.acme.com\ny.acme.com\nco.uk\nacme.co.uk'
    const read = (required: number, answers: Parameters<typeof parseDomainLines>[2]) => {
      const { added, refused, problem } = parseDomainLines(text, lists({ required }), answers)
      return { added, refused: refused.map(({ domain }) => domain), problem: problem?.message }
    }
    expect(read(4, [{ ...answer, available: true, message: '' }])).toEqual({
      added: ['acme.com', 'acme.co.uk'],
      refused: ['x.acme.com', 'y.acme.com', 'co.uk'],
    })
    const refusal = { ...answer, available: false, message: 'An order here has a part of it.' }
    expect(read(4, [refusal])).toEqual({
      added: ['x.acme.com', 'y.acme.com', 'acme.co.uk'],
      refused: ['acme.com', 'co.uk'],
    })
    // What took no room by giving way may take too much.
    expect(read(2, [refusal])).toEqual({
      added: [],
      refused: [],
      problem: "You can only add 2 more domain(s). You've entered 5 domains.",
    })
  })

  test('refuses what can never work with the whole sentence, names inside each other among it', () => {
    const text = 'https://acme.com/about\nco.uk\nexample.com\nfine.io\nmail.fine.io\nhere.de\nthere.org'
    const selected = { azure: ['go.here.de'], google: ['org.there.org'] }
    const lines = parseDomainLines(text, lists({ required: 9, selected }))
    expect(lines.added).toEqual(['fine.io'])
    expect(lines.refused.map(({ cause, reason }) => [cause, reason])).toEqual([
      ['unusable', 'Enter only the domain: acme.com'],
      ['unusable', 'co.uk is an ending under which domains are registered. Enter your whole domain.'],
      ['unusable', 'example.com is reserved: nobody can own it.'],
      ['unusable', 'Only one of mail.fine.io and fine.io can be used: one is a part of the other.'],
      ['unusable', 'Only one of here.de and go.here.de can be used: one is a part of the other.'],
      ['unusable', 'Only one of there.org and org.there.org can be used: one is a part of the other.'],
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
    const name = fc.constantFrom(
      'a.com',
      'b.io',
      'go.b.io',
      'www.a.com',
      'C.de',
      'co.uk',
      'b-d.com',
      'x',
      'mine.com',
      'theirs.com',
    )
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
