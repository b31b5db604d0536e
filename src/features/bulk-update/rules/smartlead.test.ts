import { describe, expect, test } from 'vitest'
import { type Narrowing, notNarrowed } from './narrowing.ts'
import {
  checkSmartleadForm,
  defaultTagIdentifier,
  smartleadMessages,
  smartleadTitle,
  smartleadUpdates,
  summarizeSmartleadAccounts,
  updateProblem,
  updateToast,
  warmupSwitchText,
} from './smartlead.ts'

describe('step 1', () => {
  const message = (
    access: 'browser' | 'apiKey',
    token: string,
    domains: string,
    narrowing: Narrowing = notNarrowed,
  ) => {
    const outcome = checkSmartleadForm({ access, token, domains, narrowing })
    return outcome.ok ? outcome.value : outcome.problem.message
  }
  test('needs a token and domains, and says both when either is missing', () => {
    expect(message('browser', '', 'acme.com')).toBe('Please provide both JWT token and domains.')
    expect(message('browser', 'ey', ' , ')).toBe('Please provide both JWT token and domains.')
    expect(message('apiKey', '', 'acme.com')).toBe('Please provide both API key and domains.')
    expect(message('apiKey', 'k', '')).toBe('Please provide both API key and domains.')
    expect(message('browser', 'ey', 'Acme.com, ,beta.co')).toEqual(['acme.com', 'beta.co'])
  })
  test('needs no domains for a text that it can search for', () => {
    const acme = { text: 'acme', tags: [] }
    expect(message('apiKey', 'k', '', acme)).toEqual([])
    expect(message('browser', 'ey', '', acme)).toBe('Please provide both JWT token and domains.')
    expect(message('apiKey', 'k', 'acme', acme)).toBe('"acme" is not a domain (e.g., example.com)')
  })
  test('says which domain is none', () => {
    expect(message('browser', 'ey', 'acme')).toBe('"acme" is not a domain (e.g., example.com)')
  })
})

test('step 3 of a list without domains matches none', () => {
  expect(summarizeSmartleadAccounts([], false).heading).toBe('0 accounts found')
})

test('step 3 counts senders and account types, the most frequent first', () => {
  const account = (id: number, from_name: string, type: string) => ({
    id,
    from_name,
    from_email: `${id}@a.com`,
    type,
  })
  expect(
    summarizeSmartleadAccounts([
      account(1, 'Al Ray', 'OUTLOOK'),
      account(2, 'Jo Doe', 'GMAIL'),
      account(3, 'Jo Doe', 'OUTLOOK'),
    ]),
  ).toEqual({
    heading: '3 accounts found matching the domains',
    senders: [
      { name: 'Jo Doe', count: 2 },
      { name: 'Al Ray', count: 1 },
    ],
    types: [
      { name: 'OUTLOOK', count: 2 },
      { name: 'GMAIL', count: 1 },
    ],
  })
})

describe('step 4', () => {
  const complete = { token: 'ey', accountIds: [1], tags: ['warm'], signature: 'Jo' }
  test('every panel can be updated when its inputs are there', () => {
    for (const update of smartleadUpdates) expect(updateProblem(update, complete)).toBeUndefined()
  })
  test.each([
    ['warmup', { token: ' ' }, 'Missing token or account IDs'],
    ['outbound', { accountIds: [] }, 'Missing token or account IDs'],
    ['tags', { tags: [] }, 'Missing token or account IDs, or tags'],
    ['tags', { token: '' }, 'Missing token or account IDs, or tags'],
    ['signature', { signature: ' ' }, 'Missing token or account IDs, or signature'],
  ] as const)('%s with %j: %s', (update, change, message) => {
    expect(updateProblem(update, { ...complete, ...change })).toBe(message)
  })
  test('an answer that is no success is a warning, in the words of the server if it has any', () => {
    expect(updateToast({ success: true, message: 'Done' })).toEqual({ kind: 'success', message: 'Done' })
    expect(updateToast({ success: false, message: '' })).toEqual({
      kind: 'warning',
      title: 'Warning',
      message: 'Update may not have completed successfully',
    })
    expect(updateToast({ success: false, message: '3 failed' }).message).toBe('3 failed')
  })
  test('failures name their panel', () => {
    expect(smartleadUpdates.map((update) => smartleadMessages.failed[update])).toEqual([
      'Failed to update warmup settings',
      'Failed to update outbound settings',
      'Failed to update tags',
      'Failed to update signature',
    ])
  })
})

test('the tag carries the name of the product', () => {
  expect(defaultTagIdentifier('Inboxyard')).toBe('tryit-inboxyard')
  expect(defaultTagIdentifier('Mail & Co')).toBe('tryit-mail-co')
})

test('an update of warm-up says on how many accounts it switches warm-up on', () => {
  const accounts = (...on: (boolean | undefined)[]) => on.map((warmupOn) => ({ current: { warmupOn } }))
  expect(warmupSwitchText(accounts(true, false, undefined))).toBe(
    'Warm-up is off on 1 of 3 accounts. This update also switches it on there.',
  )
  expect(warmupSwitchText(accounts(true, true))).toBe(
    'Warm-up is on for all of these accounts, and stays on.',
  )
  expect(warmupSwitchText(accounts(true, undefined))).toBe(
    'This update also switches warm-up on where it is off.',
  )
})

describe('the title over the updates of a visit', () => {
  const ended = { jobId: 'j', operation: 'update-outbound', status: 'done' as const, failures: [] }
  const job = (counts: object) => ({ ...ended, total: 42, finished: 42, failed: 0, confirmed: 0, ...counts })

  test.each([
    [[job({})], 'Smartlead has been bulk updated'],
    [[job({ failed: 42 }), job({ failed: 41 })], 'Smartlead has been bulk updated'],
    [[job({ status: 'cancelled', finished: 0 })], 'Nothing was updated in Smartlead'],
    [[job({ failed: 42 })], 'Nothing was updated in Smartlead'],
    [[job({ unchanged: 42 })], 'Smartlead had these values already'],
    [[job({ unchanged: 41, failed: 1 })], 'Nothing was updated in Smartlead'],
    [[job({ status: 'running', finished: 0 })], 'Smartlead is being updated'],
    [[undefined], 'Smartlead is being updated'],
    [[], 'Nothing was updated in Smartlead'],
  ])('of %j is "%s"', (jobs, title) => {
    expect(smartleadTitle(jobs)).toBe(title)
  })
})
