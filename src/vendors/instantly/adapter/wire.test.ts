import { describe, expect, it } from 'vitest'
import type { Refusal } from '#vendors/client/vendor-client.ts'
import {
  account,
  browserPage,
  browserToBulkAccount,
  explainWith,
  job,
  refusesInside,
  testMail,
  toBulkAccount,
  toSignInResult,
  toToolMailbox,
  whyNotSent,
  workspaces,
} from './wire.ts'

const documented = {
  email: 'Jo@x.com',
  first_name: 'Jo',
  last_name: 'Doe',
  organization: '0198e874-1315-75e4-8094-644feeb142bc',
  status: 1,
  warmup_status: 0,
  provider_code: 3,
  daily_limit: 10,
  sending_gap: 20,
  stat_warmup_score: null,
  signature: null,
  reply_to: null,
  warmup: {
    limit: 5,
    increment: '1',
    reply_rate: 50,
    warmup_custom_ftag: 'warmup',
    advanced: { open_rate: 0 },
  },
  enable_slow_ramp: false,
  setup_pending: false,
  timestamp_created: '2026-01-30T09:25:22.972Z',
}

describe('Instantly’s answers', () => {
  it('say in the documented form what an account is', () => {
    const parsed = account.parse(documented)
    expect(toToolMailbox(parsed)).toEqual({
      externalId: 'Jo@x.com',
      address: 'jo@x.com',
      connection: { state: 'connected' },
      warmupOn: false,
      sends: true,
      warmupBarred: false,
      dailyLimit: 10,
    })
    expect(toBulkAccount(parsed)).toEqual({
      id: 'Jo@x.com',
      email: 'Jo@x.com',
      firstName: 'Jo',
      lastName: 'Doe',
      fromName: 'Jo Doe',
      type: 'Microsoft',
      warmupOn: false,
      warmupScore: undefined,
      dailyLimit: 10,
      sendingGapMinutes: 20,
      warmupLimit: 5,
      warmupIncrement: 1,
      replyRatePercent: 50,
      signature: '',
      tags: undefined,
    })
  })

  it('may leave out whatever is not always there', () => {
    expect(toBulkAccount(account.parse({ email: 'a@b.co', warmup_status: 1 }))).toMatchObject({
      fromName: '',
      type: 'Other',
      warmupOn: true,
      warmupLimit: undefined,
    })
    expect(account.safeParse({ warmup_status: 1 }).success).toBe(false)
  })

  it.each([
    ['disabled', 0],
    ['0', 0],
    ['4', 4],
    [3, 3],
    [null, undefined],
  ])('name the ramp-up %j', (increment, expected) => {
    const parsed = account.parse({ ...documented, warmup: { limit: 5, increment, reply_rate: 30 } })
    expect(toBulkAccount(parsed).warmupIncrement).toBe(expected)
  })

  it.each([-1, -2, -3])('say with warm-up status %i that it is barred', (warmup_status) => {
    expect(toToolMailbox(account.parse({ ...documented, warmup_status }))).toMatchObject({
      warmupOn: false,
      warmupBarred: true,
    })
  })

  const lost = { code: 'EENVELOPE', command: 'DATA', response: '450 4.1.2 Try later', responseCode: 450 }
  const refused = { code: 'EAUTH', command: 'AUTH', response: '535 5.7.139 Disabled', responseCode: 535 }
  it.each([
    [{ status: 1, setup_pending: true }, { state: 'pending' }],
    [{ status: 2 }, { state: 'unknown' }],
    [{ status: undefined }, { state: 'unknown' }],
    // An OAuth sign-in that was lost has no message.
    [
      { status: -1, status_message: null },
      { state: 'refused', reason: 'Instantly cannot sign in to it' },
    ],
    [
      { status: -1, status_message: refused },
      { state: 'refused', reason: '535 5.7.139 Disabled' },
    ],
    [
      { status: -3, status_message: refused },
      { state: 'refused', reason: '535 5.7.139 Disabled' },
    ],
    [{ status: -3, status_message: lost }, { state: 'unknown' }],
    [{ status: -3 }, { state: 'unknown' }],
  ])('say with %j whether it can sign in', (change, connection) => {
    expect(toToolMailbox(account.parse({ ...documented, ...change })).connection).toEqual(connection)
  })

  it('list accounts for the browser in an object or bare', () => {
    const row = {
      email: 'jo@x.com',
      status: 1,
      warmup_status: 1,
      stat_warmup_score: 98,
      payload: {
        name: { first: 'Jo', last: 'Doe' },
        daily_limit: '10',
        signature: '<b>Jo</b>',
        provider: 'microsoft',
        warmup: { limit: 5, increment: 1, reply_rate: 30 },
      },
      tags: [{ id: '1', label: 'a' }],
    }
    for (const answer of [{ accounts: [row] }, [row]]) {
      const [parsed] = browserPage.parse(answer)
      expect(browserToBulkAccount(parsed as never)).toMatchObject({
        fromName: 'Jo Doe',
        dailyLimit: 10,
        warmupScore: 98,
        signature: '<b>Jo</b>',
        sendingGapMinutes: undefined,
        tags: ['a'],
      })
    }
  })

  it('name workspaces one by one or in a list, in either spelling', () => {
    const expected = [{ id: 'w1', name: 'Main' }]
    expect(workspaces.parse({ id: 'w1', name: 'Main', plan_id: null })).toEqual(expected)
    expect(workspaces.parse([{ workspace_id: 'w1', workspace_name: 'Main' }])).toEqual(expected)
    expect(workspaces.parse({ items: [{ id: 'w1', name: 'Main' }] })).toEqual(expected)
    expect(workspaces.safeParse({ name: 'no id' }).success).toBe(false)
  })

  it('tell what came of a sign-in; a word that nobody has described decides nothing', () => {
    const resultOf = (status: string, error?: string) => toSignInResult({ status, error })
    expect(['pending', 'expired', 'error', 'checking'].map((status) => resultOf(status))).toEqual([
      { state: 'pending' },
      { state: 'lost' },
      { state: 'failed', reason: 'Instantly could not sign in to it' },
      { state: 'pending' },
    ])
    expect(resultOf('checking', 'access_denied')).toEqual({ state: 'failed', reason: 'access_denied' })
    expect(toSignInResult({ status: 'success', email: 'Jane@Acme.com' })).toEqual({
      state: 'signed_in',
      address: 'jane@acme.com',
    })
  })

  it('report a job only in a state that is known', () => {
    expect(job.parse({ id: 'j', status: 'in-progress', data: {} }).status).toBe('in-progress')
    expect(job.safeParse({ id: 'j', status: 'dreaming' }).success).toBe(false)
  })
})

describe('the answer to a test mail', () => {
  it.each([
    [{ status: 'success' }, undefined],
    [{ error: 'ACC_AUTH_ERROR' }, 'Instantly cannot sign in to it'],
    [{ error: 'ACC_NOT_FOUND' }, 'Instantly does not have it'],
    [{ error: 'ACC_UNKNOWN_ERROR', status: 'success' }, 'Instantly cannot send from it (ACC_UNKNOWN_ERROR)'],
    [{}, 'Instantly does not say that it sent a test mail from it'],
    [{ error: null }, 'Instantly does not say that it sent a test mail from it'],
    [{ status: 'queued' }, 'Instantly does not say that it sent a test mail from it'],
    [{ success: true }, 'Instantly does not say that it sent a test mail from it'],
    [{ message: 'queued' }, 'Instantly does not say that it sent a test mail from it'],
  ])('%j proves no more than it says', (body, reason) => {
    expect(whyNotSent(testMail.parse(body))).toBe(reason)
  })
})

describe('Instantly’s refusals', () => {
  const explain = (status: number, body: unknown) =>
    explainWith('sign in again')({ status, headers: new Headers(), body } satisfies Refusal)
  const body = (statusCode: number, message: string) => ({ statusCode, error: 'Some Error', message })

  it.each([
    [401, body(401, 'Invalid API key'), { reason: 'sign in again' }],
    [402, body(402, 'Upgrade'), { kind: 'unauthorised', code: 'no_plan' }],
    [403, body(403, 'Missing scope'), { reason: 'this is not allowed: Missing scope' }],
    [404, body(404, 'Account not found'), { reason: 'Account not found' }],
    [404, '<html>Not found</html>', { kind: 'transient' }],
    [409, body(409, 'Account already exists.'), { reason: 'Account already exists' }],
    [429, body(429, 'Rate limit'), { reason: 'too many calls at once' }],
    [200, { error: 'Account not found' }, { kind: 'not_found', reason: 'Account not found' }],
    [200, { error: 'Session expired' }, { kind: 'unauthorised', reason: 'sign in again' }],
    [200, { error: 'Account has a connection error' }, { reason: 'Account has a connection error' }],
    [500, 'oops', {}],
  ])('are read: %i %j', (status, answer, expected) => {
    expect(explain(status, answer)).toMatchObject(expected)
  })

  it('are seen inside an answer that says success', () => {
    expect(refusesInside({ error: 'no' })).toBe(true)
    expect(refusesInside({ statusCode: 404, message: 'no' })).toBe(true)
    for (const fine of [documented, [], { error: '' }, { error: null }, 'words', { status: 'success' }])
      expect(refusesInside(fine)).toBe(false)
  })
})
