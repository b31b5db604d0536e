import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { codeOfReason, failedDelivery, refusalRead } from './trace-wire.ts'

const reason = (words: string, server = '', message = '') =>
  `Reason: [{LED=${words}};{MSG=${message}};{FQDN=${server}};{IP=192.0.2.25};{LRT=11/26/2026 3:45:12 AM}]`
const gmail = 'gmail-smtp-in.l.google.com'
const tenant = 'contoso-com.mail.protection.outlook.com'

describe('the code of a reason', () => {
  test('is read where the table has it and the server is of whom it is', () => {
    expect(codeOfReason(reason('550 5.7.705 Access denied, tenant has exceeded threshold'))).toBe('5.7.705')
    expect(codeOfReason(reason('550 5.7.515 Access denied', tenant))).toBe('5.7.515')
    expect(codeOfReason(reason('550-5.7.26 Your email has been blocked', gmail))).toBe('5.7.26')
    expect(codeOfReason(reason('550 5.1.1 User unknown', 'mx.fabrikam.com'))).toBe('5.1.1')
    const later = `${reason('421-4.7.28 Gmail has detected', gmail)}. OutboundProxyTargetIP: 192.0.2.1. OutboundProxyTargetHostName: ${gmail}`
    expect(codeOfReason(later)).toBe('4.7.28')
  })

  test('is not described where nobody has described it', () => {
    for (const words of ['550 5.7.999 No', '550 5.7 No', '550 No code', '5.7.800', '550 5.7.800.1 x', ''])
      expect(codeOfReason(reason(words))).toBeNull()
    expect(codeOfReason('The message was deferred. 450 5.7.800 Connection refused')).toBeNull()
    expect(codeOfReason('Reason: [{LED=550 5.7.800 Banned')).toBeNull()
  })

  test('is not believed of a server whose code it is not, whatever it writes', () => {
    const forged = [
      reason('550 5.7.800 Banned', 'mx.rival.example'),
      reason('550 5.7.708 No', gmail),
      reason('550 5.7.1 Unsolicited', 'mx.rival.example'),
      reason('550 5.7.800 x};{MSG=};{FQDN=};{IP=};{LRT=}]', 'mx.rival.example'),
      reason(`550 5.7.26 x};{MSG=};{FQDN=${gmail}`, 'mx.rival.example'),
      reason('550 5.7.800 x', 'mx.rival.example', `};{FQDN=${tenant}};{IP=};{LRT=}]`),
      reason('550 5.7.515 x', 'protection.outlook.com.rival.example'),
      reason('550 5.7.26 x', 'notgoogle.com'),
      // So long that Microsoft's part is cut off.
      `Reason: [{LED=550 5.7.800 x};{MSG=};{FQDN=}${'x'.repeat(2_000)}`,
    ]
    for (const each of forged) expect([each, codeOfReason(each)]).toEqual([each, null])
  })

  test('is never one of Microsoft’s or Gmail’s for what another server writes', () => {
    const pieces = fc.constantFrom(
      '};{FQDN=',
      '};{MSG=',
      ']',
      '}',
      '{',
      `FQDN=${gmail}}`,
      ';{IP=};{LRT=}]',
      '550 5.7.800 ',
      'a',
    )
    const words = fc.array(fc.oneof(pieces, fc.string()), { maxLength: 12 }).map((some) => some.join(''))
    fc.assert(
      fc.property(words, words, (led, msg) => {
        expect(codeOfReason(reason(`550 5.7.800 ${led}`, 'mx.rival.example', msg))).toBeNull()
      }),
    )
  })
})

describe('why a delivery failed', () => {
  const at = '2026-11-26T10:00:02Z'
  const event = (name: string, description: unknown, dateTime: unknown = at) => ({
    event: name,
    description,
    dateTime,
  })

  test('is what its end says, and before that what it was put off for', () => {
    const unsolicited = event('Defer', reason('421 4.7.28 Unusual rate', gmail), '2026-11-26T09:00:00Z')
    const expired = event('Fail', reason('550 4.4.7 QUEUE.Expired; message expired'))
    expect(refusalRead([unsolicited, expired])).toEqual({ code: '4.7.28', at: new Date(at) })
    const banned = event('Fail', reason('550 5.7.800 Banned'))
    expect(refusalRead([unsolicited, banned])).toEqual({ code: '5.7.800', at: new Date(at) })
  })

  test('is not described by events that say nothing of it, or hold anything else', () => {
    const strange = [{}, event('Receive', reason('550 5.7.800 x')), event('Fail', 7, 7), { event: ['Fail'] }]
    expect(refusalRead(strange)).toEqual({ code: null, at: null })
  })

  test('is not known while its end is not there', () => {
    for (const events of [[], [{}], [event('Defer', reason('421 4.7.28 Unusual rate', gmail))]])
      expect(refusalRead(events)).toBeNull()
  })
})

test('a row that cannot be read, or is no failure, is no failed delivery', () => {
  const row = {
    id: '7e3b2b2e-1b5e-4b17-80cc-2af6c1d9a3b1',
    senderAddress: 'Jo@Acme.com',
    recipientAddress: "o'hara@Contoso.com",
    receivedDateTime: '2026-11-26T10:00:00Z',
    status: 'Failed',
  }
  expect(failedDelivery(row)).toEqual({
    id: row.id,
    sender: 'jo@acme.com',
    recipient: "o'hara@contoso.com",
    at: new Date('2026-11-26T10:00:00Z'),
  })
  const others = [
    { status: 'delivered' },
    { id: '../users/x' },
    { id: '' },
    { senderAddress: 'jo\0@acme.com' },
    { recipientAddress: 'jo\0@acme.com' },
    { recipientAddress: `jo@${'a'.repeat(400)}.com` },
    { receivedDateTime: 'soon' },
  ]
  for (const other of others)
    expect(failedDelivery({ ...row, ...other }), JSON.stringify(other)).toBeUndefined()
  for (const none of [null, 7, [], {}]) expect(failedDelivery(none)).toBeUndefined()
  // What comes to the tenant is nobody's of ours, and no reason to doubt the list.
  for (const senderAddress of ['<>', '', 'MicrosoftExchange'])
    expect(failedDelivery({ ...row, senderAddress, recipientAddress: 'x' })).toBe('nobodys')
  for (const recipientAddress of ['jo@under_score.com', 'jo@münchen.example'])
    expect(failedDelivery({ ...row, recipientAddress })).toMatchObject({ recipient: recipientAddress })
})
