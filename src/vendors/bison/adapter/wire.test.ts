import { describe, expect, it } from 'vitest'
import {
  eventsByDate,
  explain,
  newToken,
  oneSignInSession,
  refusesInside,
  senderPage,
  toSignInResult,
  toToolMailbox,
  workspaces,
} from './wire.ts'

describe('Email Bison’s answers', () => {
  it('list senders a page at a time', () => {
    const page = senderPage.parse({
      data: [
        {
          id: 1,
          name: 'Jo Doe',
          email: 'Jo@x.com',
          daily_limit: 15,
          type: 'microsoft_oauth',
          status: 'Connected',
          warmup_enabled: true,
          tags: [{ id: 1, name: 'a', default: false }],
        },
      ],
      links: {},
      meta: { current_page: 1, last_page: 7, per_page: 15, total: 98 },
    })
    expect(page.meta.last_page).toBe(7)
    expect(page.data.map(toToolMailbox)).toEqual([
      {
        externalId: '1',
        address: 'jo@x.com',
        connection: { state: 'connected' },
        sends: true,
        warmupOn: true,
        warmupBarred: false,
        dailyLimit: 15,
      },
    ])
  })

  it('tell of events only where both what was sent and what came back is there', () => {
    const line = (label: string) => ({ label, color: '#fff', dates: [['2026-11-24', 3]] })
    expect(eventsByDate.safeParse({ data: [line('Sent'), line('Bounced')] }).success).toBe(true)
    expect(eventsByDate.safeParse({ data: [line('Sent')] }).success).toBe(false)
    expect(eventsByDate.safeParse({ data: [] }).success).toBe(false)
  })

  it.each([
    ['not_connected', { state: 'refused', reason: 'Email Bison shows it as not connected' }],
    ['Disconnected', { state: 'refused', reason: 'Email Bison shows it as disconnected' }],
    ['pending_move', { state: 'pending' }],
    ['Something new', { state: 'unknown' }],
    [null, { state: 'unknown' }],
  ])('say with %j whether it can sign in', (status, connection) => {
    const page = { data: [{ id: 1, email: 'jo@x.com', status }], meta: { last_page: 1 } }
    expect(senderPage.parse(page).data.map(toToolMailbox)[0]?.connection).toEqual(connection)
  })

  it('name workspaces by number or word', () => {
    expect(workspaces.parse({ data: [{ id: 54, name: 'A', main: true }] })).toEqual([{ id: '54', name: 'A' }])
    expect(workspaces.safeParse({ message: 'Unauthenticated.' }).success).toBe(false)
  })

  it('hand a new key over once', () => {
    expect(newToken.parse({ data: { name: 'x', plain_text_token: '9|abc' } })).toBe('9|abc')
  })
})

describe('Email Bison’s refusals', () => {
  const read = (status: number, body: unknown) => explain({ status, headers: new Headers(), body })

  it.each([
    [401, { message: 'Unauthenticated.' }, { reason: 'the API key is not valid or was revoked' }],
    [403, { message: 'This action is unauthorized.' }, { reason: 'the API key may not do this' }],
    [
      403,
      {
        data: {
          success: false,
          message: 'This action is unauthorized. The api key does not match the workspace the record is on.',
        },
      },
      { kind: 'not_found', reason: 'it is in another workspace than the API key' },
    ],
    [
      401,
      { message: 'The api key does not match the workspace the record is on.' },
      { kind: 'not_found', reason: 'it is in another workspace than the API key' },
    ],
    [404, { message: 'Record not found.' }, { reason: 'Record not found' }],
    [404, '<h1>Not found</h1>', { kind: 'rejected', reason: 'there is no Email Bison at this address' }],
    [302, '', { kind: 'rejected' }],
    [
      422,
      { message: 'Several (and 1 more error)', errors: { email: ['The email has already been taken.'] } },
      { reason: 'The email has already been taken' },
    ],
    [200, { data: { success: false, message: 'No such sender' } }, { reason: 'No such sender' }],
  ])('are read: %i %j', (status, body, expected) => {
    expect(read(status, body)).toMatchObject(expected)
  })

  it('are seen inside an answer that says success', () => {
    expect(refusesInside({ data: { success: false, message: 'no' } })).toBe(true)
    for (const fine of [{ data: { success: true } }, { data: [] }, { data: { id: 1 } }, []])
      expect(refusesInside(fine)).toBe(false)
  })

  it('name a sign-in page wherever in the answer it stands, and its four states; any other word decides nothing', () => {
    const session = { id: 7, url: 'https://login.microsoftonline.com/x', status: 'pending' }
    for (const answer of [
      { data: session },
      { data: { oauth_session: session } },
      { oauth_session: session },
    ])
      expect(oneSignInSession.parse(answer)).toEqual(session)
    const resultOf = (status: string) => toSignInResult({ id: 7, status })
    expect(['pending', 'success', 'expired', 'failure', 'paused'].map(resultOf)).toEqual([
      { state: 'pending' },
      { state: 'signed_in', address: undefined },
      { state: 'lost' },
      { state: 'failed', reason: 'Email Bison could not sign in to it' },
      { state: 'pending' },
    ])
    expect(oneSignInSession.safeParse({ data: { id: 7, url: 'https://x.test' } }).success).toBe(false)
  })
})
