import { eq, like } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { groupHolds } from '#shared/orders/order-status.ts'
import { bundles, domainNames, outbox } from '../../db/schema/index.ts'
import { expireName } from '../../provisioning/testing/expire-name.ts'
import { changeDnsimple } from '../../testing/change-dnsimple.ts'
import { heldFor } from '../../testing/held-for.ts'
import { manageOrders } from '../../testing/managed-orders.ts'
import { createTestWorld } from '../../testing/test-world.ts'
import { watchRenewals } from './watch-renewals.ts'

const world = await createTestWorld()
const { deps, sandbox } = world
const { db } = deps
const { paidOrder, reconcileUntilDone } = manageOrders(world)

const alerts = () => db.select().from(outbox).where(like(outbox.dedupeKey, 'alert:not-renewed:%'))
beforeEach(async () => {
  await db.delete(outbox).where(like(outbox.dedupeKey, 'alert:not-renewed:%'))
  // Only the test's own names are near their end.
  await db.update(domainNames).set({ expiresAt: new Date(Date.now() + 300 * 24 * 3600_000) })
  await changeDnsimple(sandbox, { unpaid: false, renewals: 'by_tld' })
})

const row = async (name: string) => (await db.select().from(domainNames).where(eq(domainNames.name, name)))[0]
const record = (name: string, expiresAt: Date | null) =>
  db.update(domainNames).set({ expiresAt }).where(eq(domainNames.name, name))

/** A delivered name that ends in so many days at the registrar, as our record says too. */
async function endsIn(days: number, renewal: { autoRenew?: boolean } = { autoRenew: true }) {
  const { names, groupId } = await paidOrder({ tool: 'other' }, 'few mailboxes')
  const [name] = names as [string]
  const until = expireName(sandbox, name, -days, renewal)
  await record(name, until)
  return { name, groupId, until }
}

test('the operator is told, once a day, of running names that a refused card keeps from renewing themselves', async () => {
  const { name, until } = await endsIn(1)
  await changeDnsimple(sandbox, { unpaid: true })
  for (let round = 0; round < 2; round++) await watchRenewals(deps)
  const [alert, ...others] = await alerts()
  expect(others).toEqual([])
  expect(alert?.recipient).toBe(deps.config.operatorEmail)
  expect(alert?.body).toContain(`${name}: ends on ${until.toISOString().slice(0, 10)}, renews itself`)
})

test('a running name that has ended is renewed by us, and told of', async () => {
  const { name } = await endsIn(-2, { autoRenew: false })
  await watchRenewals(deps)
  expect((await alerts())[0]?.body).toContain(`${name}: ended on`)
  await reconcileUntilDone(name)
  expect(await deps.vendors.registrar.findRegistration(name)).toMatchObject({
    state: 'registered',
    autoRenew: true,
  })
})

test('a renewal that somebody has switched off is switched on again a month before the end', async () => {
  const { name } = await endsIn(29.5, { autoRenew: false })
  await watchRenewals(deps)
  expect(await alerts()).toEqual([])
  await reconcileUntilDone(name)
  expect((await deps.vendors.registrar.findRegistration(name))?.autoRenew).toBe(true)
})

test('what has renewed itself since our record was written is recorded, and nobody is told', async () => {
  const { name } = await endsIn(1)
  const renewed = expireName(sandbox, name, -366, { autoRenew: true })
  await watchRenewals(deps)
  expect(await alerts()).toEqual([])
  expect((await row(name))?.expiresAt).toEqual(renewed)
  await record(name, null)
  await watchRenewals(deps)
  expect((await row(name))?.expiresAt).toEqual(renewed)
})

test.each<[(typeof groupHolds)[number]]>([['refund'], ['operator']])(
  'of a name on hold is told elsewhere: %s',
  async (hold) => {
    const { groupId } = await endsIn(1, { autoRenew: false })
    await db.update(bundles).set(heldFor(hold)).where(eq(bundles.id, groupId))
    await watchRenewals(deps)
    expect(await alerts()).toEqual([])
  },
)

test('one whose registrar does not answer is asked about by the next round', async () => {
  const { name } = await endsIn(1)
  await changeDnsimple(sandbox, { unpaid: true })
  sandbox.faults.add({ kind: '500', vendor: 'dnsimple', times: 1 })
  await watchRenewals(deps)
  expect(await alerts()).toEqual([])
  await watchRenewals(deps)
  expect((await alerts())[0]?.body).toContain(name)
})
