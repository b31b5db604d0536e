import { describe, expect, it } from 'vitest'
import { refusalError } from '#vendors/client/vendor-client.ts'
import { VendorError } from '#vendors/client/vendor-error.ts'
import {
  explainGraph,
  explainVerification,
  hostedMailbox,
  mailRecordsOf,
  ownershipRecord,
} from './graph-wire.ts'

const record = (more: object) => ({ label: 'x.com', recordType: 'Txt', ttl: 3600, ...more })

describe('records as Graph lists them', () => {
  const mx = record({ recordType: 'Mx', mailExchange: 'x-com0b.mail.protection.outlook.com', preference: 0 })
  const spf = record({ text: 'v=spf1 include:spf.protection.outlook.com -all' })
  const other = record({ label: '_sip._tls.x.com', recordType: 'Srv' })

  it('become MX and SPF under the names they are published at', () => {
    expect(mailRecordsOf([other, spf, mx], 'x.com')).toEqual([
      { name: '', type: 'MX', content: 'x-com0b.mail.protection.outlook.com', priority: 0, ttl: 3600 },
      { name: '', type: 'TXT', content: 'v=spf1 include:spf.protection.outlook.com -all', ttl: 3600 },
    ])
  })

  it('are none while one of the two is missing', () => {
    expect(mailRecordsOf([mx], 'x.com')).toEqual([])
    expect(mailRecordsOf([], 'x.com')).toEqual([])
  })

  it('prove ownership by TXT, not by MX, below a label of their own as well', () => {
    const proof = record({ label: 'proof.x.com', text: 'MS=ms12345678' })
    expect(ownershipRecord([mx, proof], 'x.com')).toEqual({
      name: 'proof',
      type: 'TXT',
      content: 'MS=ms12345678',
      ttl: 3600,
    })
    expect(ownershipRecord([mx], 'x.com')).toBeUndefined()
  })
})

describe('a user as a mailbox', () => {
  it('is ready once Exchange has filled in its address', () => {
    const user = { id: '1', userPrincipalName: 'Jane@X.com', accountEnabled: true, mail: null }
    expect(hostedMailbox(user)).toEqual({
      externalId: '1',
      address: 'jane@x.com',
      enabled: true,
      ready: false,
    })
    expect(hostedMailbox({ ...user, mail: 'jane@x.com' }).ready).toBe(true)
  })

  it.each([
    [null, true],
    ['DisableStrongPassword', true],
    ['DisablePasswordExpiration, DisableStrongPassword', undefined],
    [undefined, undefined],
  ])('has a password that may run out where its policies are %s: %s', (passwordPolicies, expires) => {
    const user = { id: '1', userPrincipalName: 'jane@x.com', passwordPolicies }
    expect(hostedMailbox(user).passwordExpires).toBe(expires)
  })
})

describe('a refusal by Graph', () => {
  const headers = new Headers()
  const body = (code: string, message: string, details?: object[]) => ({ error: { code, message, details } })

  it.each([
    [
      400,
      body('Request_BadRequest', 'Another object.', [{ code: 'ObjectConflict' }]),
      { code: 'ObjectConflict' },
    ],
    [
      403,
      body('Authorization_RequestDenied', 'No.'),
      {
        reason:
          'the app registration lacks a permission, or a directory role or a restricted unit protects the user: No',
      },
    ],
    [400, body('Directory_QuotaExceeded', 'Full.'), { kind: 'rejected' }],
    [429, body('TooManyRequests', 'Slow.'), { reason: 'too many requests' }],
    [409, body('Conflict', 'Again.'), { kind: 'transient' }],
    [
      409,
      body('Request_MultipleObjectsWithSameKeyValue', 'Permission entry already exists.'),
      { kind: 'waiting' },
    ],
    [404, body('Request_ResourceNotFound', 'Gone.\r\nMore.'), { reason: 'Gone' }],
  ])('with %i is read', (status, refused, expected) => {
    expect(explainGraph({ status, headers, body: refused })).toMatchObject(expected)
  })

  it('of another form is left to its status', () => {
    expect(explainGraph({ status: 500, headers, body: '<html>' })).toEqual({})
  })
})

describe('a refused verification', () => {
  const refused = (message: string) =>
    refusalError({ vendor: 'microsoft', explain: explainGraph }, 'verifyDomain', {
      status: 400,
      headers: new Headers(),
      body: { error: { code: 'Request_BadRequest', message } },
    })

  it.each([
    'Domain verification failed with the following error: Missing required DNS record',
    'Something nobody has seen before',
  ])('waits for DNS: %s', (reason) => {
    expect(explainVerification(refused(reason))).toMatchObject({ kind: 'waiting' })
  })

  it.each([
    'The domain is already verified in another tenant',
    'Domain is used by another organization',
    'The domain belongs to a different Microsoft 365 organization',
    'The domain is in use by another Office 365 subscription.',
    'This domain is associated with another Microsoft organization.',
    'This domain is already verified by another Microsoft 365 account.',
  ])('is final: %s', (reason) => {
    expect(explainVerification(refused(reason))).toMatchObject({ kind: 'rejected' })
  })

  it('is final by its code, whatever the sentence', () => {
    const conflict = refusalError({ vendor: 'microsoft', explain: explainGraph }, 'verifyDomain', {
      status: 400,
      headers: new Headers(),
      body: {
        error: { code: 'Request_BadRequest', message: 'Said.', details: [{ code: 'ObjectConflict' }] },
      },
    })
    expect(explainVerification(conflict)).toMatchObject({ kind: 'rejected' })
  })

  it('is success when it had happened before', () => {
    expect(explainVerification(refused('Domain is already verified.'))).toBe('verified')
    expect(explainVerification(refused('Domain is already verified'))).toBe('verified')
  })

  it('keeps other failures as they are', () => {
    const outage = new VendorError({
      vendor: 'microsoft',
      operation: 'x',
      kind: 'transient',
      reason: 'y',
      status: 503,
    })
    expect(explainVerification(outage)).toBe(outage)
  })
})
