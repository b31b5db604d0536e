import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type InstantlyAccount,
  type InstantlyForm,
  instantlyFormProblems,
  nameGroups,
  signaturesOf,
  summarizeAccounts,
} from './instantly.ts'
import { notNarrowed } from './narrowing.ts'

const form: InstantlyForm = {
  access: 'browser',
  cookie: '__session=a',
  orgAuth: 'ey',
  apiKey: '',
  domains: 'acme.com',
  narrowing: notNarrowed,
  email: 'jo@acme.com',
}
const acme = { text: 'acme', tags: [] }
const account = (email: string, first = 'Jo', last = 'Doe'): InstantlyAccount => ({
  email,
  stat_warmup_score: null,
  payload: { name: { first, last }, daily_limit: null },
})

describe('step 1', () => {
  test('a complete form has no problems', () => expect(instantlyFormProblems(form)).toEqual({}))

  test.each([
    [{ cookie: ' ' }, { cookie: 'Cookie is required' }],
    [{ orgAuth: '' }, { orgAuth: 'X-Org Auth is required' }],
    [{ domains: ' , ' }, { domains: 'At least one domain is required' }],
    [{ email: '' }, { email: 'Email is required' }],
    [{ email: 'jo' }, { email: 'Please enter a valid email address' }],
    [{ cookie: 'ö' }, { cookie: 'Cookie has characters that cannot be sent. Please copy it again.' }],
    [{ access: 'apiKey' as const }, { apiKey: 'API key is required' }],
    [{ access: 'apiKey' as const, apiKey: 'k', cookie: '', orgAuth: '' }, {}],
    [{ access: 'apiKey' as const, apiKey: 'k', domains: '', narrowing: acme }, {}],
    [
      { access: 'apiKey' as const, apiKey: 'k', domains: 'acme', narrowing: acme },
      { domains: '"acme" is not a domain (e.g., example.com)' },
    ],
    // By a cookie nothing is searched for but domains.
    [{ domains: '', narrowing: acme }, { domains: 'At least one domain is required' }],
  ])('%j: %j', (change, problems) => {
    expect(instantlyFormProblems({ ...form, ...change })).toEqual(problems)
  })
})

describe('step 2', () => {
  test('tells accounts, domains and name groups', () => {
    const summary = summarizeAccounts([
      account('jo@acme.com'),
      account('jo@beta.com'),
      account('al@beta.com', 'Al', 'Ray'),
      account('info@beta.com', '', ''),
    ])
    expect(summary.heading).toBe('4 Accounts Found: 2 Domains and 3 Name Groups')
    expect(summary.distribution[0]).toEqual({ name: 'beta.com', count: 3 })
    expect(summary.groups.map(({ name }) => name)).toEqual(['Jo Doe', '', 'Al Ray'])
  })

  test('counts one as one', () => {
    const { heading } = summarizeAccounts([account('jo@acme.com')])
    expect(heading).toBe('1 Account Found: 1 Domain and 1 Name Group')
  })

  test('a name that differs in blanks, case or what nobody sees is one group, written as it came first', () => {
    const names = ['Jo\u200b', ' jo ', 'JO', 'Jo\u00a0'].map((first, at) =>
      account(`jo${at}@acme.com`, first, 'Van  Doe\u2060'),
    )
    const blank = [account('a@acme.com', '\u3164', ' '), account('b@acme.com', '', '')]
    expect(nameGroups([...names, ...blank]).map(({ name, emails }) => [name, emails.length])).toEqual([
      ['Jo Van Doe', 4],
      ['', 2],
    ])
  })

  test('every account is in exactly one group, under its full name', () => {
    const anyAccount = fc.record({
      email: fc.emailAddress(),
      stat_warmup_score: fc.constant(null),
      payload: fc.record({
        name: fc.record({ first: fc.constantFrom('Jo', 'Al', ''), last: fc.constantFrom('Doe', '') }),
        daily_limit: fc.constant(null),
      }),
    })
    fc.assert(
      fc.property(fc.uniqueArray(anyAccount, { selector: ({ email }) => email }), (accounts) => {
        const groups = nameGroups(accounts)
        expect(groups.flatMap(({ emails }) => emails).sort()).toEqual(
          accounts.map(({ email }) => email).sort(),
        )
        expect(new Set(groups.map(({ name }) => name)).size).toBe(groups.length)
      }),
    )
  })
})

describe('signatures', () => {
  const groups = nameGroups([account('jo@a.com'), account('jo@b.com'), account('al@a.com', 'Al', 'Ray')])

  test('go to every name; those without one are left alone', () => {
    expect(signaturesOf(groups, { 'jo doe': '<b>Jo</b>', 'al ray': ' ' })).toEqual({
      ok: true,
      value: [{ key: 'jo doe', name: 'Jo Doe', emails: ['jo@a.com', 'jo@b.com'], signature: '<b>Jo</b>' }],
    })
  })

  test('at least one is needed', () => {
    expect(signaturesOf(groups, {})).toMatchObject({
      problem: { message: 'Please write at least one signature' },
    })
  })
})
