import { inArray, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  accountAlerts,
  alertWatches,
  customers,
  domainHealth,
  healthActs,
  providerAccounts,
} from '#base/db/schema/index.ts'
import { alarmsOfAccount } from '#features/capacity/server/hosts/account-alarms.ts'
import { erasePersonalData } from '#features/customers/server/erase-personal-data.ts'
import { readAlarms } from '#features/home/server/read-alarms.ts'
import { googleState } from '#vendors/google/simulator/state.ts'
import { actOnDecisions } from '../acts/act-on-decisions.ts'
import { decideAndStore } from '../decide/decide-and-store.ts'
import { claimDue } from '../looks/claim-due.ts'
import { hour } from '../looks/testing/look-world.ts'
import { alertingAccount } from './testing/alerting-account.ts'

const { deps, sandbox, begin, first, customerId, control, addressesOf, lookAfter, raise, ask, askAfter } =
  await alertingAccount('alertedyard.com', { mailboxes: 3 })
await control('/_instantly/counts', { domain: first.name, sent: 5, bounced: 0, warmupSent: 5, landed: 5 })

const { db } = deps
const day = 24 * hour
const asks = () => sandbox.requests().filter(({ path }) => path.includes('/alertcenter/')).length
const seen = async (ms: number) => {
  const health = await lookAfter(ms)
  return { ...health, alerts: health.signals.find(({ source }) => source === 'alerts') }
}
/** What the account's own page tells. */
const ofAccount = async () => {
  const [row] = await db.select().from(alertWatches)
  return alarmsOfAccount(db, row?.accountId ?? '')
}
const at = (ms: number) => new Date(begin + ms).toISOString()
const alarms = async () => (await readAlarms(db)).map(({ what }) => what)
const isDue = async () => {
  const [row] = await db.select({ due: sql<boolean>`due_at <= now()` }).from(domainHealth)
  return row?.due
}

test('an account that nobody has allowed us to ask is not watched, which makes no domain unknown', async () => {
  await raise('/api', { isOn: false })
  expect(await ask(0)).toBe(1)
  const health = await seen(0)
  expect(health.alerts).toMatchObject({ verdict: 'unwatched' })
  expect(health).toMatchObject({ state: 'healthy', score: 100 })
  expect(await alarms()).toEqual([])
  const notAllowed = expect.stringMatching(
    /^Nobody has allowed us to read what Google raises of the account main$/,
  )
  expect(await ofAccount()).toMatchObject([{ what: notAllowed, since: at(0) }])
  await askAfter(hour / 2)
  expect(await ofAccount()).toMatchObject([{ what: notAllowed, since: at(0) }])
})

test('one call for all of its domains, and no second one before its time', async () => {
  await raise('/api', { isOn: true })
  const before = asks()
  await askAfter(hour)
  expect(asks()).toBe(before + 1)
  expect(await ask(hour)).toBe(0)
  expect(asks()).toBe(before + 1)
  expect((await seen(hour)).alerts).toMatchObject({ verdict: 'ok', observedAt: begin + hour })
  expect(await ofAccount()).toEqual([])
})

test('a mailbox that Google suspends warns its domain and is an alarm of the account', async () => {
  const [address] = await addressesOf(first)
  await raise('/mailbox', { address, type: 'User suspended (spam)' })
  await askAfter(2 * hour)
  expect(await isDue()).toBe(true)
  expect((await seen(2 * hour)).alerts).toMatchObject({ verdict: 'warn', unit: 'mailbox' })
  expect(await alarms()).toEqual(['Google has suspended 1 mailbox of the account main in the last week'])
})

test('an account that is to be suspended rests its domain at once, and is the first of all alarms', async () => {
  const alertId = await raise('/account', { state: 'WARNING' })
  await askAfter(3 * hour)
  expect(await isDue()).toBe(true)
  const warned = await seen(3 * hour)
  expect(warned.alerts).toMatchObject({ verdict: 'bad', gate: 'rest', unit: 'tenant' })
  expect(warned).toMatchObject({ state: 'rest', cause: 'ban', gate: true, bad: {} })
  expect((await alarms())[0]).toMatch(
    /^Google is about to suspend the whole account main \(SPAM; appeal by \S{10}\)$/,
  )
  // What stands as it did is no news.
  await askAfter(3.2 * hour)
  expect(await isDue()).toBe(false)

  sandbox.faults.add({ vendor: 'google', kind: '500', path: 'alertcenter', times: 1 })
  await askAfter(4 * hour)
  expect((await seen(4 * hour)).alerts).toMatchObject({ verdict: 'bad', observedAt: begin + 4 * hour })
  expect((await db.select().from(alertWatches))[0]?.problem).toMatch(/\S/)
  // Its own page tells of a silence that is too short for Home.
  const silent = { what: expect.stringMatching(/cannot be read: \S/), since: at(4 * hour) }
  expect((await ofAccount()).at(-1)).toMatchObject(silent)
  expect(await alarms()).toHaveLength(2)

  await raise('/api', { isOn: false })
  await askAfter(5 * hour)
  expect((await ofAccount()).at(-1)).toMatchObject({
    what: expect.stringMatching(/^Nobody has allowed us/),
    since: at(4 * hour),
  })
  // Nobody has said that it is over, however long the account cannot be asked.
  expect((await seen(35 * hour)).alerts).toMatchObject({ verdict: 'bad', observedAt: begin + 35 * hour })
  expect(await alarms()).toHaveLength(2)

  await raise('/api', { isOn: true })
  await raise('/close', { alertId })
  await askAfter(36 * hour)
  expect((await seen(36 * hour)).alerts).toMatchObject({ verdict: 'ok' })
  expect(await alarms()).toHaveLength(1)
})

test('what means nothing for sending is not kept, nor is what somebody wrote in it', async () => {
  const messages = [{ messageBodySnippet: 'Dear Ada, about your contract', recipient: 'ada@customers.test' }]
  await raise('', { type: 'User reported phishing', data: { messages } })
  const rows = await db.$count(accountAlerts)
  await askAfter(37 * hour)
  expect(await db.$count(accountAlerts)).toBe(rows)
  expect(JSON.stringify(await db.select().from(accountAlerts))).not.toContain('contract')
})

test('an appeal that was granted ends the warning before it, and closing its alert does not bring that back', async () => {
  await raise('/account', { state: 'WARNING' })
  await askAfter(38 * hour)
  expect((await seen(38 * hour)).alerts).toMatchObject({ verdict: 'bad' })
  const granted = await raise('/account', { state: 'APPEAL_APPROVED' })
  for (const close of [false, true]) {
    if (close) await raise('/close', { alertId: granted })
    await askAfter(39 * hour)
    expect((await seen(39 * hour)).alerts).toMatchObject({ verdict: 'ok' })
    expect(await alarms()).toHaveLength(1)
  }
  const open = await db.$count(accountAlerts, sql`kind like '%AccountSuspensionWarning' and not is_closed`)
  expect(open).toBe(0)
})

test('an account with which something unexpected is wrong keeps no other from being asked', async () => {
  const wrong = { id: 'acc_0', vendor: 'google', label: 'wrong', credentials: 'none' } as const
  const room = { capacityDomains: 1, capacityMailboxes: 1, capacityDailyRecipients: 1 }
  await db.insert(providerAccounts).values({ ...wrong, ...room })
  expect(await askAfter(39.5 * hour)).toBe(2)
  const watches = await db.select().from(alertWatches).orderBy(alertWatches.accountId)
  expect(watches).toMatchObject([
    { accountId: 'acc_0', problem: 'something unexpected, which the log has', heardAt: null },
    { problem: null, heardAt: new Date(begin + 39.5 * hour) },
  ])
  expect(await alarms()).toContain(
    'What Google raises of the account wrong cannot be read: something unexpected, which the log has',
  )
  await db.delete(providerAccounts).where(sql`id = 'acc_0'`)
})

test('no rest begins for what an account was accused of once it has said that it is over', async () => {
  await db.update(customers).set({ healthMode: 'enforce' })
  const warn = async (ms: number) => {
    const alertId = await raise('/account', { state: 'WARNING' })
    await askAfter(ms)
    expect(await seen(ms)).toMatchObject({ state: 'rest' })
    return alertId
  }
  const rests = async () => {
    await actOnDecisions(deps)
    return db.$count(healthActs)
  }
  // Nobody has looked at its domain since.
  await raise('/close', { alertId: await warn(39.51 * hour) })
  await askAfter(39.52 * hour)
  expect(await rests()).toBe(0)
  await seen(39.53 * hour)
  expect(await rests()).toBe(0)

  const alertId = await warn(39.54 * hour)
  expect(await rests()).toBe(1)
  await db.delete(healthActs)
  await db.update(customers).set({ healthMode: 'suggest' })
  await raise('/close', { alertId })
  await askAfter(39.55 * hour)
  await seen(39.55 * hour)
})

test('news that comes while a domain is looked at has it looked at again at once', async () => {
  await db.update(domainHealth).set({ dueAt: new Date(0) })
  const [domain] = (await claimDue(db, 1)) ?? []
  if (!domain) throw new Error('One is due.')
  const alertId = await raise('/account', { state: 'WARNING' })
  await askAfter(39.6 * hour)
  await decideAndStore(db, [{ domain, seen: [], notes: domain.notes, againIn: hour }], begin + 39.6 * hour)
  expect(await isDue()).toBe(true)
  await raise('/close', { alertId })
  await askAfter(39.7 * hour)
  await seen(39.7 * hour)
  expect(await isDue()).toBe(false)
})

test('an alert of a kind that nobody has described is kept as it is, told, and never taken for none', async () => {
  const words = { anything: ['as', 'it', 'came'] }
  await raise('', { type: 'Sender reputation note', data: words })
  await askAfter(40 * hour)
  const [kept] = await db.select().from(accountAlerts).where(sql`type = 'Sender reputation note'`)
  expect(JSON.parse(kept?.data ?? '')).toEqual(words)
  expect((await alarms()).at(-1)).toMatch(/is not known here: “Sender reputation note”$/)
  // What was said before grows old, as where nobody answers.
  expect((await seen(40 * hour)).alerts?.observedAt).toBe(begin + 39.7 * hour)
})

test('what was told before counts of a list that cannot be read whole, and that it holds nothing else does not', async () => {
  // More of them than are read in one go.
  const state = googleState(sandbox.store)
  const [some] = state.alerts.list()
  if (!some) throw new Error('There are some.')
  const outage = { ...some, type: 'Apps outage', data: {}, createTime: at(-day), updateTime: at(-day) }
  const ids = Array.from({ length: 500 }, (_, n) => `outage ${n}`)
  for (const alertId of ids) state.alerts.put(alertId, { ...outage, alertId }, customerId)
  // Not in the same millisecond: what comes later here asks from the one that follows on.
  await askAfter(40.5 * hour)
  await raise('/account', { state: 'SUSPENDED' })
  await askAfter(41 * hour)
  expect((await db.select().from(alertWatches))[0]).toMatchObject({
    saidAt: new Date(begin + 41 * hour),
    heardAt: new Date(begin + 40 * hour),
    problem: 'not all of its alerts could be read',
  })
  expect((await seen(41 * hour)).alerts).toMatchObject({ verdict: 'bad', observedAt: begin + 41 * hour })
  for (const alertId of ids) state.alerts.delete(alertId)
})

test('a suspension that stands does not end by growing old, and that it is over is heard', async () => {
  await askAfter(45 * day)
  expect((await db.select().from(alertWatches))[0]).toMatchObject({ heardAt: new Date(begin + 45 * day) })
  expect((await seen(45 * day)).alerts).toMatchObject({ verdict: 'bad', observedAt: begin + 45 * day })
  const [open] = await db.select().from(accountAlerts).where(sql`not is_closed and kind like '%Suspension%'`)
  await raise('/close', { alertId: open?.alertId })
  await askAfter(45 * day + hour)
  expect((await seen(45 * day + hour)).alerts).toMatchObject({ verdict: 'ok' })
})

test('of a mailbox from before the name was ours nothing is kept but that something was said', async () => {
  await raise('/api', { isOn: true })
  const { alerts } = googleState(sandbox.store)
  const data = { email: `former.person@${first.name}`, words: 'Dear Eve' }
  const saidBefore = async (type: string) => {
    const alertId = await raise('', { type, data })
    const alert = alerts.get(alertId)
    if (alert) alerts.put(alertId, { ...alert, createTime: at(-day), updateTime: at(-day) }, customerId)
    return alertId
  }
  const ids = [await saidBefore('User suspended (spam)'), await saidBefore('A former kind')]
  await askAfter(hour)
  const kept = await db.select().from(accountAlerts).where(inArray(accountAlerts.alertId, ids))
  expect(kept.map(({ address, data }) => ({ address, data }))).toEqual([
    { address: '', data: '{}' },
    { address: '', data: '{}' },
  ])
  for (const alertId of ids) alerts.delete(alertId)
})

test('what was erased is not brought back by the next round', async () => {
  const [address] = await addressesOf(first)
  await raise('', { type: 'Another kind', data: { email: address, words: 'Dear Ada' } })
  await askAfter(hour)
  const kept = async () => JSON.stringify(await db.select().from(accountAlerts))
  expect(await kept()).toContain('Dear Ada')
  expect((await kept()).split(first.name).length).toBeGreaterThan(2)
  const { rows } = await db.execute<{ id: string; email: string }>(sql`select id, email from customers`)
  await db.execute(sql`update domains set released_at = now()`)
  for (const person of rows) await db.transaction((tx) => erasePersonalData(tx, person))
  expect(await kept()).not.toContain(first.name)
  await askAfter(2 * hour)
  expect(await kept()).not.toContain(first.name)
  expect(await kept()).not.toContain('Dear Ada')
  // That there was something stays known.
  expect(await alarms()).toContain('Google has suspended 1 mailbox of the account main in the last week')
})
