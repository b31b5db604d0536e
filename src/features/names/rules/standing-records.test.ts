import { expect, test } from 'vitest'
import { type StandingRecord, stopsText } from './standing-records.ts'

const mx = (value: string): StandingRecord => ({ name: 'acme.com', type: 'MX', value })
const site: StandingRecord = { name: 'acme.com', type: 'AAAA', value: '2001:db8::1' }
const shop: StandingRecord = { name: 'www.acme.com', type: 'CNAME', value: 'shops.example.net' }
const spf: StandingRecord = { name: 'acme.com', type: 'TXT', value: 'v=spf1 -all' }

test.each([
  [[], undefined],
  [[spf], undefined],
  [[mx('1 smtp.google.com')], 'acme.com receives email at Google, which stops.'],
  [[mx('1 aspmx.l.google.com'), site], 'acme.com receives email at Google and has a website; both stop.'],
  [[mx('0 acme-com.mail.protection.outlook.com')], 'acme.com receives email at Microsoft, which stops.'],
  [[mx('0 acme-com.a-v1.mx.microsoft')], 'acme.com receives email at Microsoft, which stops.'],
  [[mx('10 mail.acme.com'), shop], 'acme.com receives email at mail.acme.com and has a website; both stop.'],
  // A domain's own word that it takes no mail.
  [[mx('0 .'), site], 'acme.com has a website, which stops.'],
  [[mx('5 notgoogle.com')], 'acme.com receives email at notgoogle.com, which stops.'],
  [[mx('5 google.com.example.net')], 'acme.com receives email at google.com.example.net, which stops.'],
])('what stops of %j', (records, text) => {
  expect(stopsText({ domain: 'acme.com', isKnown: true, records, kept: [] })).toBe(text)
})
