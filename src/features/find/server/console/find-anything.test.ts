import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import {
  chargeReturns,
  charges,
  checkouts,
  customers,
  disputes,
  domains,
  invoices,
  mailboxes,
  mailboxLinks,
  refunds,
} from '#base/db/schema/index.ts'
import { fillInstallation } from '#tests/server/large-installation.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { recordStatements } from '#tests/server/sent-statements.ts'
import { joinedStaff } from '#tests/server/staff.ts'
import { planReader } from '#tests/server/tables-scanned.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import { type Found, type FoundKind, findAnything as record } from '../../api/console-find.ts'
import { findAtMost, findMaxLength } from '../../rules/find-anything.ts'
import { findAnything } from './find-anything.ts'

const world = await createTestWorld()
const { deps, customer } = world
const { db, pool } = deps
const statementsOf = recordStatements()

const acme = await customer({ name: 'Acme & Sons Ltd', email: 'ada.byron@acme-agency.test' })
const order = await createPaidOrder(deps, {
  customerId: acme.id,
  names: { azure: ['findable.com', 'findable.net'] },
  people: [['Jane', 'Doe']],
  mailboxesPerDomain: 12,
})
const [mailbox] = await db.select().from(mailboxes).where(eq(mailboxes.name, 'findable.com')).limit(1)
const mailboxId = mailbox?.id ?? ''
await db.update(mailboxes).set({ externalId: 'graph-user-0001' }).where(eq(mailboxes.id, mailboxId))
await db
  .insert(mailboxLinks)
  .values({ mailboxId, connectionId: order.connectionId, externalId: 'tool-account-7' })
await db.update(customers).set({ stripeCustomerId: 'cus_NffrFeUfNV2Hib' }).where(eq(customers.id, acme.id))
await pool.query(
  `insert into subscriptions (stripe_id, customer_id, status) values ('sub_1MowQVLkdIwHu7', $1, 'active')`,
  [acme.id],
)
await db.insert(checkouts).values({
  id: 'chk_found',
  customerId: acme.id,
  kind: 'order',
  orderId: order.orderId,
  quote: {} as never,
  amountCents: 5000,
  params: {},
  attemptKey: 'a',
  fingerprint: 'a',
  sessionId: 'cs_test_a1B2',
  paymentIntentId: 'pi_3MtwBwLkdIwHu7',
  subscriptionId: 'sub_1MowQVLkdIwHu7',
  status: 'paid',
  expiresAt: new Date(),
})
await db.insert(refunds).values({
  id: 'ref_found',
  checkoutId: 'chk_found',
  reason: 'test',
  cents: 100,
  stripeRefundId: 're_1Nispe2eZvKYlo',
})
await db
  .insert(disputes)
  .values({ stripeId: 'du_1MtJUT2eZvKYlo', subscriptionId: 'sub_1MowQVLkdIwHu7', outcome: 'open' })

const at = new Date()
await db.insert(invoices).values({
  stripeId: 'in_1MtHbELkdIwHu7ix',
  customerId: acme.id,
  subscriptionId: 'sub_1MowQVLkdIwHu7',
  kind: 'renewal',
  status: 'paid',
  totalCents: 5000,
  paidCents: 5000,
  attempts: 1,
  madeAt: at,
  readAt: at,
})
await db.insert(charges).values({
  stripeId: 'ch_3MmlLrLkdIwHu7ix',
  customerId: acme.id,
  amountCents: 5000,
  state: 'succeeded',
  disputed: false,
  madeAt: at,
  readAt: at,
})
await db.insert(chargeReturns).values({
  stripeId: 're_3MmlLrLkdIwHu7ix',
  chargeId: 'ch_3MmlLrLkdIwHu7ix',
  kind: 'refund',
  cents: 500,
  outcome: 'succeeded',
  madeAt: at,
  readAt: at,
})

const owner = await joinedStaff(world, 'owner')
const technician = await joinedStaff(world, 'technician')
const find = async (text: string, by = owner): Promise<Found[]> =>
  (await by.get(`${record.path}?text=${encodeURIComponent(text)}`)).body.found
const kindsOf = (found: readonly Found[]) => [...new Set(found.map(({ kind }) => kind))]

describe('somebody of the staff finds', () => {
  const address = `${mailbox?.localPart}@findable.com`
  const domainId = order.domains[0]?.id ?? ''
  const { orderId, bundleId } = order
  const orderPage = { kind: 'order', id: orderId }
  test.each<[text: string, kind: FoundKind, page: object]>([
    [address, 'mailbox', { kind: 'mailbox', id: mailboxId }],
    [` ${address.toUpperCase()} `, 'mailbox', { kind: 'mailbox', id: mailboxId }],
    [`${mailbox?.localPart}@findable.c`, 'mailbox', { kind: 'mailbox', id: mailboxId }],
    [mailboxId, 'mailbox', { kind: 'mailbox', id: mailboxId }],
    ['graph-user-0001', 'mailbox', { kind: 'mailbox', id: mailboxId }],
    ['tool-account-7', 'mailbox', { kind: 'mailbox', id: mailboxId }],
    ['findable.com', 'domain', { kind: 'domain', id: domainId }],
    ['Findab', 'domain', { kind: 'domain', id: domainId }],
    ['@findable.com', 'domain', { kind: 'domain', id: domainId }],
    ['https://www.findable.com/hello?x=1', 'domain', { kind: 'domain', id: domainId }],
    [domainId, 'domain', { kind: 'domain', id: domainId }],
    ['acme', 'customer', { kind: 'customer', id: acme.id }],
    ['sons ac', 'customer', { kind: 'customer', id: acme.id }],
    ['ada.byron@acme', 'customer', { kind: 'customer', id: acme.id }],
    ['agency.test', 'customer', { kind: 'customer', id: acme.id }],
    [acme.id, 'customer', { kind: 'customer', id: acme.id }],
    ['cus_NffrFeUfNV2Hib', 'customer', { kind: 'customer', id: acme.id }],
    [orderId, 'order', orderPage],
    [bundleId, 'order', orderPage],
    ['chk_found', 'payment', orderPage],
    ['cs_test_a1B2', 'payment', orderPage],
    ['pi_3MtwBwLkdIwHu7', 'payment', orderPage],
    ['sub_1MowQVLkdIwHu7', 'payment', orderPage],
    ['ref_found', 'payment', orderPage],
    ['re_1Nispe2eZvKYlo', 'payment', orderPage],
    ['du_1MtJUT2eZvKYlo', 'payment', orderPage],
    ['in_1MtHbELkdIwHu7ix', 'payment', { kind: 'customer', id: acme.id }],
    ['ch_3MmlLrLkdIwHu7ix', 'payment', { kind: 'customer', id: acme.id }],
    ['re_3MmlLrLkdIwHu7ix', 'payment', { kind: 'customer', id: acme.id }],
  ])('by “%s”: a %s', async (text, kind, page) => {
    expect(await find(text)).toContainEqual(expect.objectContaining({ kind, page }))
  })

  test('our account at a mailbox host, by its label or by the id the host knows it by', async () => {
    const [account] = await db.query.providerAccounts.findMany({ limit: 1 })
    const label = account?.label ?? ''
    const expected = { kind: 'account', title: label, page: { kind: 'account', id: account?.id } }
    const [byLabel] = (await find(label)).filter(({ kind }) => kind === 'account')
    expect(byLabel).toMatchObject(expected)
  })

  test('whoever signs in for a customer by another address than the customer’s', async () => {
    await pool.query(
      `update users set email = 'other@elsewhere.test' where id in (select user_id from memberships where customer_id = $1)`,
      [acme.id],
    )
    expect(await find('Other@elsewhere.test')).toMatchObject([
      { kind: 'customer', matched: 'Other@elsewhere.test', page: { id: acme.id } },
    ])
  })
})

test('what belongs to nobody any more is found and says so', async () => {
  await db.update(mailboxes).set({ want: 'purged' }).where(eq(mailboxes.id, mailboxId))
  await db.update(domains).set({ releasedAt: new Date() }).where(eq(domains.name, 'findable.net'))
  expect((await find(mailboxId))[0]?.detail).toBe('Jane Doe · Acme & Sons Ltd · removed')
  expect((await find('findable.net'))[0]?.detail).toBe('Acme & Sons Ltd · released')
})

test('payments are for those who may see them', async () => {
  expect(kindsOf(await find('pi_3MtwBwLkdIwHu7'))).toEqual(['payment'])
  expect(await find('pi_3MtwBwLkdIwHu7', technician)).toEqual([])
})

test('what stands for anything in a pattern or a question stands for itself', async () => {
  for (const text of [
    '%%',
    '__',
    'findab%',
    '\\\\',
    "'; --",
    '@@',
    '::',
    '& |',
    "acme:* | 'x",
    '!!acme <-> x',
  ])
    expect(kindsOf(await find(text)).filter((kind) => kind !== 'customer')).toEqual([])
})

test('one letter asks for nothing, and a text longer than any address is refused', async () => {
  expect(await find('a')).toEqual([])
  const { status } = await owner.get(`${record.path}?text=${'a'.repeat(findMaxLength + 1)}`)
  expect(status).toBe(400)
})

test('of each kind there are so many at most, and nothing that grows is looked through', async () => {
  await fillInstallation(pool, order, { orders: 4000, domainsPerOrder: 1, mailboxesPerDomain: 15 })
  const scanned = await planReader(pool)
  for (const text of [
    'filler',
    'filler12@',
    'filler12@fillname1',
    'fillname',
    'custom 77',
    acme.id,
    'pi_3MtwBwLkdIwHu7',
    're_3MmlLrLkdIwHu7ix',
  ]) {
    const statements = await statementsOf(() => findAnything(deps, 'owner', text))
    expect((await Promise.all(statements.map(scanned))).flat(), text).toEqual([])
  }
  const found = await find('filler')
  expect(found.filter(({ kind }) => kind === 'mailbox')).toHaveLength(findAtMost)
})
