import { eq, inArray, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { actsEveryMs } from '#apps/server/worker.ts'
import { customers, domainHealth, healthActs } from '#base/db/schema/index.ts'
import { unheardAfterSeconds } from '#base/queue/queue.ts'
import { reconcileUntilDone } from '#delivery/provisioning/testing/reconcile-until-done.ts'
import { platformContents } from '#features/plans/rules/catalog.ts'
import type { ConnectedTool } from '#features/tools/rules/sending-tools.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { freshName } from '#tests/server/place-order.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import type { Reservation } from '#vendors/client/vendor-limits.ts'
import { setListed } from '#vendors/dns/simulator/blocklists.ts'
import { smartleadLimit } from '#vendors/smartlead/adapter/limit.ts'
import { lookAtDue } from '../looks/look-round.ts'
import { actOnDecisions } from './act-on-decisions.ts'
import { restingDomains } from './testing/resting-domains.ts'

const world = await createTestWorld()
const { deps, sandbox } = world
const { db } = deps
const { served, limitsOf, actOf } = restingDomains(world)
const minute = 60_000
const begin = Date.now()
const most = 120
/** What an order of the largest plan has on one domain. */
const mailboxes = platformContents.azure.mailboxesPerDomain
/** Seconds until the reconciler begins, at the longest. */
const before = actsEveryMs / 1_000 + unheardAfterSeconds

/** Every call that counts against a vendor's limit, as it is booked. */
const booked: Reservation[] = []
const { reserve } = deps.limits
vi.spyOn(deps.limits, 'reserve').mockImplementation((reservation) => {
  booked.push(reservation)
  return reserve(reservation)
})
/** Seconds that these take one after the other, where each limit had been used up before. */
const secondsOf = (calls: readonly Reservation[]): number =>
  calls.reduce((sum, { rate, cost = 1 }) => sum + cost / rate.perSecond, 0)

/** Looks at these domains together, and tells how many calls were booked before a list had its last word. */
async function lookAt(domainIds: readonly string[], at: number): Promise<number> {
  let answered = 0
  const { blocklists } = deps.vendors
  const vendors = {
    ...deps.vendors,
    blocklists: {
      ...blocklists,
      async ask(...of: Parameters<typeof blocklists.ask>) {
        const said = await blocklists.ask(...of)
        answered = booked.length
        return said
      },
    },
  }
  await db.update(domainHealth).set({ dueAt: sql`now() + interval '1 day'` })
  await db
    .update(domainHealth)
    .set({ dueAt: sql`now()` })
    .where(inArray(domainHealth.domainId, [...domainIds]))
  await lookAtDue({ ...deps, vendors, log: pino({ level: 'silent' }) }, { clock: () => at })
  return answered
}

test.each(['instantly', 'smartlead', 'bison'] satisfies ConnectedTool[])(
  'from the second answer of a list to the rest that %s confirms are two minutes at most, at its own pace',
  async (tool) => {
    const domain = await served(tool, undefined, mailboxes)
    await db.update(customers).set({ healthMode: 'enforce' }).where(eq(customers.id, domain.person.id))
    await lookAt([domain.id], begin)
    setListed(sandbox.world, 'dbl', domain.name, '127.0.1.2')
    await lookAt([domain.id], begin + 331 * minute)
    await actOnDecisions(deps)
    expect(await actOf(domain)).toBeUndefined()

    // Tool and host are due to be asked again with this look: before the lists are.
    const answered = await lookAt([domain.id], begin + 361 * minute)
    expect(booked.slice(answered)).toEqual([])
    await actOnDecisions(deps)
    await reconcileUntilDone(world, domain.name)
    expect(await actOf(domain)).toMatchObject({
      state: 'resting',
      by: 'system',
      confirmedAt: expect.any(Date),
    })
    expect(limitsOf(tool, domain)).toEqual(Array(mailboxes).fill(tool === 'smartlead' ? 1 : 0))
    const atTool = secondsOf(booked.slice(answered))
    expect(atTool).toBeGreaterThan(0)
    expect(before + atTool).toBeLessThanOrEqual(most)
  },
)

/** The domains that one account of Smartlead has listed within an hour. */
const together = 10
/** A fifth of a customer's domains rest in a day without asking. */
const fleet = together * 5

/** Delivered domains of one Smartlead account, among as many others as it takes for them to rest on one day. */
async function servedTogether() {
  const person = await world.customer()
  const order = await createPaidOrder(deps, {
    customerId: person.id,
    plan: 'google',
    tool: 'smartlead',
    names: { google: Array.from({ length: fleet }, freshName) },
  })
  await db.update(customers).set({ healthMode: 'enforce' }).where(eq(customers.id, person.id))
  const [served, others] = [order.domains.slice(0, together), order.domains.slice(together)]
  for (const { name } of served) await reconcileUntilDone(world, name)
  await db
    .insert(domainHealth)
    .values(others.map(({ id }) => ({ domainId: id, customerId: person.id, dueAt: sql`now()` })))
  return served
}

const listings = [
  ['dbl', '127.0.1.2'],
  ['surbl', '127.0.0.64'],
  ['uribl', '127.0.0.2'],
] as const

test('ten Google domains of one Smartlead account that are listed in the same hour all rest within the two minutes', async () => {
  const served = await servedTogether()
  const ids = served.map(({ id }) => id)
  await lookAt(ids, begin)
  // By several lists: one that names ten domains of a small fleet at once is doubted.
  for (const [at, { name }] of served.entries()) {
    const [list, answer] = listings[at % listings.length] ?? listings[0]
    setListed(sandbox.world, list, name, answer)
  }
  await lookAt(ids, begin + 361 * minute)
  const answered = await lookAt(ids, begin + 392 * minute)
  await actOnDecisions(deps)
  for (const { name } of served) await reconcileUntilDone(world, name)

  const acts = await db.select().from(healthActs).where(inArray(healthActs.domainId, ids))
  expect(acts).toHaveLength(together)
  for (const act of acts)
    expect(act).toMatchObject({ state: 'resting', by: 'system', confirmedAt: expect.any(Date) })
  const calls = booked.slice(answered)
  // Two lists and a call for each mailbox: what a domain costs there.
  expect(calls).toHaveLength(together * (platformContents.google.mailboxesPerDomain + 2))
  expect(before + secondsOf(calls)).toBeLessThanOrEqual(most)
})

test('what Smartlead lets through in the two minutes is one of the largest domains and not two: a call sets one mailbox', () => {
  const callsInTime = Math.floor((most - before) * smartleadLimit('any').rate.perSecond)
  const domainsInTime = callsInTime / (mailboxes + 2)
  expect(domainsInTime).toBeGreaterThan(1)
  expect(domainsInTime).toBeLessThan(2)
  // Ten of them need eleven minutes and a quarter, and are within the hour's thousand calls of the smallest plan.
  const calls = together * (mailboxes + 2)
  expect(Math.ceil(calls / smartleadLimit('any').rate.perSecond / 60)).toBe(12)
  expect(calls).toBeLessThan(1_000)
})
