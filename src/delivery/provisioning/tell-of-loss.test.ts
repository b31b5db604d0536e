import { and, eq, like } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { domainNames, outbox, refunds } from '#base/db/schema/index.ts'
import { manageOrders } from '#tests/server/managed-orders.ts'
import { freshName } from '#tests/server/place-order.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { findRegistered } from '#vendors/sandbox/names/registered-names.ts'
import { publishRecords } from '#vendors/testing/publish-records.ts'
import { expireName } from './testing/expire-name.ts'

/** The operator has not paid the registrar's bill. */
let isBillOpen = false
const world = await createTestWorld({
  fetch: (sandbox) => (url, init) =>
    isBillOpen && init?.method === 'POST' && new URL(url).pathname.endsWith('/renewals')
      ? Promise.resolve(Response.json({ message: 'Payment required' }, { status: 402 }))
      : sandbox.fetch(url, init),
})
const { deps, sandbox } = world
const { db } = deps
const { paidOrder, domainRow, reconcileUntilDone } = manageOrders(world)

const mailsTo = (recipient: string, subject: string) =>
  db
    .select()
    .from(outbox)
    .where(and(eq(outbox.recipient, recipient), like(outbox.subject, subject)))

test('names that someone registers once they are paid are told in one mail, and none is added at a host', {
  tags: ['fault-68'],
}, async () => {
  const { person, groupId, names } = await paidOrder({}, false)
  for (const name of names) publishRecords(sandbox, name, [])
  for (const name of names) await world.reconcile(name)
  // Looked at again, they are told once.
  for (const name of names) await world.reconcile(name)
  const told = await mailsTo(person.email, '%could not be registered')
  expect(told.map(({ subject }) => subject)).toEqual([`${names.length} domains could not be registered`])
  for (const name of names) {
    expect(told[0]?.body).toContain(`  ${name}\n`)
    const [row] = await db.select().from(domainNames).where(eq(domainNames.name, name))
    expect(row?.facts).not.toHaveProperty('host')
    expect(findRegistered(sandbox.world, name)?.registrar).toBe('elsewhere')
  }
  const shown = (await person.get(`/api/orders/groups/${groupId}`)).body.domains[0]
  expect(shown).toMatchObject({ status: 'error', anotherDomain: 'free', refundCents: 15_50 })

  const [name = ''] = names
  const held = await domainRow(name)
  const refund = () => person.post('/api/domains/refund-unregistered', { domain: name })
  expect(
    (await (await world.customer()).post('/api/domains/refund-unregistered', { domain: name })).status,
  ).toBe(409)
  const answers = await Promise.all([refund(), refund()])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  for (let run = 0; run < 10 && (await domainRow(name)); run++) await world.reconcile(name)
  expect(
    await db
      .select()
      .from(refunds)
      .where(eq(refunds.domainId, held?.id ?? '')),
  ).toMatchObject([{ cents: 15_50, reason: 'not registered' }])
  const after = (await person.get(`/api/orders/groups/${groupId}`)).body.domains
  expect(after.find(({ domain }: { domain: string }) => domain === name)).toMatchObject({
    status: 'error',
    anotherDomain: 'priced',
    note: `${name} could not be registered. Your registration fee of $15.50 is being refunded. The monthly price stays $50.00 until you cancel.`,
  })
  const refunded = after.find(({ domain }: { domain: string }) => domain === name)
  const history = refunded.timeline.map(({ sentence }: { sentence: string }) => sentence)
  expect(history).toContain('We stopped trying to register it')
  expect(history).not.toContain('Mailboxes removed')
  expect(history).not.toContain('The name is free to be ordered again')
})

test('domains that end with a bill of the operator’s stop, are told to each in one mail, and another is free', {
  tags: ['fault-69'],
}, async () => {
  const { person, groupId, names } = await paidOrder({ tool: 'other' }, 'few mailboxes')
  const [name = '', other = ''] = names
  isBillOpen = true
  for (const each of names) {
    expireName(sandbox, each, 2)
    await db.update(domainNames).set({ recheckBefore: new Date() }).where(eq(domainNames.name, each))
    await world.reconcile(each)
    await world.reconcile(each)
  }
  expect(await mailsTo(person.email, '%stopped because the registration ended')).toMatchObject([
    { subject: `${names.length} domains stopped because the registration ended` },
  ])
  const alerts = await mailsTo(deps.config.operatorEmail ?? '', '%stuck at register')
  const ofThese = alerts.filter(({ body }) => body.includes(name))
  expect(ofThese).toMatchObject([{ subject: expect.stringContaining(`${names.length} domains are stuck`) }])
  expect(ofThese[0]?.body).toContain(other)

  const shown = (await person.get(`/api/orders/groups/${groupId}`)).body.domains[0]
  expect(shown).toMatchObject({ status: 'error', anotherDomain: 'free', canTryAgain: false })
  expect(shown.note).toContain('has ended')
  const [listed] = (await person.get('/api/orders')).body.orders
  expect(listed.domains[0].trouble).toMatchObject({ cause: 'ended', anotherDomain: 'free' })
  const another = await person.post('/api/domains/replace', [
    { originalDomain: name, newDomain: freshName(), isUserAdded: false },
  ])
  expect(another.body).toMatchObject({ success: true, requiresPayment: false })

  isBillOpen = false
  await reconcileUntilDone(other)
  expect(await domainRow(other)).toMatchObject({ status: 'done', statusNote: null })
})
