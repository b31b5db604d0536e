import { desc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { accountAlerts, alertWatches, domainHealth, healthActs } from '#base/db/schema/index.ts'
import { readAlarms } from '#features/home/server/read-alarms.ts'
import { googleState } from '#vendors/google/simulator/state.ts'
import { domainsHealth, oneDomainsHealth, restOwnDomain, setOwnHealthMode } from '../../api/health.ts'
import { actMessages } from '../../rules/act-words.ts'
import type { HealthOfDomain, HealthOverview } from '../../rules/health-view.ts'
import { accountIsTheMatter, accountWasTheMatter } from '../../rules/health-words.ts'
import { actOnDecisions } from '../acts/act-on-decisions.ts'
import { hour } from '../looks/testing/look-world.ts'
import { alertingAccount } from './testing/alerting-account.ts'

const { deps, sandbox, begin, person, first, customerId, lookAfter, raise, askAfter } = await alertingAccount(
  'clearedyard.com',
  { mailboxes: 2 },
)

const { db } = deps
const day = 24 * hour
/** The account is accused, or is no more, and its domain is looked at. */
async function accuse(ms: number): Promise<string> {
  const alertId = await raise('/account', { state: 'WARNING' })
  await askAfter(ms)
  await lookAndAct(ms)
  return alertId
}
async function lookAndAct(ms: number) {
  const health = await lookAfter(ms)
  await actOnDecisions(deps)
  return health
}
const ofOne = (path: string) => path.replace(':domainId', first.id)
const page = async (): Promise<HealthOfDomain> => (await person.get(ofOne(oneDomainsHealth.path))).body
const todoInList = async () => {
  const { needs }: HealthOverview = (await person.get(domainsHealth.path)).body
  return needs[0]?.todo
}
const pressRest = () => person.post(ofOne(restOwnDomain.path), {})
const actNow = async () => (await db.select().from(healthActs).orderBy(desc(healthActs.suggestedAt)))[0]
const isBad = expect.objectContaining({ source: 'alerts', verdict: 'bad' })
const nothingToDo = `${accountWasTheMatter} nothing is to be done about it.`

test('what was suggested for an accused account is withdrawn once that is over, and suggested anew with the next accusation', async () => {
  await person.post(setOwnHealthMode.path, { mode: 'suggest' })
  const alertId = await accuse(hour)
  expect((await page()).act).toMatchObject({
    state: 'suggested',
    yours: accountIsTheMatter,
    may: { rest: true },
  })
  expect(await todoInList()).toMatch(/^Rest it on its page/)

  await raise('/close', { alertId })
  await askAfter(2 * hour)
  // Nobody has looked at the domain since: what its page would offer is refused.
  expect((await page()).act).toBeNull()
  expect(await todoInList()).not.toMatch(/^Rest it on its page/)
  expect(await pressRest()).toMatchObject({ status: 422, body: { message: actMessages.none } })

  expect(await lookAndAct(2.1 * hour)).toMatchObject({ state: 'rest' })
  expect(await actNow()).toMatchObject({ state: 'over', restedAt: null })
  expect(await page()).toMatchObject({ act: null, todo: nothingToDo })
  expect(await todoInList()).toBe(nothingToDo)
  expect(await pressRest()).toMatchObject({ status: 422, body: { message: actMessages.none } })

  const again = await accuse(3 * hour)
  expect((await page()).act).toMatchObject({ state: 'suggested', may: { rest: true } })
  await raise('/close', { alertId: again })
  await askAfter(3.1 * hour)
  await lookAndAct(3.1 * hour)
  expect((await page()).act).toBeNull()
})

test('an alert that is deleted has its account’s domains looked at at once', async () => {
  const isDue = async () => (await db.select().from(domainHealth))[0]?.dueAt?.getTime() === 0
  const alertId = await accuse(3.2 * hour)
  await askAfter(3.3 * hour)
  expect(await isDue()).toBe(false)
  googleState(sandbox.store).alerts.delete(alertId)
  await askAfter(3.4 * hour)
  expect(await isDue()).toBe(true)
  expect(await lookAndAct(3.4 * hour)).toMatchObject({ signals: expect.not.arrayContaining([isBad]) })
})

test('a rest that goes on once its account is accused no more blames nobody, at rest and on its way back', async () => {
  const alertId = await accuse(4 * hour)
  expect(await pressRest()).toMatchObject({ status: 200 })
  expect(await todoInList()).toContain(accountIsTheMatter)
  await raise('/close', { alertId })
  await askAfter(5 * hour)
  await lookAndAct(5 * hour)
  const wasTheMatter = `${accountWasTheMatter} it may be returned at once.`
  expect((await page()).act).toMatchObject({ state: 'resting', yours: wasTheMatter, may: { return: true } })
  expect(await todoInList()).toMatch(/ it may be returned at once, on its page\.$/)

  // As if it had been seen to be well for long enough.
  const { memory } = await lookAndAct(6 * hour)
  if (!memory) throw new Error('It was looked at.')
  const returningSince = begin + 15 * day
  const back = { ...memory, state: 'watch', since: returningSince, returningSince } as const
  await db
    .update(domainHealth)
    .set({ memory: back, state: 'watch', share: 25, since: new Date(returningSince) })
  await actOnDecisions(deps)
  expect((await page()).act).toMatchObject({ state: 'returning', yours: wasTheMatter })
  // One of its own within that rest is its own matter.
  await db.update(domainHealth).set({ memory: { ...back, rests: [begin + day] } })
  expect((await page()).act?.yours).toMatch(/^Yours to do: look at what its mailboxes have sent/)
})

test('an alert of a day ahead, and one that cannot be read, are told for a week from when they were seen, and the list counts as heard', async () => {
  const { alerts } = googleState(sandbox.store)
  await db.delete(accountAlerts)
  for (const { alertId } of alerts.list()) alerts.delete(alertId)
  const ahead = await raise('', { type: 'Of tomorrow' })
  const was = alerts.get(ahead)
  if (!was) throw new Error('It was raised.')
  const createTime = new Date(begin + 90 * day).toISOString()
  alerts.put(ahead, { ...was, createTime, updateTime: createTime }, customerId)
  await raise('', { raw: { alertId: 7, type: 'Of no moment' } })
  await askAfter(20 * day)
  const kept = await db.select().from(accountAlerts).where(eq(accountAlerts.isClosed, false))
  expect(kept.map(({ type }) => type).toSorted()).toEqual(['Of no moment', 'Of tomorrow'])
  for (const { at, changedAt } of kept)
    expect([at, changedAt]).toEqual(Array(2).fill(new Date(begin + 20 * day)))
  expect(await db.select().from(alertWatches)).toMatchObject([
    { problem: null, heardAt: new Date(begin + 20 * day) },
  ])
  expect((await readAlarms(db)).map(({ what }) => what)).toEqual([
    expect.stringMatching(/is not known here: “Of \w+ ?\w*”, and 1 other$/),
  ])
  // They are no news when they come again, and grow old.
  await lookAndAct(20.1 * day)
  await askAfter(20.2 * day)
  expect((await db.select().from(domainHealth))[0]?.dueAt).not.toEqual(new Date(0))
  await askAfter(28 * day)
  const last = await lookAfter(28 * day)
  expect(last.signals.find(({ source }) => source === 'alerts')).toMatchObject({ verdict: 'ok' })
})
