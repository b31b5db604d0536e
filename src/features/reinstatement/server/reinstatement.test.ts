import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  bundles,
  domainNames,
  domains,
  personas,
  providerAccounts,
  refunds,
  toolConnections,
} from '#base/db/schema/index.ts'
import { priceChangedMessage } from '#features/checkout/rules/pricing.ts'
import { orderActionMessages } from '#features/orders/rules/order-actions.ts'
import { sweepPayments } from '#features/payments/server/sweep-payments.ts'
import { openConnection } from '#features/tools/server/connections.ts'
import { keepConnection } from '#features/tools/server/keep-connection.ts'
import { type ManagedOrder, manageOrders } from '#tests/server/managed-orders.ts'
import {
  payReinstatement,
  reinstateCheckoutOf,
  reinstatementAsShown,
  reinstatementOf,
} from '#tests/server/reinstatement.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { workspaceOf } from '#vendors/instantly/simulator/workspace-of.ts'
import { reinstateRequestMessages } from '../rules/reinstate-request.ts'

const world = await createTestWorld()
const { deps, sandbox } = world
const { db } = deps
const { reconcileUntilDone, paidOrder, domainRow, agree } = manageOrders(world, {
  beside: 'customer and order',
})

async function cancelled(
  options: Parameters<typeof paidOrder>[0] = {},
  deliver: Parameters<typeof paidOrder>[1] = false,
): Promise<ManagedOrder> {
  const order = await paidOrder(options, deliver)
  await order.person.post('/api/orders/cancel', { groupId: order.groupId, reason: 'pricing' })
  if (deliver) for (const name of order.names) await reconcileUntilDone(name)
  return order
}
const ask = ({ person, names, groupId }: ManagedOrder) =>
  person.post('/api/orders/reinstate', reinstatementOf(names, groupId))

test('a cancelled order comes back with new settings once it is paid', async () => {
  const order = await cancelled({}, true)
  const { person, names } = order
  const prefill = await person.post('/api/orders/reinstate-prefill', { domains: names })
  expect(prefill.body.totalRecords).toBe(2)
  const asked = await ask(order)
  expect(asked).toMatchObject({ status: 200, body: { success: true, quote: { totalCents: 50_00 } } })
  expect((await domainRow(names[0] as string))?.status).toBe('cancelled')
  await payReinstatement(world, person, asked)
  for (const name of names) {
    await reconcileUntilDone(name)
    await agree(name)
    expect(await domainRow(name)).toMatchObject({ status: 'done', forwardingUrl: 'https://example.com/back' })
  }
})

test('mailboxes that are kept come back although there is no room, and those that are gone need a place', async () => {
  const order = await cancelled({}, 'few mailboxes')
  const { person, names } = order
  const needPlace = async () => {
    const { body } = await person.post('/api/orders/reinstate-prefill', { domains: names })
    return names.map((name) => body.ordersByDomain[name][0].needsPlace)
  }
  const comeBack = async () => {
    const request = await reinstatementAsShown(person, names, order.groupId)
    await payReinstatement(world, person, await person.post('/api/orders/reinstate', request))
  }
  const accounts = await db.select().from(providerAccounts)
  await db.update(providerAccounts).set({ state: 'draining', capacityDomains: 0 })
  try {
    expect(await needPlace()).toEqual([false, false])
    await comeBack()
    for (const name of names) {
      await reconcileUntilDone(name)
      await agree(name)
      expect((await domainRow(name))?.status).toBe('done')
    }

    await person.post('/api/orders/cancel', { groupId: order.groupId, reason: 'pricing' })
    await db.update(domains).set({ retireAt: sql`now()` }).where(inArray(domains.name, names))
    for (const name of names) await reconcileUntilDone(name)
    expect(await needPlace()).toEqual([true, true])
    await comeBack()
    for (const name of names) {
      await world.reconcile(name)
      expect(await domainRow(name)).toMatchObject({
        status: 'in progress',
        statusNote: expect.stringContaining('our team is making room for it'),
      })
    }
  } finally {
    for (const { id, state, capacityDomains } of accounts)
      await db.update(providerAccounts).set({ state, capacityDomains }).where(eq(providerAccounts.id, id))
  }
})

test('an order with numbers of its own is asked for with what comes back, and with nothing else', async () => {
  const order = await cancelled()
  const { person, names, groupId } = order
  // As one that was brought in: by its own numbers.
  const ofOrder = eq(personas.bundleId, groupId)
  await db.update(personas).set({ azurePerDomain: 20 }).where(ofOrder)
  expect(await ask(order)).toMatchObject({
    status: 422,
    body: { message: reinstateRequestMessages.otherCounts },
  })

  const request = await reinstatementAsShown(person, names, groupId)
  const each = request.user_configurations.map(({ azure_inboxes }) => azure_inboxes)
  expect(request.total_azure_inboxes).toBe(names.length * each.reduce((sum, count) => sum + count, 0))
  const asked = await person.post('/api/orders/reinstate', request)
  expect(asked.status).toBe(200)
  await payReinstatement(world, person, asked)
  const made = await db
    .select({ count: personas.azurePerDomain })
    .from(personas)
    .where(and(ofOrder, isNull(personas.removedAt)))
    .orderBy(personas.position)
  expect(made.map(({ count }) => count)).toEqual(each)
})

test('a name whose registration has run out is registered again, at the price that was shown', async () => {
  const order = await cancelled({}, true)
  const { person, names } = order
  const [lapsed, renewed] = names as [string, string]
  const tellsLapsed = async () => {
    const { body } = await person.post('/api/orders/reinstate-prefill', { domains: names })
    return names.map((name) => body.ordersByDomain[name][0].costsAgain)
  }
  // What the record says is over is asked of the registrar before anybody is charged.
  const isOver = { expiresAt: new Date(Date.now() - 1_000) }
  await db.update(domainNames).set(isOver).where(eq(domainNames.name, lapsed))
  expect(await tellsLapsed()).toEqual([false, false])

  await deps.vendors.registrar.setAutoRenew(renewed, true)
  await sandbox.advance(380 * 24 * 3600_000)
  for (const name of names) await db.update(domainNames).set(isOver).where(eq(domainNames.name, name))
  expect(await tellsLapsed()).toEqual([true, false])

  const asked = await ask(order)
  expect(asked.body.quote).toMatchObject({
    monthlyCents: 50_00,
    oneTimeCents: 15_50,
    totalCents: 65_50,
    items: [{ kind: 'bundle' }, { kind: 'domain', key: lapsed }],
  })
  const unaware = { ...reinstateCheckoutOf(person, asked), totalPrice: 50, domainRegistrationFee: 0 }
  expect(await person.post('/api/payments/create-checkout-session', unaware)).toMatchObject({
    status: 409,
    body: { message: priceChangedMessage, details: { totalCents: 65_50 } },
  })
  expect((await payReinstatement(world, person, asked)).body).toMatchObject({
    status: 'paid',
    kind: 'reinstate',
    totalCents: 65_50,
  })
  for (const name of names) await reconcileUntilDone(name)
  for (const name of names)
    expect(await deps.vendors.registrar.findRegistration(name)).toMatchObject({
      state: 'registered',
      autoRenew: true,
    })
})

test('what was paid for registering a name again is owed back when the order is cancelled before that', async () => {
  const order = await cancelled({}, true)
  const { person, names, groupId } = order
  await sandbox.advance(380 * 24 * 3600_000)
  for (const name of names)
    await db
      .update(domainNames)
      .set({ expiresAt: new Date(Date.now() - 1_000) })
      .where(eq(domainNames.name, name))
  const asked = await ask(order)
  expect((await payReinstatement(world, person, asked)).body).toMatchObject({ status: 'paid' })
  expect((await person.post('/api/orders/cancel', { groupId, reason: 'pricing' })).status).toBe(200)
  for (const name of names) await reconcileUntilDone(name)
  const owed = await db
    .select({ name: domains.name, cents: refunds.cents })
    .from(refunds)
    .innerJoin(domains, eq(domains.id, refunds.domainId))
    .where(inArray(domains.name, names))
  // Not the fee of the year that they had.
  expect(owed.sort((a, b) => a.name.localeCompare(b.name))).toEqual(
    [...names].sort().map((name) => ({ name, cents: 15_50 })),
  )
  for (const name of names)
    expect(await deps.vendors.registrar.findRegistration(name)).toMatchObject({ state: 'expired' })
})

test('orders that run, and Premium orders, cannot be reinstated', async () => {
  expect(await ask(await paidOrder({}, false))).toMatchObject({
    status: 409,
    body: { message: orderActionMessages.notCancelled },
  })
  const premium = await cancelled({ plan: 'premium' })
  expect(await ask(premium)).toMatchObject({
    status: 422,
    body: { message: "This option isn't available for Premium orders." },
  })
})

test('a domain comes back on the platform it was on, whatever the request says', async () => {
  const order = await cancelled({ plan: 'google' })
  const asGoogle = reinstatementOf(order.names, order.groupId, 'Google')
  const asEntra = reinstatementOf(order.names, order.groupId)
  expect(await order.person.post('/api/orders/reinstate', asEntra)).toMatchObject({
    status: 404,
    body: { message: `${order.names[0]} is not among your cancelled domains.` },
  })
  expect((await order.person.post('/api/orders/reinstate', asGoogle)).status).toBe(200)
})

test('an order that was asked back and not paid for stays cancelled, and can be asked back again', {
  tags: ['fault-41', 'fault-51'],
}, async () => {
  const order = await cancelled()
  const [name = ''] = order.names
  expect((await ask(order)).status).toBe(200)
  expect((await ask(order)).status).toBe(200)
  const waiting = { status: 'cancelled', statusNote: 'Comes back once it is paid.' }
  expect(await domainRow(name)).toMatchObject(waiting)
  await sweepPayments(deps)
  expect(await domainRow(name)).toMatchObject(waiting)
  await db.execute(sql`alter table bundles disable trigger user`)
  await db
    .update(bundles)
    .set({ changedAt: new Date(Date.now() - 31 * 60_000) })
    .where(eq(bundles.id, order.groupId))
  await db.execute(sql`alter table bundles enable trigger user`)
  await sweepPayments(deps)
  expect(await domainRow(name)).toMatchObject({ status: 'cancelled', statusNote: null })
})

test('a cancelled name that another order holds by now does not come back', async () => {
  const order = await cancelled()
  const { groupId, names } = order
  await db.update(domains).set({ releasedAt: new Date() }).where(eq(domains.bundleId, groupId))
  // Free names come back.
  const asked = await ask(order)
  expect(asked.status).toBe(200)
  const elsewhere = await paidOrder({}, false)
  await db
    .update(domains)
    .set({ name: names[0] as string })
    .where(eq(domains.name, elsewhere.names[0] as string))
  const refused = await ask(order)
  expect(refused).toMatchObject({ status: 409 })
  expect(refused.body.message).toContain('in another order by now, so nothing was reinstated.')
  const late = await order.person.post(
    '/api/payments/create-checkout-session',
    reinstateCheckoutOf(order.person, asked),
  )
  expect(late).toMatchObject({ status: 409, body: { message: refused.body.message } })
})

test('saved credentials come back with an order only for the host that they were entered for', async () => {
  const { person, names, groupId } = await cancelled()
  const url = 'https://bison.agency.test'
  const saved = { url, username: 'ops@acme.test', password: 'Secret-1', workspace: 'Main', apiKey: 'key-1' }
  const { id } = await keepConnection(db, deps, person.id, 'bison', { values: saved })
  const asking = (host: string) =>
    person.post('/api/orders/reinstate', {
      ...reinstatementOf(names, groupId),
      sending_tool: {
        tool_type: 'emailbison',
        connection_id: id,
        url: host,
        username: 'ops@acme.test',
        password: '',
        workspace: 'Main',
        api_key: '',
      },
    })
  const refused = await asking('https://bison.elsewhere.test')
  expect(refused).toMatchObject({
    status: 422,
    body: { fields: { apiKey: expect.stringContaining('another Bison URL') } },
  })
  expect((await asking(url)).status).toBe(200)
  expect(await wishedValues(groupId)).toMatchObject(saved)
})

/** The credentials that a group comes back with. */
async function wishedValues(groupId: string) {
  const [row] = await db
    .select({ connection: toolConnections })
    .from(bundles)
    .innerJoin(toolConnections, sql`${toolConnections.id} = ${bundles.reinstateWish} ->> 'connectionId'`)
    .where(eq(bundles.id, groupId))
  return row && openConnection(deps.secrets, row.connection)
}

test('an order comes back only in the workspace that its key opens, under the name that the tool has for it', async () => {
  const { person, names, groupId } = await cancelled()
  const apiKey = 'plausible-key-9'
  const asking = (workspace: string, workspace_id = '') =>
    person.post('/api/orders/reinstate', {
      ...reinstatementOf(names, groupId),
      sending_tool: {
        tool_type: 'instantly',
        username: 'ops@acme.test',
        password: 'Secret-1',
        workspace,
        workspace_id,
        api_key: apiKey,
      },
    })
  const { id, name } = workspaceOf(apiKey)
  expect(await asking('Lumen Outreach')).toMatchObject({
    status: 409,
    body: {
      message: `This key opens “${name}”, not “Lumen Outreach”.`,
      details: { opensWorkspace: { id, name } },
    },
  })
  expect(await wishedValues(groupId)).toBeUndefined()
  expect((await asking(name, id)).status).toBe(200)
  expect(await wishedValues(groupId)).toMatchObject({ workspace: name, workspaceId: id, apiKey })
})
