import { describe, expect, it } from 'vitest'
import {
  accountList,
  done,
  explainWith,
  refusesInside,
  tagsByAddress,
  toBulkAccount,
  toToolMailbox,
  webAppAccounts,
  webAppToBulkAccount,
} from './wire.ts'

const documented = {
  id: 123,
  created_at: '2025-01-15T10:30:00.000Z',
  user_id: 456,
  from_name: 'John van Doe',
  from_email: 'John@example.com',
  minTimeToWaitInMins: 5,
  username: 'john@example.com',
  password: 'bXVzdCBuZXZlciBiZSBrZXB0',
  imap_password: 'bXVzdCBuZXZlciBiZSBrZXB0',
  smtp_host: 'smtp.gmail.com',
  message_per_day: 50,
  signature: '<p>Best regards</p>',
  type: 'GMAIL',
  warmup_details: {
    status: 'ACTIVE',
    total_sent_count: 450,
    warmup_reputation: '95%',
    warmup_key_id: 789,
    reply_rate: 15,
    blocked_reason: null,
  },
}

describe('Smartlead’s answers', () => {
  it('list accounts in the documented form; their passwords are not kept', () => {
    const [parsed] = accountList.parse([documented])
    expect(JSON.stringify(parsed)).not.toContain('bXVzdCBuZXZlciBiZSBrZXB0')
    expect(toToolMailbox(parsed as never)).toEqual({
      externalId: '123',
      address: 'john@example.com',
      connection: { state: 'unknown' },
      warmupOn: true,
      sends: true,
      warmupBarred: false,
      dailyLimit: 50,
    })
    expect(toBulkAccount(parsed as never)).toEqual({
      id: '123',
      email: 'John@example.com',
      firstName: 'John',
      lastName: 'van Doe',
      fromName: 'John van Doe',
      type: 'GMAIL',
      warmupOn: true,
      warmupScore: 95,
      dailyLimit: 50,
      sendingGapMinutes: 5,
      warmupLimit: undefined,
      warmupIncrement: undefined,
      replyRatePercent: 15,
      signature: '<p>Best regards</p>',
      tags: undefined,
    })
  })

  it.each([
    ['OpenAPI document', { max_email_per_day: 50, is_suspended: false }, { sends: true, dailyLimit: 50 }],
    [
      'same, of one without mails',
      { max_email_per_day: 0 },
      { sends: false, warmupOn: false, dailyLimit: 0 },
    ],
    [
      'same, of one without a limit that nobody has suspended',
      { max_email_per_day: 0, is_suspended: false },
      { sends: true, warmupOn: true, dailyLimit: 0 },
    ],
    [
      'same, of one suspended',
      { max_email_per_day: 50, is_suspended: true },
      { sends: false, warmupOn: false },
    ],
    [
      'page, of one without mails',
      { message_per_day: 0, max_email_per_day: 50 },
      { sends: false, dailyLimit: 0 },
    ],
  ])('say how many mails a day there are in the form of the %s', (_, shown, expected) => {
    const { message_per_day: _page, ...without } = documented
    const [parsed] = accountList.parse([{ ...without, ...shown }])
    expect(toToolMailbox(parsed as never)).toMatchObject(expected)
    expect(toBulkAccount(parsed as never).dailyLimit).toBe(toToolMailbox(parsed as never).dailyLimit)
  })

  it.each([
    ['as the page shows them', 7, { id: 3, name: 'outreach' }],
    ['as they are answered', '7', { tag_id: '3', tag_name: 'outreach' }],
  ])('name tags %s', (_, email_account_id, tag) => {
    const read = { email_account_id: 7, tags: [{ id: 3, name: 'outreach' }] }
    expect(tagsByAddress.parse({ data: [{ email_account_id, tags: [tag] }] }).data).toEqual([read])
    expect(
      accountList.parse([{ ...documented, id: email_account_id, tags: [tag] }]).map(toBulkAccount)[0],
    ).toMatchObject({ id: '7', tags: ['outreach'] })
  })

  it.each([
    [{ is_smtp_success: true, is_imap_success: true }, { state: 'connected' }],
    [{ is_smtp_success: true }, { state: 'unknown' }],
    [{ is_smtp_success: true, is_imap_success: false, imap_failure_error: null }, { state: 'pending' }],
    [
      { is_smtp_success: false, is_imap_success: true, smtp_failure_error: '535 5.7.139 Disabled' },
      { state: 'refused', reason: '535 5.7.139 Disabled' },
    ],
  ])('say with %j whether it can sign in', (flags, connection) => {
    const [parsed] = accountList.parse([{ ...documented, ...flags }])
    expect(toToolMailbox(parsed as never).connection).toEqual(connection)
  })

  it('tell no tags from tags that are not shown', () => {
    expect(accountList.parse([{ ...documented, tags: [] }]).map(toBulkAccount)[0]?.tags).toEqual([])
    expect(accountList.parse([documented]).map(toBulkAccount)[0]?.tags).toBeUndefined()
    expect(tagsByAddress.parse({ data: [{ email_account_id: 7 }] }).data[0]?.tags).toBeUndefined()
  })

  it('tell no signature from one that is not shown', () => {
    const { signature: _, ...without } = documented
    expect(accountList.parse([{ ...documented, signature: null }]).map(toBulkAccount)[0]?.signature).toBe('')
    expect(accountList.parse([without]).map(toBulkAccount)[0]?.signature).toBeUndefined()
  })

  it.each([
    [{ blocked_reason: 'Bounces' }, true],
    [{ is_warmup_blocked: true }, true],
    [{ is_warmup_blocked: false, blocked_reason: null }, false],
    [{ blocked_reason: '' }, false],
  ])('say with %j whether warm-up is barred', (warmup_details, barred) => {
    const [parsed] = accountList.parse([{ ...documented, warmup_details }])
    expect(toToolMailbox(parsed as never).warmupBarred).toBe(barred)
  })

  it('list accounts for the browser without waiting time and signature, with tags', () => {
    const answer = {
      ok: true,
      data: {
        email_accounts: [
          {
            id: 7,
            from_name: 'Jo Doe',
            from_email: 'jo@x.com',
            type: 'OUTLOOK',
            message_per_day: 2,
            email_warmup_details: { status: 'INACTIVE', warmup_reputation: 100 },
            email_account_tag_mappings: [{ tag: { id: 1, name: 'a' } }, { tag: null }],
          },
        ],
      },
    }
    expect(webAppAccounts.parse(answer).map(webAppToBulkAccount)[0]).toMatchObject({
      warmupOn: false,
      warmupScore: 100,
      dailyLimit: 2,
      tags: ['a'],
      sendingGapMinutes: undefined,
      signature: undefined,
    })
  })

  it.each([{ ok: true }, { success: true }, { message: 'Updated' }, 'Email accounts updated successfully'])(
    'say done by %j',
    (answer) => {
      expect(done.safeParse(answer).success).toBe(true)
    },
  )

  it.each([{}, { ok: false }, '', '<h1>502</h1>', '{"ok":tr', 7, null, { ok: 'yes' }])(
    'do not say done by %j',
    (answer) => {
      expect(done.safeParse(answer).success).toBe(false)
    },
  )
})

describe('Smartlead’s refusals', () => {
  const explain = (status: number, body: unknown, headers = {}) =>
    explainWith('sign in again')({ status, headers: new Headers(headers), body })

  it.each([
    [401, { message: 'Invalid API Key' }, { kind: 'unauthorised', reason: 'sign in again' }],
    [422, { error: '"daily_rampup" must be 5 or more' }, { reason: '"daily_rampup" must be 5 or more' }],
    [400, { ok: false, message: 'Email account already exists' }, { reason: 'Email account already exists' }],
    [400, 'Bad things happened.', { reason: 'Bad things happened' }],
    [404, { ok: false, message: 'Email account not found' }, { reason: 'Email account not found' }],
    [404, '<html>nginx</html>', { kind: 'transient' }],
    [404, '{"ok":fal', { kind: 'transient' }],
    [200, { ok: false, message: 'Account does not exist' }, { kind: 'not_found' }],
    [200, { ok: false, message: 'Invalid API Key' }, { kind: 'unauthorised' }],
    [200, { success: false, message: 'Warmup is blocked' }, { reason: 'Warmup is blocked' }],
    [
      200,
      { errors: [{ message: 'Could not verify JWT', extensions: { code: 'invalid-jwt' } }] },
      { kind: 'unauthorised', reason: 'sign in again' },
    ],
  ])('are read: %i %j', (status, body, expected) => {
    expect(explain(status, body)).toMatchObject(expected)
  })

  it('say in the body how long to wait where no header does', () => {
    const body = { error: { code: 'RATE_LIMIT_EXCEEDED', message: 'Slow down', retry_after: 30 } }
    expect(explain(429, body).retryAfterMs).toBe(30_000)
    expect(explain(429, body, { 'retry-after': '5' }).retryAfterMs).toBeUndefined()
  })

  it('are seen inside an answer that says success', () => {
    for (const refusal of [
      { ok: false },
      { success: false },
      { error: 'no' },
      { errors: [{ message: 'no' }] },
    ])
      expect(refusesInside(refusal)).toBe(true)
    for (const fine of [[], [documented], { ok: true }, { data: {} }, { errors: [] }, 'words'])
      expect(refusesInside(fine)).toBe(false)
  })
})
