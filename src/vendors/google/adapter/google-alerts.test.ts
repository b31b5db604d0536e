import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { type ContractBench, openBench, requestsTo } from '#vendors/testing/contract.ts'
import { openHost } from '#vendors/testing/google-host.ts'
import { demoGoogleAccount } from '../simulator/demo.ts'
import { googleState } from '../simulator/state.ts'
import { alertsPage, hostAlert } from './alerts-wire.ts'

const { customerId } = demoGoogleAccount
const since = new Date(0)

let bench: ContractBench | undefined
afterEach(async () => {
  await bench?.sandbox.close()
  bench = undefined
})

async function open() {
  const opened = await openBench('http')
  bench = opened
  const control = async (path: string, body: object) => {
    const answer = await fetch(`${opened.origin}/_google${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ customerId, ...body }),
    })
    expect(answer.status).toBe(200)
    return (await answer.json()) as { alertId: string }
  }
  const hear = async () => {
    const { alerts } = openHost(opened)
    if (!alerts) throw new Error('Google has a list of alerts.')
    return alerts(since, opened.ctx)
  }
  const state = googleState(opened.sandbox.store)
  const calls = () => requestsTo(opened, 'google').filter(({ path }) => path.includes('/alerts')).length
  return { hear, control, state, calls, opened, host: openHost(opened) }
}

test('an account without alerts has none, and says so as a whole', async () => {
  const { hear } = await open()
  expect(await hear()).toEqual({ alerts: [], isWhole: true })
})

test('alerts are read with their mailbox, their words as they are and whether somebody has closed them', async () => {
  const { hear, control } = await open()
  await control('/alert/mailbox', { address: 'Jo@Acme.com', type: 'User suspended (spam)' })
  const { alertId } = await control('/alert/account', { state: 'WARNING' })
  await control('/alert/close', { alertId })
  const heard = await hear()
  if (heard === 'forbidden') throw new Error('It may be asked.')
  expect(heard.isWhole).toBe(true)
  expect(heard.alerts).toContainEqual(
    expect.objectContaining({
      type: 'User suspended (spam)',
      kind: 'google.apps.alertcenter.type.AccountWarning',
      address: 'jo@acme.com',
      isClosed: false,
    }),
  )
  expect(heard.alerts.find((each) => each.alertId === alertId)).toMatchObject({
    isClosed: true,
    data: expect.stringContaining('"appealWindow":"259200s"'),
  })
})

test('no alert is raised of an account that there is not', async () => {
  const { opened, state } = await open()
  for (const [path, body] of [
    ['', {}],
    ['/account', { state: 'WARNING' }],
    ['/mailbox', { address: 'jo@acme.com', type: 'User suspended' }],
  ] as const) {
    const answer = await fetch(`${opened.origin}/_google/alert${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ customerId: 'C0none', ...body }),
    })
    expect(answer.status).toBe(404)
  }
  expect(state.alerts.list()).toEqual([])
})

test('pages are followed to their end, and a list that has none is not whole', async () => {
  const { hear, control, state, calls } = await open()
  for (let n = 0; n < 120; n++) await control('/alert', { type: `Kind ${n}` })
  const heard = await hear()
  expect(heard).toMatchObject({ isWhole: true, alerts: { length: 120 } })
  expect(calls()).toBe(3)
  const [one] = state.alerts.list()
  if (!one) throw new Error('There are some.')
  for (let n = 0; n < 400; n++) state.alerts.put(`more ${n}`, { ...one, alertId: `more ${n}` }, customerId)
  expect(await hear()).toMatchObject({ isWhole: false, alerts: { length: 500 } })
})

test('an account that was set up before, and a project without the API, have not allowed it', async () => {
  const { hear, control, state } = await open()
  await control('/alert/api', { isOn: false })
  expect(await hear()).toBe('forbidden')
  await control('/alert/api', { isOn: true })
  const account = state.accounts.get(customerId)
  if (!account) throw new Error('It is there.')
  const serviceAccounts = account.serviceAccounts.map((each) => ({
    ...each,
    delegatedScopes: each.delegatedScopes.filter((scope) => !scope.endsWith('apps.alerts')),
  }))
  state.accounts.put(customerId, { ...account, serviceAccounts })
  expect(await hear()).toBe('forbidden')
})

test('an administrator who is one no more, while the token is good, may not ask', async () => {
  const { host, opened, state } = await open()
  const hear = () => host.alerts?.(since, opened.ctx)
  expect(await hear()).toMatchObject({ isWhole: true })
  const account = state.accounts.get(customerId)
  if (!account) throw new Error('It is there.')
  state.accounts.put(customerId, { ...account, admins: [] })
  expect(await hear()).toBe('forbidden')
})

test('an address that a database cannot keep is none', () => {
  const read = (email: string) =>
    hostAlert({ alertId: 'a', createTime: '2026-11-26T10:00:00Z', data: { email } })?.address
  expect(read('jo\0@acme.com')).toBeNull()
  expect(read('Jo@acme.com')).toBe('jo@acme.com')
})

test('an alert that cannot be read is one that nobody has described, the same each time, and leaves the list whole', async () => {
  const { hear, control, state } = await open()
  await control('/alert/account', { state: 'SUSPENDED' })
  for (const raw of [7, null, [], {}, { alertId: 'x' }, { alertId: 'x', createTime: 'soon' }]) {
    const { alertId } = await control('/alert', { raw })
    const heard = await hear()
    if (heard === 'forbidden') throw new Error('It may be asked.')
    expect(heard.isWhole).toBe(true)
    expect(heard.alerts).toHaveLength(2)
    const others = heard.alerts.filter(({ type }) => type !== 'Account suspension')
    // The sandbox answers an alert of its own in place of "null".
    if (raw !== null)
      expect(others, JSON.stringify(raw)).toMatchObject([{ type: '', at: null, isClosed: false }])
    expect(await hear()).toEqual(heard)
    state.alerts.delete(alertId)
  }
})

test('no answer of another form is taken for a list without alerts', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (answer) => {
      const read = alertsPage.safeParse(answer)
      const isEmpty = typeof answer === 'object' && answer !== null && Object.keys(answer).length === 0
      const hasList = typeof answer === 'object' && answer !== null && 'alerts' in answer
      if (read.success)
        expect((isEmpty && !Array.isArray(answer)) || hasList || 'nextPageToken' in read.data).toBe(true)
    }),
  )
})

test('whatever an alert holds, it is read as one of a bounded size that a database can keep', () => {
  const anything = fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary', maxLength: 300 }))
  const long = fc.integer({ min: 1, max: 30_000 }).map((length) => 'x'.repeat(length))
  const alert = fc.record({
    alertId: fc.oneof(fc.string({ unit: 'binary' }), anything),
    createTime: fc.oneof(
      fc.date({ noInvalidDate: true }).map((at) => at.toISOString()),
      anything,
    ),
    updateTime: anything,
    type: fc.oneof(long, anything),
    source: anything,
    data: fc.oneof(fc.record({ '@type': fc.oneof(long, anything), email: anything, text: long }), anything),
    metadata: anything,
    deleted: anything,
  })
  fc.assert(
    fc.property(alert, (value) => {
      const read = hostAlert(value)
      expect(read.data.length).toBeLessThanOrEqual(2_000)
      for (const text of [read.alertId, read.type, read.source, read.kind, read.address ?? '', read.data]) {
        expect(text).not.toContain('\0')
        expect(text.isWellFormed()).toBe(true)
      }
      expect([read.type, read.source, read.kind].every((text) => text.length <= 200)).toBe(true)
      expect(read.isClosed).toBe(value.deleted === true)
      for (const at of [read.at, read.changedAt]) expect(Number.isNaN(at?.getTime())).toBe(false)
    }),
  )
})
