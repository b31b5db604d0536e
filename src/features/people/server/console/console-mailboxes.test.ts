import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditLog, bundles, domainNames, mailboxes, mailboxLinks } from '#base/db/schema/index.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { freshName } from '#tests/server/place-order.ts'
import { joinedStaff } from '#tests/server/staff.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import type { ConsoleMailboxPage } from '../../api/console-mailboxes.ts'

const world = await createTestWorld()
const { deps, customer, reconcile } = world
const { db } = deps
const owner = await joinedStaff(world, 'owner')
const tess = await joinedStaff(world, 'technician')
const person = await customer()

async function orderedMailbox(tool: 'instantly' | 'other' = 'instantly') {
  const name = freshName()
  const order = await createPaidOrder(deps, {
    customerId: person.id,
    tool,
    mailboxesPerDomain: 2,
    names: { azure: [name] },
  })
  const [mailbox] = await db.select().from(mailboxes).where(eq(mailboxes.name, name))
  const id = mailbox?.id ?? ''
  return { ...order, name, id, address: `${mailbox?.localPart}@${name}` }
}
const page = async (id: string) =>
  (await tess.get(`/api/operator/mailboxes/${id}`)).body as ConsoleMailboxPage
const link = async (id: string) =>
  (await db.select().from(mailboxLinks).where(eq(mailboxLinks.mailboxId, id)))[0]

test('a mailbox that is not set up yet says what is not known, one on hold that it is', async () => {
  const { id, bundleId, address } = await orderedMailbox()
  const fresh = await page(id)
  expect(fresh).toMatchObject({ address, hasPassword: true })
  expect(fresh.sentence.what).toContain('Not known: name servers, domain at the host')
  await db.update(bundles).set({ operatorHeldSince: new Date() }).where(eq(bundles.id, bundleId))
  const held = await page(id)
  expect(held.sentence.what).toMatch(/^It is not sending: order\. The order is on hold/)
  expect(held.reconnect.refusal).toMatch(/on hold/)
  expect(await tess.post(`/api/operator/mailboxes/${id}/reconnect`)).toMatchObject({ status: 409 })
})

test('one that its tool refuses is told in the tool’s words, and is brought in again by one press', async () => {
  const { id, name, connectionId, address } = await orderedMailbox()
  for (let run = 0; run < 4; run++) await reconcile(name)
  expect((await page(id)).chain.find((each) => each.id === 'host')?.state).toBe('well')
  const stuck = {
    mailboxId: id,
    connectionId,
    connection: 'person' as const,
    connectionCause: 'second-factor',
    connectionReason: 'AADSTS50076',
    signInTries: 3,
  }
  await db
    .insert(mailboxLinks)
    .values(stuck)
    .onConflictDoUpdate({ target: [mailboxLinks.mailboxId, mailboxLinks.connectionId], set: stuck })
  const shown = await page(id)
  expect(shown.chain.find((each) => each.id === 'connection')).toMatchObject({
    state: 'broken',
    detail: 'Microsoft asks for a second factor. AADSTS50076.',
  })
  const before = (await db.select().from(domainNames).where(eq(domainNames.name, name)))[0]
  expect(await tess.post(`/api/operator/mailboxes/${id}/reconnect`)).toMatchObject({
    status: 200,
    body: { message: `${address} is being connected again.` },
  })
  expect(await link(id)).toMatchObject({ connection: null, connectionCause: null, signInTries: 0 })
  const after = (await db.select().from(domainNames).where(eq(domainNames.name, name)))[0]
  expect(after?.recheckBefore?.getTime()).toBeGreaterThan(before?.recheckBefore?.getTime() ?? 0)
  expect((await page(id)).timeline[0]).toMatchObject({
    who: 'Sam Staff',
    sentence: `Asked for ${address} to be connected again`,
  })
})

test('one that is being signed in to is left alone', async () => {
  const { id, connectionId } = await orderedMailbox()
  const until = new Date(Date.now() + 60_000)
  await db.insert(mailboxLinks).values({
    mailboxId: id,
    connectionId,
    connection: 'signing_in',
    signInUntil: until,
    signInToken: 'held',
  })
  expect(await tess.post(`/api/operator/mailboxes/${id}/reconnect`)).toMatchObject({ status: 409 })
  expect(await link(id)).toMatchObject({ signInToken: 'held', connection: 'signing_in' })
})

test('a password is read by who may, and noted under their name', async () => {
  const { id, address } = await orderedMailbox('other')
  const path = `/api/operator/mailboxes/${id}/password`
  expect(JSON.stringify(await page(id))).not.toContain((await owner.post(path)).body.value)
  const { status, body } = await owner.post(path)
  expect([status, typeof body.value, body.value.length > 8]).toEqual([200, 'string', true])
  expect(await tess.post(path)).toMatchObject({ status: 403 })
  const noted = await db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.subject, id), eq(auditLog.action, 'mailbox.password_shown')))
  expect(noted).toHaveLength(2)
  expect(noted[0]).toMatchObject({ actor: 'operator', userId: owner.id, data: { address } })
  expect(await owner.post('/api/operator/mailboxes/mbx_none/password')).toMatchObject({ status: 404 })
})
