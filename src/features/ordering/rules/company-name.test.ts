import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkCompanyName, domainOfCompany } from './company-name.ts'

test('a name is trimmed and its blanks are single', () => {
  expect(checkCompanyName('  Acme   Corp 2 ')).toEqual({ ok: true, value: 'Acme Corp 2' })
})

test.each([
  ['', 'wizard', 'Please enter a company/client name'],
  [' ', 'reinstate', 'Organization name is required'],
  ['Acme, Inc.', 'wizard', 'Company/client name can only contain letters and numbers'],
  ['Acme\tCorp', 'wizard', 'Company/client name can only contain letters and numbers'],
  ['Müller', 'reinstate', 'Company/client name can only contain letters and numbers'],
  ['a'.repeat(101), 'wizard', 'Company/client name must be at most 100 characters'],
] as const)('%j (%s) is refused with %j', (text, context, message) => {
  const outcome = checkCompanyName(text, context)
  expect(outcome.ok ? outcome.value : outcome.problem.message).toBe(message)
})

test('an accepted name is accepted again, unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', 'Z', '7', ' '), maxLength: 120 }), (text) => {
      const outcome = checkCompanyName(text)
      if (outcome.ok) expect(checkCompanyName(outcome.value)).toEqual(outcome)
    }),
  )
})

test.each([
  ['Acme Corp', 'acme.com'],
  ['Brightyard Sales 42 GmbH', 'brightyardsales42.com'],
  ['x', undefined],
  ['', undefined],
  ['A'.repeat(100), `${'a'.repeat(31)}.com`],
])('the company "%s" would look for %s first', (companyName, domain) => {
  expect(domainOfCompany(companyName, ['com', 'net'])).toBe(domain)
})
