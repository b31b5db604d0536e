import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { splitDomains } from '#features/bulk-update/rules/account-lists.ts'
import { domainMaxLength, purchasableTlds } from '#features/plans/rules/catalog.ts'
import {
  checkOrderDomain,
  checkOwnDomain,
  checkPurchasedDomain,
  checkReplacementDomain,
  domainNameMessages as messages,
  nameOfPlainWord,
  ownDomainField,
  purchasedDomainField,
  tldOf,
} from './domain-name.ts'
import { normalizeDomain } from './normalize-domain.ts'

const refusal = (outcome: ReturnType<typeof checkOwnDomain>) =>
  outcome.ok ? `accepted ${outcome.value}` : outcome.problem.message

const label = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789'), minLength, maxLength })
const soldTld = fc.constantFrom(...purchasableTlds)

describe('a name to buy', () => {
  test('is trimmed and lower-cased', () => {
    expect(checkPurchasedDomain('  AcmeMail.COM ')).toEqual({ ok: true, value: 'acmemail.com' })
  })

  test.each([
    ['', 'Domain cannot be empty'],
    ['acme', 'Please enter a domain with a valid TLD (e.g., example.com)'],
    ['acme.', 'Please enter a domain with a valid TLD (e.g., example.com)'],
    ['acme.c', 'Please enter a domain with a valid TLD (e.g., example.com)'],
    ['acme.c0m', 'Please enter a domain with a valid TLD (e.g., example.com)'],
    ['acme.app', '.app domains are no longer supported. Please try a different TLD.'],
    ['https://www.acme.com/', 'Enter only the domain: acme.com'],
    ['https://acme.io/', 'Only domains with these TLDs are allowed: .com, .co, .net, .org, .info, .biz'],
    ['a.com', 'Invalid domain format. Domain names can only contain letters and numbers.'],
    ['acme-mail.com', 'Invalid domain format. Domain names can only contain letters and numbers.'],
    ['mail.acme.com', 'Invalid domain format. Domain names can only contain letters and numbers.'],
    ['ácme.com', 'Invalid domain format. Domain names can only contain letters and numbers.'],
    ['acme.io', 'Only domains with these TLDs are allowed: .com, .co, .net, .org, .info, .biz'],
    [`${'a'.repeat(40)}.com`, 'Domain name exceeds maximum length of 35 characters'],
  ])('%j is refused with %j', (text, message) => {
    expect(refusal(checkPurchasedDomain(text))).toBe(message)
  })

  test('is accepted whenever it is 2 to 35 letters and digits under a sold TLD', () => {
    fc.assert(
      fc.property(label(2, 30), soldTld, (name, tld) => {
        expect(checkPurchasedDomain(`${name}.${tld}`)).toEqual({ ok: true, value: `${name}.${tld}` })
      }),
    )
  })

  test.each([
    [' Acme ', 'acme.com'],
    ['acme.', 'acme.com'],
    ['acme.com', undefined],
    ['acme.c', undefined],
    ['acme-mail', undefined],
    ['a', undefined],
    ['', undefined],
    ['w'.repeat(36), undefined],
  ])('of the plain word %j may be meant %j', (text, name) => {
    expect(nameOfPlainWord(text)).toBe(name)
    if (name) expect(nameOfPlainWord(text, { tlds: ['net', 'com'] })).toBe('acme.net')
  })

  test('may be narrowed to fewer TLDs by the operator', () => {
    expect(refusal(checkPurchasedDomain('acme.net', { tlds: ['com', 'co'] }))).toBe(
      'Only domains with these TLDs are allowed: .com, .co',
    )
  })
})

describe('a name the customer owns', () => {
  test.each(['acme.io', 'acme.co.uk', 'MAIL.acme.de', '1and1.com'])('%j is accepted', (text) => {
    expect(checkOwnDomain(text)).toEqual({ ok: true, value: text.toLowerCase() })
  })

  test('may end with the dot of the DNS', () => {
    expect(checkOwnDomain('acme.com. ')).toEqual({ ok: true, value: 'acme.com' })
  })

  test.each([
    ['acme-mail.com', 'Hyphens are not allowed in user added domains'],
    [`${'a'.repeat(32)}.com`, 'Domain name exceeds maximum length of 35 characters'],
    ['', 'Please enter a valid domain (e.g., example.com)'],
    ['acme', 'Please enter a valid domain (e.g., example.com)'],
    ['acme..com', 'Please enter a valid domain (e.g., example.com)'],
    ['https://acme.com/x-y', 'Enter only the domain: acme.com'],
    [' http://www.Acme.co.uk:8080 ', 'Enter only the domain: acme.co.uk'],
    ['jane@acme.com', 'Enter only the domain: acme.com'],
    ['www.acme.com', 'Enter only the domain: acme.com'],
    ['https://ac-me.com/', 'Hyphens are not allowed in user added domains'],
    ['https://', 'Please enter a valid domain (e.g., example.com)'],
    ['co.uk', 'co.uk is an ending under which domains are registered. Enter your whole domain.'],
    ['example.com', 'example.com is reserved: nobody can own it.'],
    ['mail.example.org', 'mail.example.org is reserved: nobody can own it.'],
    ['acme.test', 'acme.test is reserved: nobody can own it.'],
    ['acme.invalid', 'acme.invalid is reserved: nobody can own it.'],
    ['acme.localhost', 'acme.localhost is reserved: nobody can own it.'],
    [
      'müller.de',
      'Please enter a valid domain (e.g., example.com). müller.de (xn--mller-kva.de) cannot be used here: own domains consist of the letters a-z and digits.',
    ],
    [
      'https://xn--mller-kva.de/',
      'Hyphens are not allowed in user added domains. müller.de (xn--mller-kva.de) cannot be used here: own domains consist of the letters a-z and digits.',
    ],
  ])('%j is refused with %j', (text, message) => {
    expect(refusal(checkOwnDomain(text))).toBe(message)
  })
})

test.each([
  '"acme.com"',
  '“Acme.com.”',
  "'https://acme.com/'",
  ' @acme.com',
  'ACME.COM.',
  '`acme.com`',
  '\u200bacme.com\u2028',
])('what stands around a copied name is no part of it, wherever it is entered: %j', (text) => {
  const read = { ok: true, value: 'acme.com' }
  expect(checkPurchasedDomain(text)).toEqual(read)
  expect(checkOwnDomain(text)).toEqual(read)
  for (const option of ['own', 'purchase'] as const)
    expect(checkReplacementDomain(text, option)).toEqual(read)
  expect(splitDomains(text)).toEqual(['acme.com'])
})

describe('a name that replaces another one', () => {
  test.each([
    ['', 'purchase', 'Domain cannot be empty'],
    ['  ', 'own', 'Domain cannot be empty'],
    [`${'a'.repeat(32)}.com`, 'own', 'Domain name exceeds maximum length of 35 characters'],
    ['acme-mail.com', 'own', messages.lettersAndNumbers],
    ['acme-mail.com', 'purchase', messages.lettersAndNumbers],
    ['acme.io', 'purchase', 'Only domains with these TLDs are allowed: .com, .co, .net, .org, .info, .biz'],
    [
      'acme',
      'purchase',
      'Please enter a valid domain with one of these TLDs: .com, .co, .net, .org, .info, .biz. No hyphens allowed.',
    ],
    [
      'mail.acme.com',
      'purchase',
      'Please enter a valid domain with one of these TLDs: .com, .co, .net, .org, .info, .biz. No hyphens allowed.',
    ],
    ['acme.app', 'purchase', messages.appTld],
    ['https://acme.com/about', 'own', 'Enter only the domain: acme.com'],
    ['www.acme.com', 'purchase', 'Enter only the domain: acme.com'],
    ['com.au', 'own', 'com.au is an ending under which domains are registered. Enter your whole domain.'],
    ['acme.example', 'own', 'acme.example is reserved: nobody can own it.'],
    [
      'bücher.com',
      'own',
      'Please enter a valid domain format without hyphens (e.g., example.com). bücher.com (xn--bcher-kva.com) cannot be used here: own domains consist of the letters a-z and digits.',
    ],
    ['acme', 'own', 'Please enter a valid domain format without hyphens (e.g., example.com)'],
  ] as const)('%j (%s) is refused with %j', (text, option, message) => {
    expect(refusal(checkReplacementDomain(text, option))).toBe(message)
  })

  test('is accepted exactly when an order would accept it', () => {
    const text = fc.oneof(
      fc
        .tuple(label(0, 36), fc.constantFrom('com', 'app', 'io', 'c', 'c0m', ''))
        .map(([a, b]) => `${a}.${b}`),
      fc
        .tuple(label(0, 5), fc.constantFrom('-', '.', ' '), label(0, 5))
        .map((parts) => `${parts.join('')}.com`),
      fc.string(),
    )
    fc.assert(
      fc.property(text, fc.constantFrom('purchase', 'own'), (each, option) => {
        expect(checkReplacementDomain(each, option).ok).toBe(checkOrderDomain(each, option).ok)
      }),
    )
  })
})

test('every accepted name is in normal form, short enough and accepted again', () => {
  const text = fc.oneof(
    fc.string(),
    fc.tuple(label(1, 40), soldTld).map((parts) => ` ${parts.join('.')}`.toUpperCase()),
  )
  fc.assert(
    fc.property(text, fc.constantFrom('purchase', 'own'), (each, option) => {
      const outcome = checkOrderDomain(each, option)
      if (!outcome.ok) return
      expect(outcome.value).toBe(normalizeDomain(outcome.value))
      expect(outcome.value.length).toBeLessThanOrEqual(domainMaxLength)
      expect(checkOrderDomain(outcome.value, option)).toEqual(outcome)
    }),
  )
})

test('the TLD is what follows the last dot', () => {
  expect(tldOf('acme.co.uk')).toBe('uk')
  expect(tldOf('acme')).toBe('')
})

test('the schemas refuse with the words of the rules', () => {
  expect(ownDomainField.parse(' Acme.io ')).toBe('acme.io')
  expect(ownDomainField.safeParse('a-b.io').error?.issues[0]?.message).toBe(messages.ownHyphen)
  expect(purchasedDomainField({ tlds: ['com'] }).safeParse('acme.net').error?.issues[0]?.message).toBe(
    'Only domains with these TLDs are allowed: .com',
  )
  expect(ownDomainField.safeParse('a'.repeat(1000)).error?.issues[0]?.message).toBe(
    'Please use at most 253 characters',
  )
})
