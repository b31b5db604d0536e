import { eq, inArray, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { customers, domainHealth, domains, healthActs, mailboxLinks } from '#base/db/schema/index.ts'
import { reconcileUntilDone } from '#delivery/provisioning/testing/reconcile-until-done.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { freshName } from '#tests/server/place-order.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { setListed } from '#vendors/dns/simulator/blocklists.ts'
import { restOwnDomain, returnOwnDomain } from '../../api/health.ts'
import { actMessages } from '../../rules/act-words.ts'
import type { HealthSignal } from '../../rules/health-signals.ts'
import { newHealth } from '../../rules/memory.ts'
import { lookAtDue } from '../looks/look-round.ts'
import { actOnDecisions } from './act-on-decisions.ts'
import { restingDomains } from './testing/resting-domains.ts'

const world = await createTestWorld()
const { deps, sandbox } = world
const { db } = deps
const day = 86_400_000
const begin = Date.now()
const {
  served,
  control,
  decided,
  modeOf,
  entries,
  limitsOf,
  setLimits,
  actOf,
  eventsOf,
  healthOf,
  atRest,
  returned,
  inFile,
} = restingDomains(world)

test('suggested, rested by a press, confirmed by the tool, and returned in steps once it is well', async () => {
  const domain = await served('instantly')
  const { name, person, path } = domain
  setLimits('instantly', domain, 30)
  await control('/_instantly/counts', { domain: name, sent: 5, bounced: 0, warmupSent: 5, landed: 5 })
  const lookAt = async (at: number) => {
    await db
      .update(domainHealth)
      .set({ dueAt: new Date(0) })
      .where(eq(domainHealth.domainId, domain.id))
    await lookAtDue({ ...deps, log: pino({ level: 'silent' }) }, { clock: () => at })
    await actOnDecisions(deps)
  }
  await lookAt(begin)
  setListed(sandbox.world, 'dbl', name, '127.0.1.2')
  await lookAt(begin + day)
  await lookAt(begin + day + 3_600_000)
  const suggested = await healthOf(domain)
  expect(suggested).toMatchObject({ state: 'rest', todo: null })
  expect(suggested.act).toMatchObject({
    state: 'suggested',
    why: 'Listed by Spamhaus DBL.',
    may: { rest: true, dismiss: true, return: false },
  })
  expect(limitsOf('instantly', domain)).toEqual([30, 30, 30, 30])

  const pressed = await Promise.all([1, 2].map(() => person.post(path(restOwnDomain.path), {})))
  for (const answer of pressed)
    expect(answer).toMatchObject({ status: 200, body: { message: actMessages.resting } })
  expect((await healthOf(domain)).act).toMatchObject({ state: 'resting', confirmedAt: null, by: 'customer' })
  await reconcileUntilDone(world, name)
  expect(limitsOf('instantly', domain)).toEqual([0, 0, 0, 0])
  expect(
    entries('instantly', name).every(({ value }) => value.warmupStatus === 1 && value.status === 1),
  ).toBe(true)
  const resting = (await healthOf(domain)).act
  expect(resting).toMatchObject({ state: 'resting', share: 0, problem: null })
  expect(resting.confirmedAt).not.toBeNull()
  expect((await eventsOf(domain)).slice(-2)).toEqual([
    expect.stringMatching(
      /^Is rested by hand: Listed by Spamhaus DBL\. .*Yours to do: ask the list.*after 14 days/,
    ),
    'Sends no cold mail: Instantly shows the daily limit 0 at 4 mailboxes; warm-up is on at 4',
  ])

  setListed(sandbox.world, 'dbl', name, '')
  const seen: number[][] = []
  for (let n = 2; n < 45; n++) {
    await sandbox.advance(day)
    await lookAt(begin + n * day)
    await reconcileUntilDone(world, name)
    const limits = limitsOf('instantly', domain)
    if (String(seen.at(-1)) !== String(limits)) seen.push(limits)
  }
  expect(seen).toEqual([
    [0, 0, 0, 0],
    [8, 8, 8, 8],
    [15, 15, 15, 15],
    [30, 30, 30, 30],
  ])
  expect(await actOf(domain)).toMatchObject({ state: 'over', share: null })
  expect(await db.$count(mailboxLinks, sql`rest is not null`)).toBe(0)
  expect((await eventsOf(domain)).at(-1)).toBe(
    'Sends in full again: the daily limits in Instantly are as they were',
  )
  expect((await healthOf(domain)).act).toBeNull()
})

test.each(['instantly', 'smartlead', 'bison'] as const)(
  'at %s a rest by itself is undone by one press, and is not begun again for the same cause',
  async (kind) => {
    // At Smartlead 0 may be no limit.
    const atRest = kind === 'smartlead' ? 1 : 0
    const domain = await served(kind)
    await modeOf(domain, 'enforce')
    setLimits(kind, domain, 24)
    await decided(domain, 'rest')
    await actOnDecisions(deps)
    await reconcileUntilDone(world, domain.name)
    expect(limitsOf(kind, domain)).toEqual(Array(4).fill(atRest))
    expect(await actOf(domain)).toMatchObject({
      state: 'resting',
      by: 'system',
      confirmedAt: expect.any(Date),
    })
    const said = (await eventsOf(domain)).at(-1)
    expect(said).toContain(
      kind === 'smartlead' ? 'counts warm-up into that limit, so it waits as well' : 'warm-up is on at 4',
    )

    const back = await domain.person.post(domain.path(returnOwnDomain.path), {})
    expect(back).toMatchObject({ status: 200, body: { message: actMessages.returned } })
    await actOnDecisions(deps)
    await reconcileUntilDone(world, domain.name)
    expect(limitsOf(kind, domain)).toEqual([24, 24, 24, 24])
    expect(await actOf(domain)).toMatchObject({ state: 'over' })
    // What is undone may be done again by hand.
    expect((await domain.person.post(domain.path(restOwnDomain.path), {})).status).toBe(200)
    await reconcileUntilDone(world, domain.name)
    expect(limitsOf(kind, domain)).toEqual(Array(4).fill(atRest))
  },
)

test('without asking one of a few domains rests in a day, the others are suggested and follow the next day', async () => {
  const first = await served('instantly')
  const all = [first, await served('instantly', first.person), await served('instantly', first.person)]
  await modeOf(first, 'enforce')
  for (const domain of all) await decided(domain, 'rest')
  await Promise.all([actOnDecisions(deps), actOnDecisions(deps)])
  const states = async () => (await Promise.all(all.map(actOf))).map((act) => act?.state).sort()
  expect(await states()).toEqual(['resting', 'suggested', 'suggested'])
  await actOnDecisions(deps)
  expect(await states()).toEqual(['resting', 'suggested', 'suggested'])
  await db
    .update(healthActs)
    .set({ restedAt: sql`now() - interval '25 hours'` })
    .where(eq(healthActs.customerId, first.person.id))
  await actOnDecisions(deps)
  expect(await states()).toEqual(['resting', 'resting', 'suggested'])
})

test('what was taken down since its last look is no part of those of which a fifth may rest', async () => {
  const first = await served('instantly')
  const second = await served('instantly', first.person)
  const gone = await createPaidOrder(deps, {
    customerId: first.person.id,
    names: { azure: Array.from({ length: 8 }, freshName) },
  })
  const ids = gone.domains.map(({ id }) => id)
  await db
    .insert(domainHealth)
    .values(ids.map((domainId) => ({ domainId, customerId: first.person.id, dueAt: new Date() })))
  await db.update(domains).set({ want: 'retire' }).where(inArray(domains.id, ids))
  await modeOf(first, 'enforce')
  for (const domain of [first, second]) await decided(domain, 'rest')
  await actOnDecisions(deps)
  const acts = await Promise.all([first, second].map(actOf))
  expect(acts.map((act) => act?.state).sort()).toEqual(['resting', 'suggested'])
})

test('where it is only shown nothing is suggested, and what was suggested is withdrawn once nothing asks for it', async () => {
  const domain = await served('instantly')
  await modeOf(domain, 'observe')
  await decided(domain, 'rest')
  await actOnDecisions(deps)
  expect(await actOf(domain)).toBeUndefined()
  await modeOf(domain, 'suggest')
  await actOnDecisions(deps)
  expect(await actOf(domain)).toMatchObject({ state: 'suggested' })
  await decided(domain, 'healthy', 100)
  await actOnDecisions(deps)
  expect(await actOf(domain)).toMatchObject({ state: 'over' })
  expect(await domain.person.post(domain.path(restOwnDomain.path), {})).toMatchObject({
    status: 422,
    body: { message: actMessages.none },
  })
})

test('what is dismissed is not suggested again for the same cause, and is for another', async () => {
  const domain = await served('instantly')
  await decided(domain, 'rest')
  await actOnDecisions(deps)
  expect((await domain.person.post(`/api/domain-health/${domain.id}/dismiss`, {})).status).toBe(200)
  await actOnDecisions(deps)
  expect(await actOf(domain)).toMatchObject({ state: 'dismissed' })
  await decided(domain, 'rest')
  await actOnDecisions(deps)
  expect(await actOf(domain)).toMatchObject({ state: 'suggested' })
})

test('what is returned or dismissed stays so after what it was asked for has turned into something worse', async () => {
  const rested = await atRest(30)
  await decided(rested, 'replace')
  await returned(rested)
  await actOnDecisions(deps)
  expect(await actOf(rested)).toMatchObject({ state: 'over' })
  expect((await healthOf(rested)).act).toMatchObject({ state: 'over' })

  const suggested = await served('instantly')
  await decided(suggested, 'rest')
  await actOnDecisions(deps)
  await decided(suggested, 'replace')
  await suggested.person.post(`/api/domain-health/${suggested.id}/dismiss`, {})
  await actOnDecisions(deps)
  expect(await actOf(suggested)).toMatchObject({ state: 'dismissed' })
})

test('a rest that is asked for by something else by now says so, and one that begins again tells its own story', async () => {
  const domain = await atRest(30)
  const first = await actOf(domain)
  await decided(domain, 'replace')
  await actOnDecisions(deps)
  const lost = await actOf(domain)
  expect(lost).toMatchObject({ state: 'resting', restedAt: first?.restedAt })
  expect(lost?.why).not.toBe(first?.why)
  const told = await eventsOf(domain)
  await actOnDecisions(deps)
  expect(await eventsOf(domain)).toEqual(told)

  await decided(domain, 'watch', 25)
  await actOnDecisions(deps)
  await decided(domain, 'rest')
  await actOnDecisions(deps)
  const again = await actOf(domain)
  expect(again).toMatchObject({ id: first?.id, state: 'resting', returningAt: null, why: first?.why })
  expect(again?.restedAt?.getTime()).toBeGreaterThan(lost?.restedAt?.getTime() ?? Number.NaN)
  expect((await eventsOf(domain)).at(-1)).toMatch(/^Rests again: /)
})

test('what is suggested already holds nobody up, and what is new waits for nobody who writes of the domains', async () => {
  const domain = await served('instantly')
  await decided(domain, 'rest')
  const held = (strength: 'key share' | 'update') =>
    db.transaction(async (tx) => {
      await tx.select().from(customers).where(eq(customers.id, domain.person.id)).for(strength)
      await actOnDecisions(deps)
    })
  await held('key share')
  expect(await actOf(domain)).toMatchObject({ state: 'suggested' })
  await held('update')
})

test('one that returns is not sent back to rest by what its account was accused of before it said something else', async () => {
  const domain = await atRest(20)
  await decided(domain, 'watch', 25)
  await actOnDecisions(deps)
  const accused: HealthSignal = {
    ...{ code: 'ban', source: 'alerts', verdict: 'bad', gate: 'rest', unit: 'tenant', points: 60 },
    ...{ evidence: 'The account is accused.', observedAt: begin },
  }
  await db
    .update(domainHealth)
    .set({
      ...{ signals: [accused], memory: { ...newHealth(begin), state: 'rest', restCause: 'ban' } },
      ...{ state: 'rest', since: sql`now()`, dueAt: new Date(0) },
    })
    .where(eq(domainHealth.domainId, domain.id))
  await actOnDecisions(deps)
  expect(await actOf(domain)).toMatchObject({ state: 'returning' })
  await db.update(domainHealth).set({ dueAt: new Date() }).where(eq(domainHealth.domainId, domain.id))
  await actOnDecisions(deps)
  expect(await actOf(domain)).toMatchObject({ state: 'resting' })
})

test('a rest ends with the tool that it was set in: mailboxes in a file are not ours to limit', async () => {
  const domain = await atRest(30)
  await inFile(domain)
  expect((await healthOf(domain)).act).toMatchObject({ state: 'resting', may: { return: true } })
  await actOnDecisions(deps)
  expect(await actOf(domain)).toMatchObject({ state: 'over', share: null })
  expect((await eventsOf(domain)).at(-1)).toContain('its mailboxes are handed over as a file now')
  const shown = await healthOf(domain)
  expect(shown.act).toBeNull()
  expect(shown.todo).toMatch(/^Stop its campaigns/)
  expect((await domain.person.post(domain.path(restOwnDomain.path), {})).status).toBe(422)
})

test('of a resting domain that is on its way out no day is named on which it comes back, since nobody returns it', async () => {
  const domain = await atRest(30)
  expect((await healthOf(domain)).act).toMatchObject({ earliest: expect.any(String), may: { return: true } })
  await db.update(domains).set({ fallingSince: sql`now()` }).where(eq(domains.id, domain.id))
  expect((await healthOf(domain)).act).toMatchObject({
    ...{ state: 'resting', earliest: null },
    may: { rest: false, dismiss: false, return: false },
  })
})

test('in a file a rest is ended by hand as well, before the round has come to it', async () => {
  const domain = await atRest(30)
  await inFile(domain)
  expect((await returned(domain)).status).toBe(200)
  expect(await actOf(domain)).toMatchObject({ state: 'over' })
  expect((await eventsOf(domain)).at(-1)).toContain('its mailboxes are handed over as a file now')
})

test('where it is only shown from now on, what was suggested is neither shown nor pressed until it is suggested again', async () => {
  const domain = await served('instantly')
  const press = (path: string) => domain.person.post(path, {})
  await decided(domain, 'rest')
  await actOnDecisions(deps)
  await modeOf(domain, 'observe')
  expect((await healthOf(domain)).act).toBeNull()
  const paths = [domain.path(restOwnDomain.path), `/api/domain-health/${domain.id}/dismiss`]
  for (const path of paths)
    expect(await press(path)).toMatchObject({ status: 422, body: { message: actMessages.none } })
  await modeOf(domain, 'suggest')
  expect((await healthOf(domain)).act).toMatchObject({ state: 'suggested', may: { rest: true } })
})

test('the overview says what the tool has shown, and where there is something to press', async () => {
  const domain = await served('instantly')
  const todos = async () =>
    (await domain.person.get('/api/domain-health/overview')).body.needs.map(
      ({ todo }: { todo: string }) => todo,
    )
  await decided(domain, 'rest')
  expect(await todos()).toEqual([expect.stringMatching(/^Stop its campaigns/)])
  await actOnDecisions(deps)
  expect(await todos()).toEqual([expect.stringMatching(/^Rest it on its page/)])
  await domain.person.post(domain.path(restOwnDomain.path), {})
  expect(await todos()).toEqual([expect.stringContaining('asked of the sending tool, not confirmed yet')])
  await reconcileUntilDone(world, domain.name)
  expect(await todos()).toEqual([expect.stringContaining('its daily limit in the sending tool is 0')])
})

test.each([
  ['instantly', 'neither warm-up figures nor probes show how its mail arrives'],
  ['smartlead', 'warm-up waits as well and no probes show how its mail arrives'],
] as const)(
  'at %s a rest that nothing can be seen to end says that returning is its customer’s, until something tells of its mail',
  async (kind, why) => {
    const domain = await served(kind)
    const todo = async () => (await domain.person.get('/api/domain-health/overview')).body.needs[0].todo
    await modeOf(domain, 'enforce')
    await decided(domain, 'rest')
    await actOnDecisions(deps)
    await reconcileUntilDone(world, domain.name)
    const byHand = `It does not come back by itself as long as ${why}: after 14 days it is yours to return it`
    expect((await eventsOf(domain)).find((said) => said.startsWith('Is rested'))).toContain(byHand)
    expect(await todo()).toContain(byHand)
    expect((await healthOf(domain)).act).toMatchObject({ isMailSeen: false })

    const seen: HealthSignal = {
      code: 'placement',
      source: 'probes',
      verdict: 'bad',
      points: 30,
      evidence: 'In junk.',
      observedAt: Date.now(),
    }
    await db
      .update(domainHealth)
      .set({ signals: [seen] })
      .where(eq(domainHealth.domainId, domain.id))
    expect(await todo()).not.toContain('by itself')
    expect((await healthOf(domain)).act).toMatchObject({ isMailSeen: true })
  },
)
