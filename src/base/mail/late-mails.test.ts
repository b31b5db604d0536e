import { and, eq, isNull, like, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { closeWorkItem } from '#delivery/provisioning/work-items.ts'
import { forgetfulCustomers } from '#features/accounts/server/forgotten-password/forgetful.ts'
import { sendLink } from '#features/accounts/server/forgotten-password/send-link.ts'
import { holdBundles, releaseBundles } from '#features/billing/server/holds.ts'
import { closeCustomer, reopenCustomer } from '#features/customers/server/close-customer.ts'
import { inviteStaff, inviteStaffAgain } from '#features/staff/server/invite.ts'
import { manageOrders } from '#tests/server/managed-orders.ts'
import { stripeActs } from '#tests/server/stripe-acts.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import type { StoredMessage } from '#vendors/smtp/simulator/messages.ts'
import { outbox, signInSteps, users } from '../db/schema/index.ts'
import { required } from '../text/required.ts'
import { deliverMail } from './deliver-mail.ts'

const world = await createTestWorld()
const { deps, sandbox, customer } = world
const { db } = deps
const { paidOrder } = manageOrders(world)
const { atStripe, processEvents, payments, passDays } = stripeActs(world)

/** The relay has refused everything for a while; now it takes mail, and what waits is handed over. */
async function deliverAll(): Promise<void> {
  const waiting = await db.select({ id: outbox.id }).from(outbox).where(isNull(outbox.sentAt))
  await db.update(outbox).set({ nextTryAt: sql`now() - interval '1 second'` })
  for (const { id } of waiting)
    await deliverMail({ ...deps, mailer: deps.vendors.mailer, log: pino({ level: 'silent' }) }, id)
}
const subjectsTo = (to: string) =>
  sandbox.store
    .collection<StoredMessage>('mail.messages')
    .list()
    .filter((message) => message.to.includes(to))
    .map(({ subject }) => subject)

test.each(['lasts', 'has run out', 'was used'] as const)(
  'whether a password link is still mailed late depends on the link: it %s',
  async (link) => {
    const { email } = await customer()
    await sendLink(deps, forgetfulCustomers, email)
    const ofUser = sql`${signInSteps.userId} = (select id from ${users} where email = ${email})`
    if (link === 'has run out') await db.update(signInSteps).set({ expiresAt: sql`now()` }).where(ofUser)
    if (link === 'was used') await db.delete(signInSteps).where(ofUser)
    await deliverAll()
    expect(subjectsTo(email)).toEqual(link === 'lasts' ? [expect.stringContaining('password')] : [])
    expect(
      await db.$count(outbox, and(eq(outbox.recipient, email), sql`${outbox.attachments} is not null`)),
    ).toBe(0)
  },
)

test('of two invitations only the one whose link opens something is sent', async () => {
  const email = 'late@staff.test'
  await inviteStaff(deps, { email, name: 'Late', role: 'support' }, 'console')
  const [{ id } = { id: '' }] = await db.select({ id: users.id }).from(users).where(eq(users.email, email))
  await inviteStaffAgain(deps, id, 'console')
  await deliverAll()
  expect(subjectsTo(email)).toHaveLength(1)
})

test('an order that was held and released meanwhile is told of by its last state alone', {
  tags: ['fault-67'],
}, async () => {
  const one = await paidOrder({}, 'few mailboxes')
  const other = await paidOrder({}, 'few mailboxes')
  for (const { groupId } of [one, other])
    await db.transaction((tx) => holdBundles(deps, tx, [groupId], 'operator'))
  await db.transaction((tx) => releaseBundles(deps, tx, [one.groupId], ['operator']))
  await deliverAll()
  const told = (email: string) => subjectsTo(email).filter((subject) => subject.startsWith('Your order for'))
  expect(told(one.person.email)).toEqual([expect.stringMatching(/resumes$/)])
  expect(told(other.person.email)).toEqual([expect.stringMatching(/is on hold$/)])
})

test('a refused renewal that is paid meanwhile is not asked for', async () => {
  const order = await paidOrder({}, 'few mailboxes')
  await processEvents()
  const { customer: payer, subscription } = await payments(order)
  await atStripe('/cards', { customer: payer, behaviour: 'declines' })
  await passDays(subscription, 31)
  await processEvents()
  const refused = like(outbox.dedupeKey, `renewal-failed:${subscription}:%`)
  expect(await db.$count(outbox, refused)).toBe(1)
  const { url } = (await order.person.post('/api/payments/create-customer-portal', {})).body.data
  const body = new URLSearchParams({ action: 'card', card: 'works' })
  await sandbox.fetch(url, { method: 'POST', body, redirect: 'manual' })
  await processEvents()
  await deliverAll()
  const subjects = subjectsTo(order.person.email)
  expect(subjects).toContain('Your renewal is paid')
  expect(subjects).not.toContain('Your payment did not go through')
})

test('an account that was opened again is not told that it is closed', async () => {
  const { email } = await customer()
  await closeCustomer(deps, email)
  await reopenCustomer(deps, email)
  await deliverAll()
  expect(subjectsTo(email)).toEqual([])
})

test('staff are not asked late for what somebody has done', async () => {
  const key = (id: string) => `work-item:${id}`
  await db.transaction((tx) =>
    deps.alert(tx, { key: key('wrk_done'), subject: 'To do: dkim for done.com', text: '-' }),
  )
  await db.transaction((tx) =>
    deps.alert(tx, { key: key('wrk_open'), subject: 'To do: dkim for open.com', text: '-' }),
  )
  const item = (id: string, subject: string) =>
    sql`insert into work_items (id, kind, subject, instructions) values (${id}, 'dkim', ${subject}, '-')`
  await db.execute(item('wrk_done', 'done.com'))
  await db.execute(item('wrk_open', 'open.com'))
  await db.transaction((tx) => closeWorkItem(tx, 'dkim', 'done.com'))
  await deliverAll()
  const told = subjectsTo(required(deps.config.operatorEmail, 'operator'))
  expect(told.filter((subject) => subject.includes('To do'))).toEqual([expect.stringContaining('open.com')])
})
