import { expect, test } from 'vitest'
import { type AuditAction, audit, orderActions } from '#base/audit/audit.ts'
import { createTestApp } from '#tests/server/test-app.ts'
import { readActivity } from './activity.ts'

const { deps, customer } = await createTestApp()
const { db } = deps

test('entries become sentences, newest first; signing in and strangers’ deeds are left out', async () => {
  const { id } = await customer()
  const other = await customer()
  const subject = 'bun_1_1'
  const note = (action: AuditAction, data = {}, actor: 'customer' | 'operator' | 'system' = 'customer') =>
    audit(db, { customerId: id, actor, action, subject, data })
  await note('order.created')
  await note('session.started')
  await note('people.changed', { people: 3 })
  await note('forwarding.updated', { domains: ['one.com', 'two.com'] })
  await note('domain.replacement_ordered', { from: 'one.com', to: 'three.com' })
  await note('order.corrected', { fields: ['forwardingDomain', 'sendingTool'] })
  await note('order.cancelled', { reason: 'Pricing concerns' }, 'operator')
  await audit(db, { customerId: id, actor: 'system', action: 'order.retried', data: { names: ['one.com'] } })
  await audit(db, { customerId: other.id, actor: 'customer', action: 'order.created', subject })
  const activity = await readActivity(db, id, {
    subjects: [subject],
    names: ['one.com'],
    productName: 'Inboxyard',
  })
  expect(activity.map(({ actor, sentence }) => `${actor}: ${sentence}`)).toEqual([
    'Inboxyard: Started one.com again',
    'Support: Cancelled the order: Pricing concerns',
    'You: Corrected the forwarding and the sending tool',
    'You: Ordered three.com in the place of one.com',
    'You: Sent visitors of 2 domains elsewhere',
    'You: Changed the people: 3 now',
    'You: Placed the order',
  ])
})

test('everything that is noted about an order is told, whatever its entry carries', async () => {
  const { id } = await customer()
  const subject = 'bun_2_1'
  for (const action of orderActions) await audit(db, { customerId: id, actor: 'customer', action, subject })
  const activity = await readActivity(db, id, { subjects: [subject], names: [], productName: 'Inboxyard' })
  expect(activity).toHaveLength(orderActions.length)
  expect(new Set(activity.map(({ sentence }) => sentence)).size).toBe(orderActions.length)
  for (const { sentence } of activity) expect(sentence).toMatch(/^[A-Z]/)
})
