import { describe, expect, test } from 'vitest'
import { verdictOf } from './verdict.ts'

const spf = 'spf=pass (sender IP is 40.107.1.2) smtp.mailfrom=acme.com'
const dkim = 'dkim=pass (signature was verified) header.d=acme.com'
const dmarc = 'dmarc=pass action=none header.from=acme.com'
const verdict = (...parts: string[]) => verdictOf(parts.join(';'), 'acme.com')

describe('a mail is proven', () => {
  test('when SPF, DKIM and DMARC pass for its domain, as either host writes it', () => {
    expect(verdict(spf, dkim, dmarc, 'compauth=pass reason=100')).toEqual({ state: 'pass' })
    const google =
      'mx.google.com; dkim=pass header.i=@acme.com header.s=google header.b=x; spf=pass (google.com: ok) smtp.mailfrom=jane@acme.com; dmarc=pass (p=NONE) header.from=acme.com'
    expect(verdictOf(google, 'Acme.com')).toEqual({ state: 'pass' })
  })

  test('when one signature of several is the domain’s own, or one below it', () => {
    expect(verdict(spf, 'dkim=fail header.d=list.net', dkim, dmarc)).toEqual({ state: 'pass' })
    expect(verdict(spf, 'dkim=pass header.d=mail.acme.com', dmarc)).toEqual({ state: 'pass' })
  })
})

describe('a mail is not proven', () => {
  test.each([
    [[spf, 'dkim=pass header.d=tenant.onmicrosoft.com', dmarc], 'dkim', 'pass', 'tenant.onmicrosoft.com'],
    [
      [spf, 'dkim=pass header.i=@acme-com.20230601.gappssmtp.com', dmarc],
      'dkim',
      'pass',
      'acme-com.20230601.gappssmtp.com',
    ],
    [[spf, 'dkim=pass header.d=notacme.com', dmarc], 'dkim', 'pass', 'notacme.com'],
    [[spf, 'dkim=pass', dmarc], 'dkim', 'pass', undefined],
    [[spf, 'dkim=fail (no key for signature) header.d=acme.com', dmarc], 'dkim', 'fail', undefined],
    [[spf, dmarc], 'dkim', 'none', undefined],
    [['spf=permerror smtp.mailfrom=acme.com', dkim, dmarc], 'spf', 'permerror', undefined],
    [['spf=pass smtp.mailfrom=bounces@tool.net', dkim, dmarc], 'spf', 'pass', 'tool.net'],
    [
      [spf, dkim, 'dmarc=bestguesspass action=none header.from=acme.com'],
      'dmarc',
      'bestguesspass',
      undefined,
    ],
    [[spf, dkim], 'dmarc', 'none', undefined],
    [[spf, dkim, 'dmarc=pass header.from=other.com'], 'dmarc', 'pass', 'other.com'],
  ])('%j: %s is %s, for %s', (parts, check, result, passedFor) => {
    expect(verdict(...parts)).toEqual({
      state: 'fail',
      failed: [{ check, result, ...(passedFor && { passedFor }) }],
    })
  })

  test('for all three at once, told in their order', () => {
    const all = verdict('dmarc=fail header.from=acme.com', 'dkim=none', 'spf=none smtp.mailfrom=acme.com')
    expect(all.state === 'fail' && all.failed.map(({ check }) => check)).toEqual(['spf', 'dkim', 'dmarc'])
  })
})

test('nothing is known where the host wrote no header, an empty one, or one too long to be read', () => {
  for (const header of [undefined, '', 'mx.google.com; none', 'arc=pass', `${spf};${'x'.repeat(20_000)}`])
    expect(verdictOf(header, 'acme.com')).toEqual({ state: 'unknown' })
})
