import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { demoGoogleAccount } from '../../../sandbox/google/demo.ts'
import { accountAlerts, alertWatches, domainHealth } from '../../db/schema/index.ts'
import { readAlarms } from '../../features/console/home/read-alarms.ts'
import { hour, watchedDomains } from '../signals/testing/watched-domains.ts'
import { askForAlerts } from './ask-for-alerts.ts'

const { deps, sandbox, begin, first, control, addressesOf, lookAfter, forgetWarmUp } = await watchedDomains({
  tool: 'instantly',
  plan: 'google',
  names: { google: ['alertedyard.com'] },
  mailboxesPerDomain: 3,
})
await forgetWarmUp()
await control('/_instantly/counts', { domain: first.name, sent: 5, bounced: 0, warmupSent: 5, landed: 5 })

const { db } = deps
const { customerId } = demoGoogleAccount
const asks = () => sandbox.requests().filter(({ path }) => path.includes('/alertcenter/')).length
const raise = async (path: string, body: object) => {
  const answer = await sandbox.fetch(`${sandbox.origin}/_google${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ customerId, ...body }),
  })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { alertId: string }).alertId
}
/** Asks as if the account's turn had come, so many ms after the beginning. */
async function askAfter(ms: number) {
  await db.update(alertWatches).set({ askedAt: new Date(0) })
  return askForAlerts(deps, { clock: () => begin + ms })
}
const seen = async (ms: number) => {
  const health = await lookAfter(ms)
  return { ...health, alerts: health.signals.find(({ source }) => source === 'alerts') }
}
const alarms = async () => (await readAlarms(db)).map(({ what }) => what)
const isDue = async () => {
  const [row] = await db.select({ due: sql<boolean>`due_at <= now()` }).from(domainHealth)
  return row?.due
}

test('an account that nobody has allowed us to ask is not watched, which makes no domain unknown', async () => {
  await raise('/alert/api', { isOn: false })
  expect(await askForAlerts(deps, { clock: () => begin })).toBe(1)
  const health = await seen(0)
  expect(health.alerts).toMatchObject({ verdict: 'unwatched' })
  expect(health).toMatchObject({ state: 'healthy', score: 100 })
  expect(await alarms()).toEqual([])
})

test('one call for all of its domains, and no second one before its time', async () => {
  await raise('/alert/api', { isOn: true })
  const before = asks()
  await askAfter(hour)
  expect(asks()).toBe(before + 1)
  expect(await askForAlerts(deps)).toBe(0)
  expect(asks()).toBe(before + 1)
  expect((await seen(hour)).alerts).toMatchObject({ verdict: 'ok', observedAt: begin + hour })
})

test('a mailbox that Google suspends warns its domain and is an alarm of the account', async () => {
  const [address] = await addressesOf(first)
  await raise('/alert/mailbox', { address, type: 'User suspended (spam)' })
  await askAfter(2 * hour)
  expect(await isDue()).toBe(true)
  expect((await seen(2 * hour)).alerts).toMatchObject({ verdict: 'warn', unit: 'mailbox' })
  expect(await alarms()).toEqual(['Google has suspended 1 mailbox of the account main in the last week'])
})

test('an account that is to be suspended rests its domain at once, and is the first of all alarms', async () => {
  const alertId = await raise('/alert/account', { state: 'WARNING' })
  await askAfter(3 * hour)
  expect(await isDue()).toBe(true)
  const warned = await seen(3 * hour)
  expect(warned.alerts).toMatchObject({ verdict: 'bad', gate: 'rest', unit: 'tenant' })
  expect(warned).toMatchObject({ state: 'rest', cause: 'ban', gate: true, bad: {} })
  expect((await alarms())[0]).toMatch(/^Google is about to suspend the whole account \(SPAM\); .* \(main\)$/)
  // What stands as it did is no news.
  await askAfter(3.2 * hour)
  expect(await isDue()).toBe(false)

  sandbox.faults.add({ vendor: 'google', kind: '500', path: 'alertcenter', times: 1 })
  await askAfter(4 * hour)
  expect((await seen(4 * hour)).alerts).toMatchObject({ verdict: 'bad', observedAt: begin + 3.2 * hour })
  expect((await db.select().from(alertWatches))[0]?.problem).toMatch(/\S/)

  await raise('/alert/api', { isOn: false })
  await askAfter(5 * hour)
  expect((await seen(5 * hour)).alerts).toMatchObject({ verdict: 'bad', observedAt: begin + 3.2 * hour })
  expect(await alarms()).toHaveLength(2)

  await raise('/alert/api', { isOn: true })
  await raise('/alert/close', { alertId })
  await askAfter(6 * hour)
  expect((await seen(6 * hour)).alerts).toMatchObject({ verdict: 'warn' })
  expect(await alarms()).toHaveLength(1)
})

test('an alert of a kind that nobody has described is kept as it is, told, and never taken for none', async () => {
  const words = { anything: ['as', 'it', 'came'] }
  await raise('/alert', { type: 'Sender reputation note', data: words })
  await askAfter(40 * hour)
  const [kept] = await db.select().from(accountAlerts).where(sql`type = 'Sender reputation note'`)
  expect(JSON.parse(kept?.data ?? '')).toEqual(words)
  expect((await alarms()).at(-1)).toMatch(/is not known here: “Sender reputation note”$/)
  // What was said before grows old, as where nobody answers.
  expect((await seen(40 * hour)).alerts?.observedAt).toBe(begin + 6 * hour)
})

test('what was told before counts of a list that cannot be read whole, and that it holds nothing else does not', async () => {
  await raise('/alert', { raw: { alertId: 7 } })
  await raise('/alert/account', { state: 'SUSPENDED' })
  await askAfter(41 * hour)
  expect((await db.select().from(alertWatches))[0]).toMatchObject({
    saidAt: new Date(begin + 41 * hour),
    heardAt: new Date(begin + 40 * hour),
    problem: 'not all of its alerts could be read',
  })
  expect((await seen(41 * hour)).alerts).toMatchObject({ verdict: 'bad', observedAt: begin + 41 * hour })
})
