import { describe, expect, it, test } from 'vitest'
import {
  domainAnswer,
  explainRefusal,
  hostedRecord,
  isSameRecord,
  priced,
  priceOf,
  quoteTxt,
  recordAnswer,
  recordBody,
  registrationAnswer,
  registrationNumber,
  registrationOf,
  registrationOfDomain,
  unquoteTxt,
} from './wire.ts'

const domain = {
  id: 181984,
  account_id: 1385,
  registrant_id: 2715,
  name: 'acme.com',
  unicode_name: 'acme.com',
  state: 'registered',
  auto_renew: true,
  private_whois: false,
  expires_on: '2027-06-05',
  expires_at: '2027-06-05T02:15:00Z',
  created_at: '2026-06-04T19:15:14Z',
  updated_at: '2026-06-04T19:15:21Z',
}
const registrationOfWire = (changes: object) =>
  registrationOfDomain(domainAnswer.parse({ data: { ...domain, ...changes } }).data)

describe('a domain of the account', () => {
  it('is a registration with its renewal and end', () => {
    expect(registrationOfWire({})).toEqual({
      state: 'registered',
      autoRenew: true,
      externalId: 'domain:181984',
      expiresAt: new Date('2027-06-05T02:15:00Z'),
    })
  })
  it('is no registration when it is only hosted', () => {
    expect(registrationOfWire({ state: 'hosted', registrant_id: null, expires_at: null })).toBeUndefined()
  })
  it('is being registered while it is hosted with a registrant', () => {
    expect(registrationOfWire({ state: 'hosted', expires_at: null })?.state).toBe('registering')
  })
  it('may have expired', () => {
    expect(registrationOfWire({ state: 'expired' })?.state).toBe('expired')
  })
})

describe('a registration', () => {
  const wire = {
    data: {
      id: 361,
      domain_id: 104,
      registrant_id: 2715,
      period: 1,
      state: 'registering',
      auto_renew: false,
    },
  }
  it('keeps its number, to be asked for again', () => {
    const registration = registrationOf(registrationAnswer.parse(wire))
    expect(registration.state).toBe('registering')
    expect(registrationNumber(registration.externalId)).toBe('361')
    expect(registrationNumber('domain:361')).toBeUndefined()
  })
  test.each(['failed', 'cancelled'])('that is %s failed', (state) => {
    expect(registrationOf(registrationAnswer.parse({ data: { ...wire.data, state } })).state).toBe('failed')
  })
})

describe('prices', () => {
  it('become cents, whether they come as numbers or as text', () => {
    const wire = { premium: false, registration_price: 20.29, renewal_price: '18.10' }
    expect(priceOf(priced.parse({ data: wire }))).toEqual({
      premium: false,
      registrationCents: 2029,
      renewalCents: 1810,
    })
  })
})

describe('records', () => {
  const wire = {
    id: 5,
    zone_id: 'acme.com',
    parent_id: null,
    name: '',
    content: '"v=spf1 include:spf.protection.outlook.com -all"',
    ttl: 600,
    priority: null,
    type: 'TXT',
    regions: ['global'],
    system_record: false,
    created_at: '2026-06-04T19:15:14Z',
    updated_at: '2026-06-04T19:15:14Z',
  }
  const hosted = hostedRecord(recordAnswer.parse({ data: wire }).data)

  it('are read without the quotes that DNSimple adds to texts', () => {
    expect(hosted).toEqual({
      id: '5',
      name: '',
      type: 'TXT',
      content: 'v=spf1 include:spf.protection.outlook.com -all',
      priority: undefined,
      ttl: 600,
      system: false,
    })
  })
  it('are the same as the one that was sent', () => {
    const sent = { name: '', type: 'TXT', content: hosted.content } as const
    expect(isSameRecord(hosted, sent)).toBe(true)
    expect(isSameRecord(hosted, { ...sent, content: 'v=spf1 -all' })).toBe(false)
    expect(isSameRecord(hosted, { ...sent, name: 'www' })).toBe(false)
  })
  it('compare host names without case or final dot, and mail exchangers with their priority', () => {
    const mx = { ...hosted, type: 'MX', content: 'Smtp.Google.com.', priority: 1 }
    expect(isSameRecord(mx, { name: '', type: 'MX', content: 'smtp.google.com', priority: 1 })).toBe(true)
    expect(isSameRecord(mx, { name: '', type: 'MX', content: 'smtp.google.com', priority: 5 })).toBe(false)
  })
  it('are sent with texts quoted in strings of at most 255 bytes', () => {
    const long = `v=DKIM1; k=rsa; p=${'A'.repeat(392)}`
    const { content } = recordBody({ name: 'google._domainkey', type: 'TXT', content: long })
    expect(content.match(/"[^"]*"/g)?.map((part) => part.length - 2)).toEqual([255, 155])
    expect(unquoteTxt(content)).toBe(long)
    expect(unquoteTxt(quoteTxt('say "hi" \\ there'))).toBe('say "hi" \\ there')
  })
})

describe('a refusal', () => {
  const refusal = (status: number, body: unknown, headers: Record<string, string> = {}) =>
    explainRefusal({ status, body, headers: new Headers(headers) })

  it('says what is wrong with each field', () => {
    expect(
      refusal(400, { message: 'Validation failed', errors: { name: ['is invalid', 'is too long'] } }),
    ).toEqual({
      reason: 'Validation failed; name is invalid; name is too long',
    })
  })
  it('says what is wrong without a sentence about the whole, and needs no list of fields', () => {
    expect(refusal(400, { errors: { name: ['is invalid'] } })).toEqual({ reason: 'name is invalid' })
    // Recorded: DNSimple's fixture renewDomain/error-tooearly.http.
    expect(refusal(400, { message: 'example.com may not be renewed at this time', errors: {} })).toEqual({
      reason: 'example.com may not be renewed at this time',
    })
  })
  it('means what its status says, however it is worded', () => {
    expect(refusal(400, { message: 'TLD .LOVE is not supported' }).code).toBeUndefined()
    expect(refusal(412, { message: 'Anything' })).toMatchObject({ kind: 'rejected', code: 'plan' })
  })
  it('waits for the proof of ownership, and hands on how to give it', () => {
    const message = 'Add the name servers ns-1.dnsimple-verify.com and ns-2.dnsimple-verify.com'
    expect(refusal(406, { message })).toEqual({
      kind: 'waiting',
      waitsFor: 'customer',
      code: 'ownership_proof',
      reason: message,
      nameServers: ['ns-1.dnsimple-verify.com', 'ns-2.dnsimple-verify.com'],
    })
  })
  it('is for the operator when the bill is unpaid', () => {
    expect(refusal(402, { message: 'Outstanding payments' })).toMatchObject({
      kind: 'unauthorised',
      code: 'unpaid',
    })
  })
  it('of a used-up quota ends when the quota does, by the clock of DNSimple', () => {
    const headers = {
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': '1795000060',
      date: new Date(1795000000_000).toUTCString(),
    }
    expect(refusal(429, { message: 'quota exceeded' }, headers).retryAfterMs).toBe(60_000)
    expect(refusal(429, {}, { ...headers, 'x-ratelimit-remaining': '900' }).retryAfterMs).toBeUndefined()
    expect(refusal(429, {}, { ...headers, 'retry-after': '3' }).retryAfterMs).toBeUndefined()
  })
  it("that is not DNSimple's own decides nothing", () => {
    for (const status of [401, 402, 403, 404, 406, 412, 429, 502])
      expect(refusal(status, '<html>Not found</html>'), String(status)).toMatchObject({
        kind: 'transient',
        code: 'unexplained',
      })
  })
})
