import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type AccountAlert,
  accountStanding,
  judgeAccountAlerts,
  keptDetail,
  meaningOfAlert,
} from './account-alerts.ts'

const now = Date.parse('2026-11-26T12:00:00Z')
const hour = 3_600_000
const day = 24 * hour
const form = 'google.apps.alertcenter.type'

const alert = (of: Partial<AccountAlert> = {}): AccountAlert => ({
  type: 'Apps outage',
  kind: `${form}.AppsOutage`,
  data: '{}',
  address: null,
  at: now - hour,
  changedAt: now - hour,
  isClosed: false,
  ...of,
})
const account = (state: unknown, of: Partial<AccountAlert> = {}, more: object = {}) =>
  alert({
    type: 'Whatever it is called',
    kind: `${form}.AccountSuspensionWarning`,
    data: JSON.stringify({
      state,
      suspensionDetails: [{ abuseReason: 'SPAM', productName: 'Gmail' }],
      ...more,
    }),
    ...of,
  })
const mailbox = (address: string | null, of: Partial<AccountAlert> = {}) =>
  alert({ type: 'User suspended (spam)', kind: `${form}.AccountWarning`, address, ...of })
const judge = (...alerts: AccountAlert[]) => judgeAccountAlerts(alerts, 'acme.com', now)

test('an account that is to be suspended stops all of its domains; who runs it reads why, and until when to appeal', () => {
  const warning = account('WARNING', {}, { appealWindow: '259200s' })
  expect(judge(warning)).toEqual({
    verdict: 'bad',
    points: 60,
    gate: 'rest',
    unit: 'tenant',
    evidence: 'Google is about to suspend the account that we keep it in.',
  })
  const told = (alert: AccountAlert) => accountStanding([alert], now).matters[0]
  expect(told(warning)).toEqual({
    stage: 'warned',
    reasons: ['SPAM'],
    appealUntil: Date.parse('2026-11-29T11:00:00Z'),
    since: now - hour,
  })
  expect(judge(account('SUSPENDED')).evidence).toBe('Google has suspended the account that we keep it in.')
  expect(told(account('SUSPENDED'))).toMatchObject({ stage: 'suspended', appealUntil: null })
  expect(told(account('APPEAL_SUBMITTED'))?.stage).toBe('appealed')
  expect(judge(account('APPEAL_SUBMITTED'))).toMatchObject({ verdict: 'bad', gate: 'rest' })
})

test('an appeal that was granted, and an alert that somebody has closed, end it; another matter does not', () => {
  const warned = account('WARNING', { at: now - 3 * day, changedAt: now - 3 * day })
  expect(judge(warned, account('APPEAL_APPROVED')).verdict).toBe('ok')
  expect(judge({ ...warned, isClosed: true }).verdict).toBe('ok')
  const payments = { suspensionDetails: [{ abuseReason: 'PAYMENTS_FRAUD', productName: 'Payments' }] }
  expect(judge(warned, account('APPEAL_APPROVED', {}, payments)).verdict).toBe('bad')
  expect(judge(account('APPEAL_APPROVED', { changedAt: now - 4 * day }), warned).verdict).toBe('bad')
  expect(judge(account('APPEAL_APPROVED'), account('WARNING')).verdict).toBe('bad')
})

test('all matters of an account are told, the worst first, and what stands longest of those that are as bad', () => {
  const of = (productName: string, state: string, ago: number) =>
    account(state, { at: now - ago }, { suspensionDetails: [{ abuseReason: productName, productName }] })
  const { matters } = accountStanding(
    [
      of('Chat', 'APPEAL_SUBMITTED', 4),
      of('Drive', 'WARNING', 2),
      of('Gmail', 'WARNING', 3),
      of('Pay', 'SUSPENDED', 1),
    ],
    now,
  )
  expect(matters.map(({ stage, reasons }) => [stage, ...reasons])).toEqual([
    ['suspended', 'Pay'],
    ['warned', 'Gmail'],
    ['warned', 'Drive'],
    ['appealed', 'Chat'],
  ])
})

test('closing the alert of an appeal that was granted does not bring the warning back', () => {
  const warned = account('WARNING', { at: now - 3 * day, changedAt: now - 3 * day })
  const granted = account('APPEAL_APPROVED', { at: now - day, changedAt: now - hour, isClosed: true })
  expect(judge(warned, granted).verdict).toBe('ok')
  const suspended = account('SUSPENDED', { at: now - day, changedAt: now - hour, isClosed: true })
  expect(judge(warned, suspended).verdict).toBe('ok')
})

test('closing an old alert does not end what was said after it', () => {
  const closed = account('WARNING', { at: now - 3 * day, changedAt: now, isClosed: true })
  const suspended = account('SUSPENDED', { at: now - day, changedAt: now - day })
  expect(judge(closed, suspended).verdict).toBe('bad')
  const granted = account('APPEAL_APPROVED', { at: now - 3 * day, changedAt: now, isClosed: true })
  expect(judge(granted, suspended).verdict).toBe('bad')
})

test('of a suspension all that is read is kept, however long it is, and nothing else', () => {
  const detail = {
    note: 'x'.repeat(20_000),
    state: 'APPEAL_APPROVED',
    appealWindow: '259200s',
    suspensionDetails: [{ abuseReason: 'SPAM', productName: 'Gmail', text: 'private' }],
  }
  const kept = keptDetail(`${form}.AccountSuspensionWarning`, detail)
  const { note: _, ...rest } = detail
  expect(JSON.parse(kept)).toEqual({
    ...rest,
    suspensionDetails: [{ abuseReason: 'SPAM', productName: 'Gmail' }],
  })
  expect(keptDetail('another', detail)).toHaveLength(2_000)
  fc.assert(
    fc.property(fc.jsonValue(), (any) => {
      const data = keptDetail(`${form}.AccountSuspensionWarning`, any)
      const warned = meaningOfAlert(account('', { data }))
      const state = (any as { state?: unknown } | null)?.state
      if (state !== 'SUSPENDED' && state !== 'APPEAL_APPROVED') expect(warned).toBe('warned')
    }),
  )
})

test('a mailbox that is nobody’s here is counted and warns no domain', () => {
  expect(judge(mailbox('')).verdict).toBe('ok')
  expect(accountStanding([mailbox('')], now).suspended).toHaveLength(1)
})

test('a suspended mailbox warns its own domain for a day, and is one of many', () => {
  expect(judge(mailbox('jo@acme.com'), mailbox('jo@acme.com'))).toMatchObject({
    verdict: 'warn',
    points: 10,
    unit: 'mailbox',
    evidence: 'Google raised an alert in the last day: it suspended 1 mailbox.',
  })
  expect(judge(mailbox('jo@notacme.com')).verdict).toBe('ok')
  expect(judge(mailbox('jo@acme.com', { at: now - 2 * day })).verdict).toBe('ok')
  expect(accountStanding([mailbox('jo@acme.com', { at: now - 2 * day })], now).suspended).toHaveLength(1)
  expect(accountStanding([mailbox('jo@acme.com', { at: now - 8 * day })], now).suspended).toEqual([])
})

test('what an administrator did, and what is no matter of sending, says nothing', () => {
  expect(judge(alert(), alert({ type: 'User suspended (Administrator email alert)' })).verdict).toBe('ok')
})

test('a type that nobody has described, and a mailbox that is not named, are unknown with Google’s own words', () => {
  expect(judge(alert({ type: 'User suspended (robots)' }))).toEqual({
    verdict: 'unknown',
    points: 0,
    evidence: 'Google raised an alert that is not known here: “User suspended (robots)”.',
  })
  expect(judge(mailbox(null)).verdict).toBe('unknown')
  expect(judge(mailbox('jo@acme.com', { kind: 'another' })).verdict).toBe('unknown')
  expect(judge(alert({ type: '' })).verdict).toBe('unknown')
})

const anyAlert = fc.record({
  type: fc.oneof(
    fc.string(),
    fc.constantFrom('User suspended', 'User suspended (spam)', 'Apps outage', '__proto__'),
  ),
  kind: fc.oneof(fc.string(), fc.constantFrom(`${form}.AccountWarning`, `${form}.Other`)),
  data: fc.oneof(
    fc.string(),
    fc.json(),
    fc.jsonValue().map((v) => JSON.stringify(v)),
  ),
  address: fc.option(fc.emailAddress()),
  at: fc.integer({ min: now - 6 * day, max: now }),
  changedAt: fc.integer({ min: now - 6 * day, max: now }),
  isClosed: fc.constant<boolean>(false),
})

test('whatever else an account’s alerts say, a warning of its suspension is never missed', () => {
  const anyDetail = fc.oneof(fc.string(), fc.json()).filter((data) => !data.includes('APPEAL_APPROVED'))
  fc.assert(
    fc.property(fc.array(anyAlert, { maxLength: 20 }), anyDetail, fc.nat(20), (others, data, place) => {
      const warning = account('WARNING', { data })
      const alerts = others.toSpliced(place, 0, warning)
      expect(judgeAccountAlerts(alerts, 'acme.com', now)).toMatchObject({ verdict: 'bad', unit: 'tenant' })
    }),
  )
})

test('no alert that is not known to be harmless leaves its account well', () => {
  fc.assert(
    fc.property(anyAlert, (some) => {
      const { verdict } = judgeAccountAlerts([some], some.address?.split('@')[1] ?? 'acme.com', now)
      const isHarmless = meaningOfAlert(some) === 'nothing'
      const isOld = now - some.at > day && meaningOfAlert(some) === 'mailbox'
      expect(verdict === 'ok').toBe(isHarmless || isOld)
    }),
  )
})
