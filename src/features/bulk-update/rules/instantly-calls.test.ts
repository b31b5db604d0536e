import { describe, expect, test } from 'vitest'
import { instantlyBody, instantlyCredentials, instantlySettingsBody } from './instantly-calls.ts'

const browser = { cookie: '__session=a', org_auth: 'Bearer ey' }
const settings = { warmupLimit: 5, dailyLimit: 10, sendingGap: 20, warmupIncrement: 1, replyRate: 50 }
const issues = (body: unknown) =>
  instantlyBody.safeParse(body).error?.issues.map(({ path, message }) => [path.join('.'), message])

test('fetching is read into domains and access', () => {
  expect(
    instantlyBody.parse({
      operation: 'fetch-accounts',
      ...browser,
      domain_search: 'Acme.com, beta.co',
      userEmail: 'jo@acme.com',
    }),
  ).toEqual({
    operation: 'fetch-accounts',
    remember: true,
    access: { kind: 'browser', cookie: '__session=a', orgAuth: 'ey' },
    domains: ['acme.com', 'beta.co'],
  })
})

test('what the wizard sends to update settings is what the server reads', () => {
  for (const access of [
    { kind: 'browser', cookie: 'c', orgAuth: 'o' },
    { kind: 'apiKey', apiKey: 'k' },
  ] as const)
    expect(
      instantlyBody.parse({
        operation: 'update-accounts',
        ...instantlyCredentials(access),
        ...instantlySettingsBody(settings),
        fetchId: 'bft_1',
        leftOut: '0-2,5',
      }),
    ).toEqual({
      operation: 'update-accounts',
      access,
      target: { fetchId: 'bft_1', leftOut: [0, 1, 2, 5] },
      settings,
    })
})

test('warm-up and signatures name their accounts', () => {
  expect(
    instantlyBody.parse({ operation: 'enable-warmup', api_key: 'k', emails: ['jo@acme.com', 'jo@acme.com'] }),
  ).toMatchObject({ target: { named: ['jo@acme.com'] } })
  expect(
    instantlyBody.parse({
      operation: 'update-signatures',
      api_key: 'k',
      matched_emails: [{ email: 'jo@acme.com', signature: '<b>Jo</b>' }],
    }),
  ).toMatchObject({ target: { named: [{ email: 'jo@acme.com', signature: '<b>Jo</b>' }] } })
})

describe('a request is refused', () => {
  test('without credentials, in the words of the form', () => {
    expect(issues({ operation: 'enable-warmup', emails: ['jo@acme.com'] })).toEqual([
      ['cookie', 'Cookie is required'],
      ['org_auth', 'X-Org Auth is required'],
    ])
    expect(issues({ operation: 'enable-warmup', api_key: ' ', emails: ['jo@acme.com'] })).toEqual([
      ['api_key', 'API key is required'],
    ])
  })

  test('with settings out of range', () => {
    const body = {
      operation: 'update-accounts',
      api_key: 'k',
      matched_emails: [{ email: 'jo@acme.com' }],
      ...instantlySettingsBody({ ...settings, warmupIncrement: 5, sendingGap: 1441 }),
    }
    expect(issues(body)).toEqual([
      ['sending_gap', 'Sending gap must be between 0 and 1440'],
      ['warmup_increment', 'Warmup increment must be between 0 and 4'],
    ])
  })

  test('without a domain, with no account or more than 10,000, or with an unknown operation', () => {
    expect(issues({ operation: 'fetch-accounts', api_key: 'k', domain_search: ', ' })).toEqual([
      ['domain_search', 'At least one domain is required'],
    ])
    const emails = Array.from({ length: 10_001 }, (_, index) => `m${index}@acme.com`)
    expect(issues({ operation: 'enable-warmup', api_key: 'k', emails })).toEqual([
      ['emails', 'At most 10,000 accounts can be updated at a time'],
    ])
    expect(issues({ operation: 'enable-warmup', api_key: 'k', emails: [] })).toHaveLength(1)
    expect(issues({ operation: 'enable-warmup', api_key: 'k' })).toEqual([
      ['emails', 'There is no account in this request'],
    ])
    expect(issues({ operation: 'delete-accounts', api_key: 'k', emails })).toHaveLength(1)
  })

  test('that leaves accounts out of no list, or out of accounts it names itself', () => {
    const refused = [['emails', 'Accounts can only be left out of a list that was loaded']]
    const left = { operation: 'enable-warmup', api_key: 'k', leftOut: '' }
    expect(issues(left)).toEqual(refused)
    expect(issues({ ...left, fetchId: 'bft_1', emails: ['jo@acme.com'] })).toEqual(refused)
    expect(issues({ ...left, fetchId: 'bft_1' })).toBeUndefined()
  })
})
