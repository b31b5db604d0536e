import { eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { customers, domainHealth, domains } from '#base/db/schema/index.ts'
import { reconcileUntilDone } from '#delivery/provisioning/testing/reconcile-until-done.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { joinedStaff } from '#tests/server/staff.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { setListed } from '#vendors/dns/simulator/blocklists.ts'
import { consoleDomainHealth, consoleHealth, consoleStrips } from '../api/console-health.ts'
import { rowAt } from '../rules/health-rows.ts'
import { healthStateNames, healthStates } from '../rules/health-states.ts'
import { packedDay } from '../rules/packed-day.ts'
import { lookAtDue } from './looks/look-round.ts'

const world = await createTestWorld()
const { deps, customer, sandbox } = world
const { db } = deps
const begin = Date.now() - 3 * 86_400_000
const staff = await joinedStaff(world, 'technician')

/** Two delivered domains of one customer, of which a list has named the first for an hour. */
async function withBurntDomain() {
  const person = await customer()
  const order = await createPaidOrder(deps, { customerId: person.id, mailboxesPerDomain: 1 })
  const names = order.domains.map(({ name }) => name)
  for (const name of names) await reconcileUntilDone(world, name)
  const look = async (at: number) => {
    await db.update(domainHealth).set({ dueAt: new Date(0) })
    await lookAtDue({ ...deps, log: pino({ level: 'silent' }) }, { clock: () => at })
  }
  await look(begin)
  setListed(sandbox.world, 'dbl', names[0] as string, '127.0.1.4')
  await look(begin + 86_400_000)
  await look(begin + 2 * 86_400_000)
  return { person, names, ids: order.domains.map(({ id }) => id) }
}
const { person, names, ids } = await withBurntDomain()

test('a customer’s domains are told worst first, with what they share and what to do', async () => {
  const { body } = await person.get('/api/domain-health/overview')
  expect(body.counts).toEqual({
    unknown: 0,
    warming: names.length - 1,
    healthy: 0,
    watch: 0,
    rest: 1,
    replace: 0,
  })
  expect(body.needs).toEqual([
    {
      state: 'rest',
      why: 'Listed by Spamhaus DBL.',
      count: 1,
      domains: [{ id: ids[0], domain: names[0] }],
      todo: expect.stringContaining('leave warm-up on'),
    },
  ])
  expect(rowAt(body.domains, 0)).toMatchObject({
    id: ids[0],
    domain: names[0],
    state: 'rest',
    since: begin + 2 * 86_400_000,
    group: 'example.com/welcome',
    why: 'Listed by Spamhaus DBL.',
    spare: null,
  })
  const { strips } = (await person.get(`/api/domain-health/strips?ids=${ids[0]}`)).body
  expect(strips).toEqual({ [ids[0] ?? '']: expect.stringMatching(/^ {26}WWR $/) })
  expect(body).toMatchObject({
    unwatched: ['Where probes arrive', 'Marked as spam at Gmail'],
    doubted: [],
    moreNeeds: 0,
  })
  expect(body.missing).toEqual([])
})

test('what is seen of one well domain is not among what nobody sees', async () => {
  const ofOne = eq(domainHealth.domainId, ids[1] ?? '')
  const [kept] = await db.select().from(domainHealth).where(ofOne)
  const signals = (kept?.signals ?? []).map((each) =>
    each.code === 'placement' ? { ...each, verdict: 'ok' as const } : each,
  )
  await db.update(domainHealth).set({ signals, state: 'healthy', cause: null }).where(ofOne)
  const theirs = (await person.get('/api/domain-health/overview')).body
  expect(theirs.unwatched).toEqual(['Marked as spam at Gmail'])
  await db.update(domainHealth).set({ signals: kept?.signals, state: 'warming' }).where(ofOne)
})

test('where too little is known of a domain, what is missing is told', async () => {
  const ofOne = eq(domainHealth.domainId, ids[1] ?? '')
  await db.update(domainHealth).set({ state: 'unknown' }).where(ofOne)
  const { body } = await person.get('/api/domain-health/overview')
  expect(body.missing).toContain('Bounces')
  await db.update(domainHealth).set({ state: 'warming' }).where(ofOne)
})

test('who only observes is told how domains are, and not what to do', async () => {
  await db.update(customers).set({ healthMode: 'observe' }).where(eq(customers.id, person.id))
  expect((await person.get('/api/domain-health/overview')).body.needs[0].todo).toBeNull()
  expect((await person.get(`/api/domain-health/${ids[0]}`)).body.todo).toBeNull()
  await db.update(customers).set({ healthMode: 'suggest' }).where(eq(customers.id, person.id))
})

test('of one domain everything that was seen is told, and what was decided', async () => {
  const { body } = await person.get(`/api/domain-health/${ids[0]}`)
  expect(body).toMatchObject({
    domain: names[0],
    state: 'rest',
    sentence: 'It should send no cold mail until it has recovered. Listed by Spamhaus DBL.',
    score: 40,
  })
  expect(body.days).toHaveLength(90)
  expect(body.signals[0]).toMatchObject({
    label: 'Blocklists',
    source: 'Spamhaus DBL',
    verdict: 'bad',
    points: 60,
  })
  expect(body.decisions.map(({ to }: { to: string }) => to)).toEqual(['rest', 'warming'])
})

test('every day of its picture stands at its place, also the first one', async () => {
  const id = ids[1] ?? ''
  const states = { 89: 'replace', 29: 'unknown', 20: 'rest' } as const
  for (const [ago, state] of Object.entries(states))
    await db.execute(sql`
      insert into health_days (domain_id, day, state, score, coverage, verdicts)
      values (${id}, (now() at time zone 'utc')::date - ${Number(ago)}::int, ${healthStateNames.indexOf(state)}, 50, 50,
        ${packedDay.verdicts([])})`)
  const letters = (text: string, count: number) =>
    Object.keys(states).map((ago) => text[count - 1 - Number(ago)] ?? null)
  const [rest, unknown, replace] = [healthStates.rest, healthStates.unknown, healthStates.replace].map(
    ({ letter }) => letter,
  )
  const { days } = (await person.get(`/api/domain-health/${id}`)).body
  expect(days).toHaveLength(90)
  expect(letters(days, 90)).toEqual([rest, unknown, replace])
  const { strips } = (await person.get(`/api/domain-health/strips?ids=${ids[0]},${id}`)).body
  expect(Object.keys(strips).sort()).toEqual([ids[0], id].sort())
  expect(letters(strips[id], 30)).toEqual([rest, unknown, null])
})

test('staff see the same by the account that mailboxes are at, and colleagues of no customer see nothing of it', async () => {
  const { body } = await staff.get(consoleHealth.path)
  expect(body.domains.ids).toHaveLength(names.length)
  const first = rowAt(body.domains, 0)
  expect(first).toMatchObject({ domain: names[0], state: 'rest' })
  expect(first.group).not.toBe('No account')
  const { strips } = (await staff.get(`${consoleStrips.path}?ids=${ids[0]},dom_none`)).body
  expect(Object.keys(strips)).toEqual([ids[0]])
  const one = await staff.get(consoleDomainHealth.path.replace(':domainId', ids[0] ?? ''))
  expect(one.body).toMatchObject({ domain: names[0], state: 'rest' })
  const stranger = await customer()
  expect((await stranger.get('/api/domain-health/overview')).body.domains.ids).toEqual([])
  expect((await stranger.get(`/api/domain-health/strips?ids=${ids[0]}`)).body).toEqual({ strips: {} })
  expect((await stranger.get(`/api/domain-health/${ids[0]}`)).status).toBe(404)
  expect((await staff.get(consoleDomainHealth.path.replace(':domainId', 'dom_none'))).status).toBe(404)
})

test('a domain that is taken down is told of no more, from that moment on', async () => {
  const last = ids.at(-1) ?? ''
  await db.update(domains).set({ want: 'retire' }).where(eq(domains.id, last))
  const told = async () => (await person.get('/api/domain-health/overview')).body
  expect((await told()).domains.ids).not.toContain(last)
  expect((await told()).counts.warming).toBe(names.length - 2)
  await db.update(domainHealth).set({ dueAt: new Date(0) })
  await lookAtDue({ ...deps, log: pino({ level: 'silent' }) })
  expect((await told()).domains.ids).not.toContain(last)
})
