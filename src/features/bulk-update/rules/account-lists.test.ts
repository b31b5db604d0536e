import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  checkDomains,
  checkDomainText,
  domainDistribution,
  isAccountOf,
  splitDomains,
  splitTags,
  tally,
  tooManyDomains,
} from './account-lists.ts'

describe('a list as typed', () => {
  test('is split on commas and lines, trimmed, without empty or repeated entries', () => {
    expect(splitDomains(' One.com, two.com\n\nONE.com,, three.com\r\n')).toEqual([
      'one.com',
      'two.com',
      'three.com',
    ])
    expect(splitTags('Warm, cold ,warm,,')).toEqual(['Warm', 'cold'])
  })

  test('that was pasted out of a table is read without its quotes and what nobody sees', () => {
    expect(
      splitDomains('\ufeff"one.com";"Two.com"\tthree.com\r\n\u200bfour.com\u202c,“five\u00ad.com”'),
    ).toEqual(['one.com', 'two.com', 'three.com', 'four.com', 'five.com'])
    expect(splitDomains('"";\u200b,"')).toEqual([])
    for (const end of ['\u2028', '\u2029', '\v', '\f', '\u0085'])
      expect(splitDomains(`acme.com${end}example.org`)).toEqual(['acme.com', 'example.org'])
  })

  test('of tags that was pasted is read without its quotes and what nobody sees', () => {
    expect(splitTags('\ufeff"Warm", “cold\u200b”\tlate\r\n\u202ehot; new\u202c,"",\u200b')).toEqual([
      'Warm',
      'cold',
      'late',
      'hot; new',
    ])
    expect(splitTags('12" list, say “so” now')).toEqual(['12" list', 'say “so” now'])
    // What makes one picture of several is seen, and what parts the letters of a word.
    const joined = ['team 👩\u200d💻', '👨\u200d👩\u200d👧', 'می\u200cخواهم']
    expect(splitTags(joined.join(', '))).toEqual(joined)
    expect(splitTags('wa\u200crm, کتاب\u200c')).toEqual(['warm', 'کتاب'])
  })

  test('survives being written and read again', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.string(), fc.domain(), fc.constantFrom('', '.', '/', '"'))),
        (items) => {
          const text = items.flatMap(([junk, name, end]) => [junk, `${name}${end}`]).join('\n')
          const once = splitDomains(text).filter((name) => checkDomains([name]).ok)
          expect(splitDomains(once.join(', '))).toEqual(once)
          expect(once).toEqual(expect.arrayContaining(items.map(([, name]) => name)))
        },
      ),
    )
    expect(splitDomains('., @, https://, "/"')).toEqual([])
  })
})

test('that there are too many domains is said while they are entered, and of what is no domain nothing yet', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, at) => `acme-mail-${at}.com`).join('\n')
  expect(tooManyDomains(lines(100))).toBeUndefined()
  expect(tooManyDomains(lines(101))).toBe('At most 100 domains can be searched at a time')
  expect(tooManyDomains('x'.repeat(20_001))).toBe('At most 100 domains can be searched at a time')
  for (const text of ['', 'no domain', lines(3)]) expect(tooManyDomains(text)).toBeUndefined()
})

describe('domains to search', () => {
  const message = (text: string) => {
    const outcome = checkDomainText(text)
    return outcome.ok ? outcome.value : outcome.problem.message
  }
  test('are at least one and at most 100, each a domain', () => {
    expect(message(' , \n')).toBe('At least one domain is required')
    expect(message('acme.com, localhost')).toBe('"localhost" is not a domain (e.g., example.com)')
    expect(message('a'.repeat(20_000))).toBe(`"${'a'.repeat(60)}…" is not a domain (e.g., example.com)`)
    expect(message('my-brand.co.uk')).toEqual(['my-brand.co.uk'])
    const many = Array.from({ length: 101 }, (_, index) => `m${index}.com`)
    expect(checkDomains(many).ok).toBe(false)
    expect(checkDomains(many.slice(1)).ok).toBe(true)
  })
})

test('an account belongs to its own domain, not to one that ends alike', () => {
  const domains = new Set(['acme.com'])
  expect(isAccountOf('Jo@Acme.com', domains)).toBe(true)
  for (const other of ['jo@notacme.com', 'jo@mail.acme.com', 'acme.com', 'jo@acme.com.evil.io'])
    expect(isAccountOf(other, domains)).toBe(false)
})

describe('counting', () => {
  test('loses nothing and puts the most frequent first', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b', 'c', 'constructor')), (names) => {
        const counts = tally(names)
        expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(names.length)
        for (const [index, { count }] of counts.entries())
          if (index > 0) expect(count).toBeLessThanOrEqual(counts[index - 1]!.count)
        expect(tally(names.toReversed())).toEqual(counts)
      }),
    )
  })

  test('accounts are counted by domain', () => {
    expect(domainDistribution(['a@x.com', 'b@X.com', 'a@y.com'])).toEqual([
      { name: 'x.com', count: 2 },
      { name: 'y.com', count: 1 },
    ])
  })
})
