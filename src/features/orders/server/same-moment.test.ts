import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newId } from '#base/db/ids.ts'
import {
  auditLog,
  bundles,
  checkouts,
  domainMoves,
  domainNames,
  domains,
  orders,
  providerAccounts,
  toolConnections,
  workItems,
} from '#base/db/schema/index.ts'
import { findPlace } from '#delivery/provisioning/placement.ts'
import { beginMove } from '#features/domains/server/console/begin-move.ts'
import { sweepUnpaidOrders } from '#features/ordering/server/sweep-unpaid-orders.ts'
import { unpaidOrdersMax } from '#features/plans/rules/catalog.ts'
import { removeConnection } from '#features/tools/server/connections.ts'
import { keepConnection } from '#features/tools/server/keep-connection.ts'
import { answerWorkItem } from '#features/work/server/answer-work-item.ts'
import { detailsBasisOf } from '#tests/server/based-on.ts'
import { before, beforeCommit, meet } from '#tests/server/meet.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { checkoutFor, completeDraft, freshName, takeOrder } from '#tests/server/place-order.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { holdOrder } from './console/hold-orders.ts'
import { updateGroup } from './update-group.ts'

const world = await createTestWorld()
const { deps, customer } = world
const { db } = deps
const refused = expect.objectContaining({ name: 'Refusal' })

async function unpaid() {
  const person = await customer()
  const draft = completeDraft()
  const taken = await takeOrder(person, draft)
  const orderId = String(taken.body.orderIds[0])
  const open = () => person.post('/api/payments/create-checkout-session', checkoutFor(person, draft, taken))
  const status = async () => (await db.select().from(orders).where(eq(orders.id, orderId)))[0]?.status
  return { person, orderId, open, status }
}
const paid = async (names = [freshName()]) => {
  const person = await customer()
  const order = await createPaidOrder(deps, {
    customerId: person.id,
    names: { azure: names },
    mailboxesPerDomain: 1,
  })
  return { person, ...order }
}
const opensPage = /^(with .*)?insert into "checkouts"/

test('an order that has waited too long keeps its names when its payment page opens in the same moment', async () => {
  const { orderId, open, status } = await unpaid()
  await db.execute(sql`update orders set created_at = now() - interval '1 day' where id = ${orderId}`)
  const [page] = await meet(db, before(open, opensPage), () => sweepUnpaidOrders(db))
  expect(page).toMatchObject({ status: 200 })
  expect(await status()).toBe('awaiting_payment')
})

test('an order whose payment page ends while another one opens keeps its names', async () => {
  const { orderId, open, status } = await unpaid()
  expect((await open()).status).toBe(200)
  const [over] = await db
    .update(checkouts)
    .set({ status: 'expired' })
    .where(eq(checkouts.orderId, orderId))
    .returning()
  const end = () => db.transaction((tx) => deps.fulfilments.order.expired(tx, over ?? expect.fail('no page')))
  const [page] = await meet(db, before(open, opensPage), end)
  expect(page).toMatchObject({ status: 200 })
  expect(await status()).toBe('awaiting_payment')
})

test('of two orders that are sent at the same moment only the first is taken where one more may wait', async () => {
  const person = await customer()
  await db.insert(orders).values(
    Array.from({ length: unpaidOrdersMax - 1 }, () => ({
      id: newId('order'),
      customerId: person.id,
      plan: 'azure' as const,
      forwardingUrl: 'https://example.com',
      companyName: 'Acme',
      status: 'awaiting_payment' as const,
    })),
  )
  const send = () => takeOrder(person, completeDraft())
  const answers = await meet(db, before(send, /jsonb_build_array/), send)
  expect(answers).toMatchObject([{ status: 200 }, { status: 409 }])
})

test('credentials that are removed while an order is placed with them stay with it', async () => {
  const { person, connectionId } = await paid()
  await db.update(bundles).set({ status: 'cancelled' }).where(eq(bundles.connectionId, connectionId))
  await db.update(domains).set({ releasedAt: new Date() }).where(eq(domains.customerId, person.id))
  const place = beforeCommit(db, (tx) =>
    createPaidOrder(
      { ...deps, db: tx },
      { customerId: person.id, names: { azure: [freshName()] }, mailboxesPerDomain: 1, connectionId },
    ),
  )
  const [, removed] = await meet(db, place, () => removeConnection(db, person.id, connectionId))
  expect(removed).toEqual(refused)
  expect(
    await db.$count(
      toolConnections,
      and(eq(toolConnections.id, connectionId), isNotNull(toolConnections.secrets)),
    ),
  ).toBe(1)
})

test('the same credentials that are saved twice at the same moment are kept once', async () => {
  const { id } = await customer()
  const keep = () =>
    db.transaction((tx) => keepConnection(tx, deps, id, 'instantly', { values: { apiKey: 'the-same-key' } }))
  await meet(db, before(keep), keep)
  expect(await db.$count(toolConnections, eq(toolConnections.customerId, id))).toBe(1)
})

test('of two corrections of an order that are saved at the same moment the later one is told of the other', async () => {
  const { person, bundleId } = await paid()
  const basedOn = await detailsBasisOf(person, bundleId)
  const correct = (companyName: string) => () =>
    updateGroup(deps, person.id, bundleId, { basedOn, companyName })
  expect(await meet(db, before(correct('First')), correct('Second'))).toEqual([undefined, refused])
})

test('an order that two of the staff hold at the same moment is held once', async () => {
  const { person, bundleId } = await paid()
  const hold = () => holdOrder(deps, bundleId)
  expect(await meet(db, before(hold), hold)).toEqual([[bundleId], refused])
  expect(
    await db.$count(auditLog, and(eq(auditLog.customerId, person.id), eq(auditLog.action, 'order.held'))),
  ).toBe(1)
})

test('of two answers about DKIM that are given at the same moment the later one is looked at anew', async () => {
  const {
    domains: [domain],
  } = await paid()
  const name = domain?.name ?? ''
  const id = newId('workItem')
  await db.insert(workItems).values({ id, kind: 'dkim_cnames', subject: name, instructions: 'Copy them.' })
  const give = (tenant: string) => () =>
    answerWorkItem(deps, id, {
      selector1: `selector1-${name.replace('.', '-')}._domainkey.${tenant}.onmicrosoft.com`,
      selector2: `selector2-${name.replace('.', '-')}._domainkey.${tenant}.onmicrosoft.com`,
    })
  expect(await meet(db, before(give('first')), give('second'))).toEqual([undefined, undefined])
  const [row] = await db.select().from(domainNames).where(eq(domainNames.name, name))
  expect(row?.listed).toMatchObject({ dkim: { agrees: false } })
})

test('a domain that two of the staff begin to move at the same moment is in one move', async () => {
  const { domains: held } = await paid()
  const [account] = await db.select().from(providerAccounts).where(eq(providerAccounts.vendor, 'microsoft'))
  const begin = () =>
    beginMove(deps, { ids: held.map(({ id }) => id), accountId: account?.id ?? '', userId: 'usr_none' })
  await meet(db, before(begin), begin)
  expect(await db.$count(domainMoves)).toBe(1)
})

test('the last place at a host is taken by one of two names that look for it at the same moment', async () => {
  const names = [freshName(), freshName()]
  await paid(names)
  await db.update(domainNames).set({ providerAccountId: null })
  await db
    .update(providerAccounts)
    .set({ capacityDomains: 1 })
    .where(eq(providerAccounts.vendor, 'microsoft'))
  const place =
    (name = '') =>
    () =>
      db.transaction(async (tx) => {
        const accountId = await findPlace(tx, name, 'microsoft')
        if (accountId)
          await tx.update(domainNames).set({ providerAccountId: accountId }).where(eq(domainNames.name, name))
        return accountId
      })
  const [first, second] = await meet(db, before(place(names[0]), /^update "domain_names"/), place(names[1]))
  expect([first, second]).toEqual([expect.any(String), undefined])
  const placed = and(inArray(domainNames.name, names), isNotNull(domainNames.providerAccountId))
  expect(await db.$count(domainNames, placed)).toBe(1)
})
