import { createPublicKey, createVerify } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { refusalError } from '#vendors/client/vendor-client.ts'
import { demoGoogleAccount } from '../simulator/demo.ts'
import { googleAccountSchema } from './account.ts'
import { explainTokenRefusal, signAssertion } from './google-token.ts'
import {
  deletedUser,
  domainInUse,
  explainGoogle,
  hostedMailbox,
  imapSettings,
  isPassing,
  userLimit,
  webSafeBase64,
  workspaceDomain,
  workspaceUser,
  workspaceUsers,
} from './google-wire.ts'

const headers = new Headers()

describe('a picture as Google wants it', () => {
  it('comes back the same after its own characters are put right', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1 }), (bytes) => {
        const text = webSafeBase64(bytes)
        expect(text).toMatch(/^[A-Za-z0-9_*-]+$/)
        expect(new Uint8Array(Buffer.from(text.replaceAll('*', ''), 'base64url'))).toEqual(bytes)
      }),
    )
  })
})

describe('a refusal by Google', () => {
  const body = (reason: string, message = 'Said.') => ({ error: { code: 0, message, errors: [{ reason }] } })

  it.each([
    [403, 'quotaExceeded', { kind: 'transient' }],
    [403, 'userRateLimitExceeded', { kind: 'transient' }],
    [429, 'rateLimitExceeded', { kind: 'transient' }],
    [403, 'insufficientPermissions', { reason: 'the service account lacks a scope: Said' }],
    [400, 'failedPrecondition', { kind: 'waiting' }],
    [403, 'forbidden', { kind: 'rejected', reason: 'Said' }],
    [409, 'duplicate', { code: 'duplicate', reason: 'Said' }],
  ])('with %i %s is read', (status, reason, expected) => {
    expect(explainGoogle({ status, headers, body: body(reason) })).toMatchObject(expected)
  })

  it.each([
    [409, 'conflict', 'Conflicting requests, please try again.'],
    [412, 'conditionNotMet', 'User creation is not complete.'],
  ])('with %i %s passes within seconds', (status, reason, message) => {
    const error = refusalError({ vendor: 'google', explain: explainGoogle }, 'setPhoto', {
      status,
      headers,
      body: body(reason, message),
    })
    expect(error).toMatchObject({ kind: 'waiting', waitsFor: 'vendor', isOverLimit: false })
    expect(isPassing(error)).toBe(true)
  })

  it('of what is full does not pass, and of who was removed says that they are gone', () => {
    const read = (message: string) =>
      explainGoogle({ status: 412, headers, body: body('conditionNotMet', message) })
    expect(read('Domain user limit reached.')).toEqual({
      code: userLimit,
      kind: 'rejected',
      reason: 'Domain user limit reached',
    })
    expect(read('User is deleted.')).toMatchObject({ kind: 'not_found', code: deletedUser })
  })

  it('of a limit of users is no domain in use, and one in use is', () => {
    const codeOf = (message: string) =>
      explainGoogle({ status: 403, headers, body: body('forbidden', message) }).code
    expect(codeOf('Domain user limit reached.')).toBe('forbidden')
    expect(codeOf('This domain is already in use by another Google customer.')).toBe(domainInUse)
  })

  it('of who asks is not one of the thing asked for', () => {
    const explained = explainGoogle({
      status: 403,
      headers,
      body: body('forbidden', 'Not Authorized to access this resource/api'),
    })
    expect(explained.kind).toBeUndefined()
  })

  it('of the account’s sign-in says what to mend', () => {
    const refused = { error: 'unauthorized_client', error_description: 'Client is unauthorized.' }
    const explained = explainTokenRefusal({ status: 401, headers, body: refused })
    expect(explained).toMatchObject({ kind: 'unauthorised', code: 'unauthorized_client' })
    expect(explained.reason).toContain('domain-wide delegation')
    expect(explainTokenRefusal({ status: 503, headers, body: refused })).toEqual({})
  })
})

describe('users as Google lists them', () => {
  it('may be none at all, but not another thing', () => {
    expect(workspaceUsers.safeParse({ kind: 'admin#directory#users' }).success).toBe(true)
    expect(workspaceUsers.safeParse({}).success).toBe(false)
  })

  it('are ready once their mailbox is set up', () => {
    const user = { id: '1', primaryEmail: 'Jane@X.com', suspended: true, isMailboxSetup: true }
    expect(hostedMailbox(user)).toEqual({
      externalId: '1',
      address: 'jane@x.com',
      enabled: false,
      ready: true,
    })
  })
})

/** Recorded by others, with other people's values taken out: all that insert answers. */
const insertAnswer = {
  kind: 'admin#directory#user',
  id: '111364427621472798290',
  etag: '"abc"',
  primaryEmail: 'jo@x.com',
  name: { givenName: 'Jo', familyName: 'Doe' },
  isAdmin: false,
  isDelegatedAdmin: false,
  creationTime: '2020-03-31T11:22:33.000Z',
  customerId: 'C02f0zfqw',
  orgUnitPath: '/',
  isMailboxSetup: false,
}

describe('what Google leaves out', () => {
  it('of a user just made is unknown, not "no"', () => {
    expect(hostedMailbox(workspaceUser.parse(insertAnswer))).toEqual({
      externalId: insertAnswer.id,
      address: 'jo@x.com',
      enabled: undefined,
      ready: false,
    })
  })

  it('may be half of the name, whether a domain is verified, and what is off', () => {
    expect(workspaceUser.safeParse({ ...insertAnswer, name: { familyName: 'Doe' } }).success).toBe(true)
    expect(workspaceDomain.parse({ domainName: 'x.com' })).toEqual({ domainName: 'x.com' })
    expect(imapSettings.parse({ autoExpunge: true })).toEqual({ autoExpunge: true })
    expect(imapSettings.safeParse({ data: 7 }).success).toBe(false)
  })
})

describe('the signed request for a token', () => {
  it('is in someone’s name, for an hour, and verifies with the account’s public key', () => {
    const now = Date.UTC(2026, 10, 20, 12)
    const [header, claims, signature] = signAssertion(demoGoogleAccount, 'jo@x.com', ['a', 'b'], now).split(
      '.',
    )
    expect(JSON.parse(Buffer.from(claims ?? '', 'base64url').toString())).toEqual({
      iss: demoGoogleAccount.clientEmail,
      sub: 'jo@x.com',
      scope: 'a b',
      aud: 'https://oauth2.googleapis.com/token',
      iat: now / 1000 - 30,
      exp: now / 1000 + 3570,
    })
    const isSigned = createVerify('RSA-SHA256')
      .update(`${header}.${claims}`)
      .verify(createPublicKey(demoGoogleAccount.privateKey), signature ?? '', 'base64url')
    expect(isSigned).toBe(true)
  })
})

describe('an account’s credentials', () => {
  it('are refused with a word on what to use', () => {
    expect(googleAccountSchema.safeParse(demoGoogleAccount).success).toBe(true)
    const wrong = googleAccountSchema.safeParse({
      ...demoGoogleAccount,
      privateKey: 'secret',
      customerId: '1',
    })
    expect(wrong.error?.issues.map(({ message }) => message)).toEqual([
      'Use private_key from the service account’s key file',
      'Use the customer id, which begins with C',
    ])
  })
})
