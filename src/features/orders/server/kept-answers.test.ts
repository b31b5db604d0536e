import { eq, inArray, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bundles, domainNames, domains, orders, personas } from '#base/db/schema/index.ts'
import { allocateMailboxes, runningHoldings } from '#delivery/provisioning/allocate-mailboxes.ts'
import { listMailboxes } from '#features/people/api/mailboxes.ts'
import { reinstatePrefill } from '#features/reinstatement/api/reinstate.ts'
import { keepAnswer } from '#tests/server/keep-answer.ts'
import { type SeededGroup, seedOrder } from '#tests/server/seed-order.ts'
import { createTestApp } from '#tests/server/test-app.ts'
import { getGroup } from '../api/groups.ts'
import { getOrderOverview } from '../api/order-overview.ts'
import { listOrders } from '../api/orders.ts'

const testApp = await createTestApp()
const { deps } = testApp
const day = 24 * 3_600_000

test('orders in every state are what the component tests of their pages begin with', async () => {
  const ada = await testApp.customer({ email: 'ada@example.test' })
  /** Orders and groups are called the same in all answers. */
  const standIns: Record<string, string> = {}
  let age = 0
  /** An order whose names begin like this; each later one is a day older. */
  const place = async (word: string, groups: SeededGroup[], companyName = 'Acme') => {
    let count = 0
    const placed = await seedOrder(deps, ada.id, {
      forwardingUrl: `https://${word}.example.com`,
      companyName,
      groups,
      freshName: () => `${word}${++count}.com`,
    })
    const createdAt = new Date(Date.now() - ++age * day)
    await deps.db.update(orders).set({ createdAt, paidAt: createdAt }).where(eq(orders.id, placed.orderId))
    const [first] = placed.groups
    if (!first) throw new Error('An order has a group.')
    standIns[placed.orderId] = `ord_${word}`
    standIns[first.groupId.replace(/_1$/, '')] = `bun_${word}`
    return { ...placed, ...first }
  }
  const isKnown = { registration: 'registered' as const, expiresAt: new Date(Date.now() + 300 * day) }

  const premium = await place('premium', [{ plan: 'premium', tool: 'bison' }])
  const mixed = await place('mixed', [{}, { statuses: ['done', 'in progress'], inboxes: 31 }, {}])
  const google = await place('google', [
    { plan: 'google', tool: 'smartlead', statuses: ['in progress'], inboxes: 4, people: [['Jane', 'Doe']] },
  ])
  const queued = await place('queued', [{ statuses: ['to do'] }])
  const own = await place('own', [
    { tool: 'other', source: 'own', statuses: ['pending'], note: 'Point the name servers here.' },
  ])
  const broken = await place('broken', [{ statuses: ['error', 'done'], note: 'The name was taken.' }])
  const gone = await place('gone', [{ tool: 'other', statuses: ['cancelled'], cancelled: true }], 'Northwind')
  const held = await place('held', [{ tool: 'other', statuses: ['pending'] }])
  const replaced = await place('replaced', [{ statuses: ['done'] }], 'Contoso')

  const problem = { kind: 'rejected', reason: 'no', at: new Date().toISOString() }
  await deps.db
    .insert(domainNames)
    .values([
      ...broken.domains.map((name, at) =>
        at === 0 ? { name, registration: 'failed' as const, problem } : { name, ...isKnown },
      ),
      ...gone.domains.map((name) => ({ name, ...isKnown })),
    ])
  await deps.db.update(bundles).set({ refundedSince: new Date() }).where(eq(bundles.id, held.groupId))
  await deps.db
    .update(domains)
    .set({ replacedAt: sql`now()` })
    .where(inArray(domains.name, replaced.domains.slice(0, 1)))
  await deps.db.update(personas).set({ azurePerDomain: 2 }).where(eq(personas.bundleId, replaced.groupId))
  await deps.db.transaction(async (tx) =>
    allocateMailboxes(tx, deps.secrets, await runningHoldings(tx, replaced.groupId)),
  )

  const read = async (path: string) => (await ada.get(path)).body
  const listed = await read(listOrders.path)
  const list = await keepAnswer(listOrders, 'orders', listed, { ...standIns, [listed.cursor]: 'cursor' })
  expect(list.orders.map(({ domains }) => domains[0]?.domain)).toEqual(
    [premium, mixed, google, queued, own, broken, gone, held, replaced].map((order) => order.domains[0]),
  )
  const details = { premium, mixed, google, own, broken, gone, held, replaced }
  for (const [name, { groupId }] of Object.entries(details)) {
    const group = await read(getGroup.path.replace(':groupId', groupId))
    await keepAnswer(getGroup, `group-${name}`, group, { ...standIns, [group.basis.sendingTool]: 'as-kept' })
  }
  const overview = await read(getOrderOverview.path.replace(':orderId', mixed.orderId))
  await keepAnswer(getOrderOverview, 'overview', overview, standIns)
  const mailboxes = await read(`${listMailboxes.path}?domain=${replaced.domains[1]}`)
  expect(mailboxes.mailboxes).toHaveLength(4)
  await keepAnswer(listMailboxes, 'mailboxes', mailboxes, standIns)
  const prefill = await ada.post(reinstatePrefill.path, { domains: gone.domains })
  await keepAnswer(reinstatePrefill, 'reinstate-prefill', prefill.body, standIns)
})
