import { expect, test } from 'vitest'
import { readClaim } from './read-claim.ts'
import { refuseLines } from './refuse-lines.ts'

const to = `${'0'.repeat(32)}@reports.example.com`
const signature = 'DKIM-Signature: v=1; a=rsa-sha256; d=Google.com; s=S1; h=from; bh=x; b=y'
const honest = [signature, 'From: Reports <noreply-dmarc-support@google.com>', `To: <${to}>`, 'Subject: x']
const claim = (head: readonly string[]) => readClaim(Buffer.from(`${head.join('\r\n')}\r\n\r\nbody`), to)
const without = (word: string) => honest.filter((line) => !line.startsWith(word))

test('of a mail with many signatures only the one that counts is left, however the others are written', () => {
  const others = [
    'DKIM-Signature : v=1; a=rsa-sha256; d=other.example; s=s; l=1; bh=x; b=y',
    'dkim-signature\r\n : v=1; a=rsa-sha256; d=other.example; s=s; l=2; bh=x; b=y',
    'ARC-Seal: i=1; a=rsa-sha256; d=other.example; s=s; cv=none; b=y',
    'DKIM-Signature\t: v=1; a=rsa-sha256; d=google.com; s=s2; h=from; bh=x; b=z',
  ]
  const { mail, ...of } = claim([...others.slice(0, 3), ...honest, ...others.slice(3)])
  expect(of).toMatchObject({
    reporter: 'google',
    signedFor: 'google.com',
    keyName: 's1._domainkey.google.com',
  })
  expect(mail.toString()).toBe(`${honest.join('\r\n')}\r\n\r\nbody`)
})

test('a head that cannot be one of a known reporter is refused before anything is hashed', () => {
  const wrong: Record<string, readonly string[]> = {
    'Reports are taken from their known senders alone.': [...honest, 'From : a@example.com'],
    'It is written to another address.': [...without('To'), `To: ${to.replace('0', '1')}`],
    'Its sender has not signed it.': without('DKIM'),
    'Its signature leaves a part of it out.': [signature.replace('bh=', 'l=10; bh='), ...without('DKIM')],
    'Its headers have too many lines.': [...honest, ...Array.from({ length: 1_001 }, () => 'X: y')],
    'Its headers are too long.': [...honest, ...Array.from({ length: 100 }, () => `X: ${'y'.repeat(900)}`)],
  }
  for (const [reason, head] of Object.entries(wrong)) expect(() => claim(head), reason).toThrow(reason)
  expect(() => claim([...honest, `To: ${to}`])).toThrow('It is written to another address.')
  expect(() => claim([...without('From'), 'From: a@google.com'])).toThrow('known senders')
})

test('lines are counted and measured, and end as SMTP has it', () => {
  const refused = (text: string) => () => refuseLines(Buffer.from(text))
  expect(refused(`${'x'.repeat(9_000)}\r\n`.repeat(3))).not.toThrow()
  expect(refused('a\r\nb\nc\r\n')).toThrow('do not end as SMTP')
  expect(refused('\n')).toThrow('do not end as SMTP')
  expect(refused('x'.repeat(10_001))).toThrow('too long')
  expect(refused(`a\r\n${'x'.repeat(10_001)}\r\n`)).toThrow('too long')
  expect(refused('\r\n'.repeat(300_001))).toThrow('too many lines')
})
