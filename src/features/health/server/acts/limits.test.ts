import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { databaseNow } from '#base/db/database-now.ts'
import { customers, domainNames } from '#base/db/schema/index.ts'
import { noteListing } from '#delivery/provisioning/drift/note-listing.ts'
import { reconcileUntilDone } from '#delivery/provisioning/testing/reconcile-until-done.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { actOnDecisions } from './act-on-decisions.ts'
import { lookAtLimits } from './look-at-limits.ts'
import { restingDomains } from './testing/resting-domains.ts'

const world = await createTestWorld()
const { deps, sandbox } = world
const { db } = deps
const {
  served,
  decided,
  modeOf,
  entries,
  limitsOf,
  setLimits,
  eventsOf,
  healthOf,
  setLimitOf,
  limitOf,
  takenOut,
  addressesOf,
  atRest,
  returned,
} = restingDomains(world)

test('a limit that somebody sets meanwhile neither ends the rest nor is lost, and the timeline tells it', async () => {
  const domain = await served('instantly')
  await modeOf(domain, 'enforce')
  setLimits('instantly', domain, 20)
  await decided(domain, 'rest')
  await actOnDecisions(deps)
  await reconcileUntilDone(world, domain.name)
  setLimits('instantly', domain, 50)
  await lookAtLimits(deps, domain.person.id)
  await reconcileUntilDone(world, domain.name)
  expect(limitsOf('instantly', domain)).toEqual([0, 0, 0, 0])
  expect((await eventsOf(domain)).at(-1)).toBe(
    '4 mailboxes were set to another daily limit in Instantly while the domain sends less and were set back to what it sends now; the limit that was found is what they return to',
  )
  await decided(domain, 'watch', 100)
  await actOnDecisions(deps)
  await reconcileUntilDone(world, domain.name)
  expect(limitsOf('instantly', domain)).toEqual([50, 50, 50, 50])
})

test('a tool that says yes and does nothing is not believed; that it is not confirmed is shown', async () => {
  const domain = await served('instantly')
  await modeOf(domain, 'enforce')
  setLimits('instantly', domain, 20)
  await decided(domain, 'rest')
  await actOnDecisions(deps)
  sandbox.faults.add({ vendor: 'instantly', kind: '500', path: '/accounts', times: 50 })
  await world.reconcile(domain.name)
  sandbox.faults.clear()
  expect((await healthOf(domain)).act).toMatchObject({ state: 'resting', confirmedAt: null })
  expect((await healthOf(domain)).act.problem).toEqual(expect.any(String))
  expect(limitsOf('instantly', domain)).toEqual([20, 20, 20, 20])
  await reconcileUntilDone(world, domain.name)
  expect((await healthOf(domain)).act).toMatchObject({ confirmedAt: expect.any(String), problem: null })
  expect(limitsOf('instantly', domain)).toEqual([0, 0, 0, 0])
})

test('at each step of the return, and when it rests again, the limits count as set only once the tool shows them', async () => {
  const domain = await atRest(20)
  for (const [state, share, limit] of [
    ['watch', 25, 5],
    ['watch', 50, 10],
    ['rest', 0, 0],
  ] as const) {
    await decided(domain, state, share)
    await actOnDecisions(deps)
    expect((await healthOf(domain)).act).toMatchObject({ share, confirmedAt: null })
    await reconcileUntilDone(world, domain.name)
    expect((await healthOf(domain)).act).toMatchObject({ share, confirmedAt: expect.any(String) })
    expect(limitsOf('instantly', domain)).toEqual([limit, limit, limit, limit])
  }
})

test('an order that stands still while its domain rests goes on at rest', async () => {
  const domain = await served('instantly')
  await modeOf(domain, 'enforce')
  setLimits('instantly', domain, 20)
  await decided(domain, 'rest')
  await actOnDecisions(deps)
  await reconcileUntilDone(world, domain.name)
  const suspend = async (suspendedAt: Date | null) => {
    await db.update(customers).set({ suspendedAt }).where(eq(customers.id, domain.person.id))
    await db
      .update(domainNames)
      .set({ wantedRev: sql`wanted_rev + 1`, nextRunAt: sql`now()` })
      .where(eq(domainNames.name, domain.name))
    await reconcileUntilDone(world, domain.name)
  }
  await suspend(new Date())
  expect(entries('instantly', domain.name).every(({ value }) => value.status === 2)).toBe(true)
  await suspend(null)
  expect(entries('instantly', domain.name).every(({ value }) => value.status === 1)).toBe(true)
  expect(limitsOf('instantly', domain)).toEqual([0, 0, 0, 0])
  await decided(domain, 'watch', 100)
  await actOnDecisions(deps)
  await reconcileUntilDone(world, domain.name)
  expect(limitsOf('instantly', domain)).toEqual([20, 20, 20, 20])
})

test('while one mailbox cannot be set, a limit that somebody sets of another is neither lost nor set back', async () => {
  const domain = await atRest(30)
  const [stuck = '', other = ''] = addressesOf(domain)
  const refuse = () =>
    sandbox.faults.add({
      vendor: 'instantly',
      kind: '500',
      method: 'PATCH',
      path: encodeURIComponent(stuck),
      times: 500,
    })
  setLimits('instantly', domain, 30)
  await lookAtLimits(deps, domain.person.id)
  refuse()
  await world.reconcile(domain.name)
  expect([limitOf(stuck), limitOf(other)]).toEqual([30, 0])
  setLimitOf(other, 50)
  await world.reconcile(domain.name)
  expect([limitOf(stuck), limitOf(other)]).toEqual([30, 0])
  sandbox.faults.clear()
  await reconcileUntilDone(world, domain.name)
  refuse()
  await returned(domain)
  await world.reconcile(domain.name)
  expect([limitOf(stuck), limitOf(other)]).toEqual([0, 50])
  setLimitOf(other, 60)
  await world.reconcile(domain.name)
  expect([limitOf(stuck), limitOf(other)]).toEqual([0, 60])
  sandbox.faults.clear()
  await reconcileUntilDone(world, domain.name)
  expect([limitOf(stuck), limitOf(other)]).toEqual([30, 60])
})

test('what a list leaves out is not taken for set back: the tool is asked what it has', async () => {
  const domain = await atRest(30)
  const [gone = ''] = addressesOf(domain)
  const putBack = takenOut(gone)
  await returned(domain)
  await world.reconcile(domain.name)
  expect(limitsOf('instantly', domain)).toEqual([30, 30, 30])
  expect((await eventsOf(domain)).at(-1)).toContain('Is returned by hand')
  putBack()
  await reconcileUntilDone(world, domain.name)
  expect(limitsOf('instantly', domain)).toEqual([2, 30, 30, 30])
})

test('what is brought in while its domain rests is set to nothing, and told as nobody’s doing', async () => {
  const domain = await atRest(30)
  const [one = '', two = ''] = addressesOf(domain)
  const putBack = [one, two].map(takenOut)
  await noteListing(deps, 'tool', new Date(await databaseNow(db)), [{ name: domain.name, agrees: false }])
  await world.reconcile(domain.name)
  for (const put of putBack) {
    put()
    await world.reconcile(domain.name)
  }
  await reconcileUntilDone(world, domain.name)
  expect(limitsOf('instantly', domain)).toEqual([0, 0, 0, 0])
  expect((await eventsOf(domain)).join()).not.toContain('set to another daily limit')
})

test('a mailbox without a limit returns to the usual one, and the timeline says so', async () => {
  const domain = await served('instantly')
  const [limitless = ''] = addressesOf(domain)
  await modeOf(domain, 'enforce')
  setLimits('instantly', domain, 30)
  setLimitOf(limitless, null)
  await decided(domain, 'rest')
  await actOnDecisions(deps)
  await reconcileUntilDone(world, domain.name)
  expect(limitsOf('instantly', domain)).toEqual([0, 0, 0, 0])
  await returned(domain)
  await reconcileUntilDone(world, domain.name)
  expect(limitsOf('instantly', domain)).toEqual([2, 30, 30, 30])
  expect((await eventsOf(domain)).at(-1)).toBe(
    'Sends in full again: the daily limits in Instantly are as they were, but 1 mailbox that had none has the usual one of 2',
  )
})
