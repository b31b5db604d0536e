import { and, eq, isNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bundles, domains, mailboxes, outbox, personas, subscriptions } from '#base/db/schema/index.ts'
import { syncBilling } from '#features/billing/server/sync-billing.ts'
import { buildUsernameUpdate } from '#features/people/rules/username-update.ts'
import { anyDetails, detailsBasisOf, forwardingBasis, peopleBasis } from '#tests/server/based-on.ts'
import { manageOrders, sessionOf } from '#tests/server/managed-orders.ts'
import { isBeside } from '#tests/server/others.ts'
import { freshName, press } from '#tests/server/place-order.ts'
import { createTestWorld } from '#tests/server/test-world.ts'

const world = await createTestWorld()
const { deps, customer, sandbox } = world
const { db } = deps
const { reconcileUntilDone, paidOrder, domainRow, agree } = manageOrders(world, {
  beside: 'customer and order',
})

test('a new forwarding address reaches the zone, and the order is listed under it', async () => {
  const { person, names } = await paidOrder()
  const answer = await person.post('/api/domains/update-forwarding', {
    domains: names,
    forwardingDomain: 'example.com/new',
    basedOn: await forwardingBasis(person),
  })
  expect(answer.body).toEqual({ success: true, message: 'Forwarding domains updated successfully' })
  for (const name of names) {
    await reconcileUntilDone(name)
    await agree(name)
    expect((await domainRow(name))?.forwardingUrl).toBe('https://example.com/new')
  }
  const other = await customer()
  expect(
    (
      await other.post('/api/domains/update-forwarding', {
        domains: names,
        forwardingDomain: 'evil.test',
        basedOn: await forwardingBasis(person),
      })
    ).status,
  ).toBe(404)
})

test('more than 20 domains are updated in the background with a job that tells how far it is', async () => {
  const { person } = await paidOrder({ orderCount: 10 }, false)
  const held = (await db.select().from(domains).where(eq(domains.customerId, person.id))).filter(
    ({ name }) => !isBeside(name),
  )
  const extra = await paidOrder({}, false)
  expect(held).toHaveLength(20)
  const few = await person.post('/api/domains/update-forwarding', {
    domains: held.map(({ name }) => name),
    forwardingDomain: 'example.com/a',
    basedOn: await forwardingBasis(person),
  })
  expect(few.body.jobId).toBeUndefined()
  await db.update(domains).set({ customerId: person.id }).where(eq(domains.bundleId, extra.groupId))
  const many = [...held.map(({ name }) => name), ...extra.names]
  const answer = await person.post('/api/domains/update-forwarding', {
    domains: many,
    forwardingDomain: 'example.com/b',
    basedOn: await forwardingBasis(person),
  })
  expect(answer.body.message).toBe('Forwarding update started for 22 domains.')
  expect(answer.body.jobId).toMatch(/^blk_/)
})

test('people are changed on all domains of their order, and that many are named, whichever were sent', async () => {
  const { person, groupId, names } = await paidOrder({ plan: 'google' }, false)
  const one = [{ domain: names[0] as string, domainType: 'Google' as const }]
  const answer = await person.post(
    '/api/users/update-username',
    buildUsernameUpdate([{ firstName: 'Mary', lastName: 'Major' }], one, await peopleBasis(person, groupId)),
  )
  expect(answer.body).toMatchObject({
    message: 'Username changes will be processed for 5 domains',
    domainCount: 5,
  })
})

test('people who stay keep their mailboxes, who leaves loses theirs, who joins gets new ones in the sending tool', async () => {
  const { person, groupId, names } = await paidOrder()
  const before = await db
    .select()
    .from(mailboxes)
    .where(eq(mailboxes.name, names[0] as string))
  const listed = names.map((domain) => ({ domain, domainType: 'Azure' as const }))
  const people = [
    { firstName: 'Jane', lastName: 'Doe' },
    { firstName: 'Mary', lastName: 'Major' },
  ]
  const answer = await person.post(
    '/api/users/update-username',
    buildUsernameUpdate(people, listed, await peopleBasis(person, groupId)),
  )
  expect(answer.body).toMatchObject({
    success: true,
    message: 'Username changes will be processed for 2 domains',
  })
  for (const name of names) {
    await reconcileUntilDone(name)
    await agree(name)
  }
  const after = await db
    .select()
    .from(mailboxes)
    .where(eq(mailboxes.name, names[0] as string))
  const [jane] = await db
    .select()
    .from(personas)
    .where(and(eq(personas.bundleId, groupId), eq(personas.firstName, 'Jane'), isNull(personas.removedAt)))
  const janes = (rows: typeof before) =>
    rows
      .filter((row) => row.personaId === jane?.id && row.want === 'active')
      .map((row) => row.localPart)
      .sort()
  expect(janes(after)).toEqual(janes(before))
  expect(after.filter((row) => row.want === 'active')).toHaveLength(52)
  expect(after.filter((row) => row.want === 'disabled')).toHaveLength(26)
})

test('a third person reduces the others, whose mailboxes are made again', async () => {
  const { person, groupId, names } = await paidOrder()
  const listed = names.map((domain) => ({ domain, domainType: 'Azure' as const }))
  const people = [
    { firstName: 'Jane', lastName: 'Doe' },
    { firstName: 'John', lastName: 'Roe' },
    { firstName: 'Mary', lastName: 'Major' },
  ]
  await person.post(
    '/api/users/update-username',
    buildUsernameUpdate(people, listed, await peopleBasis(person, groupId)),
  )
  const rows = await db
    .select()
    .from(mailboxes)
    .where(eq(mailboxes.name, names[0] as string))
  expect(rows.filter((row) => row.want === 'disabled')).toHaveLength(52)
  expect(rows.filter((row) => row.want === 'active')).toHaveLength(52)
  await reconcileUntilDone(names[0] as string)
  await agree(names[0] as string)
})

test('of two changes of people at once the second is refused, and the first is whole', async () => {
  const { person, groupId, names } = await paidOrder({}, false)
  const listed = names.map((domain) => ({ domain, domainType: 'Azure' as const }))
  const basedOn = await peopleBasis(person, groupId)
  const change = (lastName: string) =>
    person.post(
      '/api/users/update-username',
      buildUsernameUpdate(
        [
          { firstName: 'Jane', lastName: 'Doe' },
          { firstName: 'New', lastName },
        ],
        listed,
        basedOn,
      ),
    )
  const answers = await Promise.all([change('Alpha'), change('Beta')])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const left = await db
    .select()
    .from(personas)
    .where(and(eq(personas.bundleId, groupId), isNull(personas.removedAt)))
  expect(left).toHaveLength(2)
  for (const name of names)
    expect(await db.$count(mailboxes, and(eq(mailboxes.name, name), eq(mailboxes.want, 'active')))).toBe(52)
})

test('an own domain replaces a delivered one, which continues until the new one is delivered', async () => {
  const { person, names, groupId } = await paidOrder()
  const [oldName, other] = names as [string, string]
  const newName = freshName()
  await sandbox.fetch('http://sandbox.invalid/_dns/delegation', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: newName, nameServers: ['ns1.elsewhere.test', 'ns2.elsewhere.test'] }),
  })
  const request = [{ originalDomain: oldName, newDomain: newName, isUserAdded: true }]
  const answer = await person.post('/api/domains/replace', request)
  expect(answer.body).toMatchObject({
    success: true,
    requiresPayment: false,
    results: [{ originalDomain: oldName, newDomain: newName }],
  })
  expect((await person.post('/api/domains/replace', request)).status).toBe(409)
  expect(await domainRow(oldName)).toMatchObject({ want: 'run', status: 'done' })
  await world.reconcile(newName)
  expect(await domainRow(newName)).toMatchObject({ status: 'pending' })
  await sandbox.fetch('http://sandbox.invalid/_dns/delegation', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: newName, nameServers: deps.config.nameServers }),
  })
  await reconcileUntilDone(newName)
  await reconcileUntilDone(oldName)
  expect(await domainRow(oldName)).toMatchObject({ want: 'retire', status: 'cancelled' })
  await agree(newName)
  await agree(oldName)
  await agree(other)
  expect(await db.$count(domains, and(eq(domains.bundleId, groupId), eq(domains.want, 'run')))).toBe(2)
})

test('a purchased replacement is paid for first; submitted twice it is one payment page', {
  tags: ['fault-44'],
}, async () => {
  const { person, names } = await paidOrder()
  const newName = freshName()
  const request = [{ originalDomain: names[0], newDomain: newName, isUserAdded: false }]
  const first = await person.post('/api/domains/replace', request)
  expect(first.body).toMatchObject({ success: true, requiresPayment: true })
  expect((await person.post('/api/domains/replace', request)).body.checkoutUrl).toBe(first.body.checkoutUrl)
  expect(await domainRow(newName)).toMatchObject({ want: 'hold' })
  await press(world, first.body.checkoutUrl, 'pay')
  const confirmed = await person.get(
    `/api/payments/confirmation?session_id=${sessionOf(first.body.checkoutUrl)}`,
  )
  expect(confirmed.body).toMatchObject({ status: 'paid', kind: 'replace', totalCents: 15_50 })
  await reconcileUntilDone(newName)
  await reconcileUntilDone(names[0] as string)
  await agree(newName)
  await agree(names[0] as string)
})

test('a bought name that was taken meanwhile is chosen again at no cost', {
  tags: ['fault-28'],
}, async () => {
  const { person, names } = await paidOrder({}, false)
  const name = names[0] as string
  await sandbox.fetch('http://sandbox.invalid/_dns/delegation', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name, nameServers: ['ns1.somebody.test'] }),
  })
  await world.reconcile(name)
  expect(await domainRow(name)).toMatchObject({ status: 'error' })
  const newName = freshName()
  const answer = await person.post('/api/domains/replace', [
    { originalDomain: name, newDomain: newName, isUserAdded: false },
  ])
  expect(answer.body).toMatchObject({ success: true, requiresPayment: false })
  await reconcileUntilDone(newName)
  await agree(newName)
})

test('cancelling stops billing and sending at once, and says so by mail', async () => {
  const { person, groupId, names } = await paidOrder()
  const answer = await person.post('/api/orders/cancel', {
    groupId,
    reason: 'other',
    details: 'we moved in-house',
  })
  expect(answer.body).toEqual({ success: true, message: 'Order cancelled successfully' })
  expect((await person.post('/api/orders/cancel', { groupId, reason: 'pricing' })).status).toBe(409)
  const [bundle] = await db.select().from(bundles).where(eq(bundles.id, groupId))
  expect(bundle).toMatchObject({ status: 'cancelled', cancelReason: 'Other: we moved in-house' })
  await syncBilling(deps, bundle?.subscriptionId ?? '')
  expect(await deps.vendors.payments.readSubscription(bundle?.subscriptionId ?? '')).toMatchObject({
    status: 'ended',
  })
  expect(
    (
      await db
        .select()
        .from(subscriptions)
        .where(eq(subscriptions.stripeId, bundle?.subscriptionId ?? ''))
    )[0]?.billingDueAt,
  ).toBeNull()
  for (const name of names) {
    await reconcileUntilDone(name)
    await agree(name)
  }
  const mails = await db.select().from(outbox).where(eq(outbox.recipient, person.email))
  expect(mails.map(({ subject }) => subject)).toContain('Your order for Acme 42 is cancelled')
  const other = await customer()
  expect((await other.post('/api/orders/cancel', { groupId, reason: 'pricing' })).status).toBe(404)
})

test('one of three orders cancelled: the subscription bills the other two', async () => {
  const { person, groupId } = await paidOrder({ orderCount: 3 }, false)
  await person.post('/api/orders/cancel', { groupId, reason: 'pricing' })
  const [bundle] = await db.select().from(bundles).where(eq(bundles.id, groupId))
  await syncBilling(deps, bundle?.subscriptionId ?? '')
  expect(await deps.vendors.payments.readSubscription(bundle?.subscriptionId ?? '')).toMatchObject({
    status: 'active',
    quantities: { azure: 2 },
  })
})

test('cancelled while mailboxes are being made: nothing is left behind', { tags: ['fault-43'] }, async () => {
  const { person, groupId, names } = await paidOrder({}, false)
  sandbox.faults.add({ kind: 'lost_answer', vendor: 'microsoft', skip: 20, times: 2 })
  await world.reconcile(names[0] as string)
  await person.post('/api/orders/cancel', { groupId, reason: 'changed_mind' })
  sandbox.faults.clear()
  for (const name of names) {
    await reconcileUntilDone(name)
    await agree(name)
  }
  // Not begun: there is nothing of it to keep.
  expect(await domainRow(names[1] as string)).toBeUndefined()
})

test('corrected credentials and company name are saved, secrets stay sealed, and the names are looked at again', async () => {
  const { person, groupId, names } = await paidOrder()
  const answer = await person.patch(`/api/orders/groups/${groupId}`, {
    companyName: 'Renamed Inc',
    forwardingDomain: 'example.com/patched',
    basedOn: await detailsBasisOf(person, groupId),
  })
  expect(answer).toMatchObject({ status: 200, body: { success: true } })
  for (const name of names) {
    await reconcileUntilDone(name)
    await agree(name)
  }
  const other = await customer()
  expect(
    (await other.patch(`/api/orders/groups/${groupId}`, { companyName: 'Evil', basedOn: anyDetails })).status,
  ).toBe(404)
})
