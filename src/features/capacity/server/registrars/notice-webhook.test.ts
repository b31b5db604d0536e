import { like } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { outbox } from '#base/db/schema/index.ts'
import { manageOrders } from '#tests/server/managed-orders.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { noticeAddress } from './notice-webhook.ts'

const world = await createTestWorld()
const { deps, visitor } = world
const { paidOrder } = manageOrders(world)
const { names } = await paidOrder({ tool: 'other' }, 'few mailboxes')
const [name = '', other = ''] = names

const address = new URL(noticeAddress(deps)).pathname
const send = (event: unknown, to = address) =>
  visitor().raw({
    method: 'POST',
    url: to,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(event),
  })
const notice = (of: string, kind: string, message: string) => ({
  name: 'domain.registration_notice',
  api_version: 'v2',
  request_identifier: crypto.randomUUID(),
  account: { id: 1010 },
  data: {
    domain: { id: 1, name: of, registrant_id: 1, state: 'registered' },
    registration_notice: { type: `icann_email_verification_${kind}`, message },
  },
})
const alerts = () =>
  deps.db
    .select({ subject: outbox.subject, body: outbox.body })
    .from(outbox)
    .where(like(outbox.dedupeKey, 'alert:registration-notice:%'))
const before =
  'Action Required: Verify the registrant email address before 2026-12-13T18:43:46Z to prevent it.'

test('a contact that is to be confirmed is told with its date and all domains that depend on it, once for many notices', async () => {
  for (const of of [name, other]) expect((await send(notice(of, 'notice', before))).body.told).toBe(true)
  const told = await alerts()
  expect(told).toHaveLength(1)
  expect(told[0]?.subject).toContain('before 2026-12-13 18:43 UTC: 2 domains affected')
  expect(told[0]?.body).toContain(`${names.length} domains here are registered through this account`)
  for (const each of [name, other]) expect(told[0]?.body).toContain(each)
})

test('a suspension is told, a notice nobody knows in the registrar’s own words, and an end of it is no news', async () => {
  await deps.db.delete(outbox).where(like(outbox.dedupeKey, 'alert:registration-notice:%'))
  await send(notice(name, 'suspension', 'The domain has been suspended.'))
  await send(notice(name, 'surprise', 'Something is to be done.'))
  expect((await send(notice(name, 'reactivation', 'It is back.'))).body.told).toBe(false)
  const told = await alerts()
  expect(told.map(({ subject }) => subject.replace(/^\[.+?\] /, '')).sort()).toEqual([
    '1 domain suspended: the registrant contact isn’t confirmed',
    'DNSimple has a notice about 1 domain',
  ])
  expect(told.map(({ body }) => body).join()).toContain('Something is to be done.')
})

test('other events, other people’s domains and other addresses change nothing', async () => {
  await deps.db.delete(outbox).where(like(outbox.dedupeKey, 'alert:registration-notice:%'))
  const answers = [
    await send({ name: 'zone_record.create', data: {} }),
    await send(notice('example.org', 'notice', before)),
    await send(notice(name, 'notice', before), '/api/webhooks/dnsimple/guessed'),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 404])
  expect(await alerts()).toEqual([])
})
