import { and, eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { auditLog, bundles, checkouts, customers, domains } from '#base/db/schema/index.ts'
import { manageOrders } from '#tests/server/managed-orders.ts'
import { setUpFactor } from '#tests/server/own-factor.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { joinedStaff, type TestStaff } from '#tests/server/staff.ts'
import { stripeActs } from '#tests/server/stripe-acts.ts'
import { testPassword } from '#tests/server/test-app.ts'
import { createTestWorld } from '#tests/server/test-world.ts'
import type { HistoryEntry } from '../../api/console-customer.ts'
import type { CustomerPayment } from '../../api/console-customer-payments.ts'

const world = await createTestWorld()
const { deps, customer, visitor } = world
const { db } = deps
const { paidOrder } = manageOrders(world, { beside: 'customer' })
const { processEvents } = stripeActs(world)
let owner: TestStaff
let support: TestStaff
beforeAll(async () => {
  owner = await joinedStaff(world, 'owner')
  support = await joinedStaff(world, 'support')
})

const at = (id: string, part = '') => `/api/operator/customers/${id}${part}`
const factsOf = async (id: string) => (await support.get(at(id))).body
const remove = (staff: TestStaff, url: string) =>
  staff.raw({
    method: 'DELETE',
    url,
    headers: { origin: deps.config.publicUrl, 'x-requested-with': 'XMLHttpRequest' },
  })
const historyOf = async (id: string): Promise<HistoryEntry[]> =>
  (await support.get(at(id, '/history'))).body.rows as never
const suspend = (id: string, more: object = {}) =>
  support.post(at(id, '/access'), { access: 'suspended', withBilling: true, ...more })

test('what is known of a customer says what an act would touch', async () => {
  const { id, email } = await customer({ name: 'Ada Byron' })
  const { bundleId } = await createPaidOrder(deps, { customerId: id })
  expect(await factsOf(id)).toMatchObject({
    name: 'Ada Byron',
    email,
    state: 'active',
    orders: 1,
    groups: 1,
    domains: 2,
    mailboxes: 0,
    monthlyCents: 50_00,
    sessions: 1,
    openPages: 0,
  })
  await db.update(bundles).set({ status: 'cancelled' }).where(eq(bundles.id, bundleId))
  expect(await factsOf(id)).toMatchObject({ orders: 0, groups: 0, monthlyCents: 0 })
  const { rows } = (await support.get(at(id, '/orders'))).body as { rows: object[] }
  expect(rows).toMatchObject([{ status: 'cancelled', groups: 1, liveGroups: 0 }])
  expect((await support.get(at('cus_none'))).status).toBe(404)
})

test('what is refused names what to press, and no command', async () => {
  const { id, email } = await customer()
  await createPaidOrder(deps, { customerId: id })
  const refused = async (part: string, body: object) => {
    const { status, body: answer } = await support.post(at(id, part), body)
    expect(status).toBe(409)
    expect(answer.message).not.toMatch(/npm run|--/)
    return answer.message
  }
  expect(await refused('/erase', { typed: email })).toContain('End them first, or close the account.')
  await suspend(id)
  const disable = { access: 'disabled', withBilling: false }
  expect(await refused('/access', disable)).toContain('open the account first, then stop its sign-in.')
  expect((await support.post(at(id, '/close'), { typed: email })).status).toBe(200)
  const open = { access: 'open', withBilling: false }
  expect(await refused('/access', open)).toBe(`${email} is closed. To undo that, open the account again.`)
})

test('suspending stops and bills nothing, is told in the history with name and address, and is undone', async () => {
  const { id, email, password } = await customer()
  await createPaidOrder(deps, { customerId: id })
  const answer = await suspend(id)
  expect(answer.body.message).toBe(`${email} is suspended. 2 domains are stopped now.`)
  expect(await factsOf(id)).toMatchObject({ state: 'suspended', isBillingStopped: true, sessions: 0 })
  expect((await visitor().post('/api/auth/login', { email, password })).status).toBe(403)
  expect((await support.get(at(id, '/sending'))).body).toMatchObject({ names: 2, stopped: 2 })
  const entry = (await historyOf(id)).find(({ by }) => by === 'staff')
  expect(entry).toMatchObject({
    by: 'staff',
    name: 'Sam Staff',
    sentence: 'Suspended the account, with billing',
    address: expect.stringMatching(/^2001:/),
  })
  const [row] = await db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.customerId, id), eq(auditLog.action, 'customer.suspended')))
  expect(row).toMatchObject({ userId: support.id, data: { withBilling: true } })
  await support.post(at(id, '/access'), { access: 'open', withBilling: true })
  expect(await factsOf(id)).toMatchObject({ state: 'active', isBillingStopped: false })
})

test('what touches more than fifty domains wants the address typed', async () => {
  const { id, email } = await customer()
  const { bundleId, domains: made } = await createPaidOrder(deps, { customerId: id })
  const [first] = await db
    .select()
    .from(domains)
    .where(eq(domains.id, made[0]?.id as string))
  await db.insert(domains).values(
    Array.from({ length: 49 }, (_, n) => ({
      ...(first as typeof domains.$inferSelect),
      id: `${bundleId}_${n}`,
      name: `many${n}${first?.name}`,
      slot: 100 + n,
      reportToken: `${bundleId}${n}`,
    })),
  )
  expect((await factsOf(id)).domains).toBe(51)
  expect(await suspend(id)).toMatchObject({ status: 422 })
  expect(await suspend(id, { typed: 'someone@else.test' })).toMatchObject({ status: 422 })
  expect((await support.post(at(id, '/close'), {})).status).toBe(422)
  expect((await factsOf(id)).state).toBe('active')
  expect(await suspend(id, { typed: ` ${email.toUpperCase()}` })).toMatchObject({ status: 200 })
})

test('closing cancels and is undone but for what was cancelled; erasing wants the address whatever is left', async () => {
  const { id, email } = await customer()
  await createPaidOrder(deps, { customerId: id })
  expect((await support.post(at(id, '/erase'), { typed: email })).status).toBe(409)
  expect((await support.post(at(id, '/reopen'), {})).status).toBe(409)
  expect((await support.post(at(id, '/close'), {})).body.message).toMatch(/is closed: 1 group cancelled/)
  expect(await factsOf(id)).toMatchObject({ state: 'closed', groups: 0, monthlyCents: 0 })
  await support.post(at(id, '/reopen'), {})
  expect(await factsOf(id)).toMatchObject({ state: 'active', groups: 0 })
  const nothing = await customer()
  expect((await support.post(at(nothing.id, '/erase'), {})).status).toBe(422)
  expect((await support.post(at(nothing.id, '/erase'), { typed: nothing.email })).status).toBe(200)
  expect((await factsOf(nothing.id)).state).toBe('erased')
})

test('a customer is not added with an address at which nobody can be reached', async () => {
  const body = { email: 'doctor-deep@inboxyard.invalid', name: 'Grace Hopper' }
  expect(await support.post('/api/operator/customers', body)).toMatchObject({
    status: 400,
    body: { fields: { email: expect.stringContaining('reserved') } },
  })
})

test('a customer who is added comes in by a password that is shown once, and gets another', async () => {
  const email = `added-${Date.now()}@example.test`
  const added = (await support.post('/api/operator/customers', { email, name: 'Grace Hopper' })).body
  const signIn = (password: unknown) => visitor().post('/api/auth/login', { email, password })
  expect((await signIn(added.password)).status).toBe(200)
  expect((await support.post('/api/operator/customers', { email, name: 'Grace Hopper' })).status).toBe(409)
  const id = added.id as string
  const { members } = (await support.get(at(id, '/people'))).body as { members: { id: string }[] }
  expect(members).toMatchObject([{ email, role: 'owner', isInvited: true }])
  const path = at(id, `/members/${members[0]?.id}/password`)
  const again = (await support.post(path, {})).body
  expect((await signIn(added.password)).status).toBe(401)
  expect((await signIn(again.password)).status).toBe(200)
  const stranger = await customer()
  expect((await support.post(at(stranger.id, `/members/${members[0]?.id}/password`), {})).status).toBe(404)
})

test('sessions are shown with where they began, and end one by one or all together', async () => {
  const one = await customer()
  const other = await customer()
  const { email } = one
  const browser = visitor()
  await browser.post('/api/auth/login', { email, password: testPassword })
  const sessionsOf = async (id: string) =>
    (await support.get(at(id, '/people'))).body.sessions as { id: string; address: string }[]
  const before = await sessionsOf(one.id)
  expect(before).toHaveLength(2)
  expect(before[0]?.address).toMatch(/^2001:/)
  const end = (id: string) => remove(support, at(id, `/sessions/${before[0]?.id}`))
  expect((await end(other.id)).status).toBe(404)
  expect((await end(one.id)).status).toBe(200)
  expect((await browser.get('/api/auth/check')).body.authenticated).toBe(false)
  expect((await one.get('/api/auth/check')).body.authenticated).toBe(true)
  expect((await end(one.id)).status).toBe(404)
  await support.post(at(one.id, '/sessions/end'), {})
  expect((await one.get('/api/auth/check')).body.authenticated).toBe(false)
  expect(await sessionsOf(one.id)).toEqual([])
})

test('notes are for all of the staff to read, and for their writer to change and remove', async () => {
  const { id } = await customer()
  const notes = async (of: TestStaff) =>
    (await of.get(at(id, '/notes'))).body.notes as { id: string; text: string; isMine: boolean }[]
  expect((await support.post(at(id, '/notes'), { text: '  ' })).status).toBe(400)
  await support.post(at(id, '/notes'), { text: ' Calls on Mondays. ' })
  const [note] = await notes(owner)
  expect(note).toMatchObject({ text: 'Calls on Mondays.', isMine: false, by: 'Sam Staff', editedAt: null })
  const path = at(id, `/notes/${note?.id}`)
  expect((await owner.patch(path, { text: 'Mine now' })).status).toBe(404)
  expect((await remove(owner, path)).status).toBe(404)
  await support.patch(path, { text: 'Calls on Fridays.' })
  expect((await notes(support))[0]).toMatchObject({ text: 'Calls on Fridays.', isMine: true })
  const stranger = await customer()
  expect((await remove(support, at(stranger.id, `/notes/${note?.id}`))).status).toBe(404)
  await remove(support, path)
  expect(await notes(support)).toEqual([])
})

test('a refund is told in numbers first, is paid once for its reason, and stops what nothing pays for', async () => {
  const { person, groupId } = await paidOrder({}, false)
  await processEvents()
  const payments = async () =>
    (await owner.get(at(person.id, '/payments'))).body.rows as unknown as CustomerPayment[]
  const [payment] = await payments()
  const paidCents = payment?.paidCents as number
  expect(payment).toMatchObject({ kind: 'order', status: 'paid', leftCents: paidCents, refunds: [] })
  expect(payment?.paymentIntentId).toMatch(/^pi_/)
  const checkoutId = payment?.id as string
  const some = { of: { checkoutId }, cents: 1_00, reason: 'a day was lost' }
  const ask = (path: string, body: object) => owner.post(at(person.id, path), body)
  expect((await ask('/refunds/plan', some)).body).toMatchObject({ cents: 100, groups: 0, isKnown: false })
  expect((await payments())[0]?.leftCents).toBe(paidCents)
  await ask('/refunds', some)
  expect((await ask('/refunds', some)).body.message).toMatch(/Nothing was paid again/)
  expect((await payments())[0]).toMatchObject({
    leftCents: paidCents - 100,
    refunds: [{ cents: 100, reason: 'a day was lost', stripeRefundId: expect.stringMatching(/^re_/) }],
  })
  const all = { of: { checkoutId }, reason: 'all of it' }
  expect((await ask('/refunds/plan', all)).body).toMatchObject({
    cents: paidCents - 100,
    refundedCents: 100,
    groups: 1,
    domains: 2,
  })
  expect((await ask('/refunds/plan', { ...all, cents: paidCents })).status).toBe(422)
  await ask('/refunds', all)
  const [bundle] = await db.select().from(bundles).where(eq(bundles.id, groupId))
  expect(bundle?.hold).toBe('refund')
  const stranger = await customer()
  expect((await owner.post(at(stranger.id, '/refunds/plan'), some)).status).toBe(404)
  expect((await owner.post(at(stranger.id, '/refunds'), some)).status).toBe(404)
  const { subscriptions } = (await owner.get(at(person.id, '/subscriptions'))).body
  expect(subscriptions).toMatchObject([{ id: payment?.subscriptionId, owed: [] }])
  expect(await db.$count(checkouts, eq(checkouts.customerId, person.id))).toBe(1)
})

test('an export has what is held, and no passwords; it is noted by whom', async () => {
  const { id, email } = await customer()
  expect((await support.post(at(id, '/export'), {})).status).toBe(403)
  const { body } = await owner.post(at(id, '/export'), {})
  const everything = JSON.parse(body.text as string) as Record<string, { email?: string }[]>
  expect(body.fileName).toBe(`${id}.json`)
  expect(everything.customers?.[0]?.email).toBe(email)
  expect(body.text).not.toContain('password_hash"')
  expect((await historyOf(id))[0]).toMatchObject({
    by: 'staff',
    sentence: 'Exported everything held about them',
  })
  expect(await db.$count(customers, eq(customers.id, id))).toBe(1)
})

test('the history comes in pages that neither repeat nor leave out', async () => {
  const { id } = await customer()
  await db.insert(auditLog).values(
    Array.from({ length: 150 }, (_, n) => ({
      customerId: id,
      actor: 'system',
      action: 'order.retried',
      data: { names: [`n${n}.com`] },
    })),
  )
  const first = (await support.get(at(id, '/history'))).body as { rows: HistoryEntry[]; hasMore: boolean }
  expect(first).toMatchObject({ hasMore: true })
  const second = (await support.get(at(id, `/history?after=${first.rows.at(-1)?.id}`))).body as typeof first
  expect(second.hasMore).toBe(false)
  expect(new Set([...first.rows, ...second.rows].map((row) => row.id)).size).toBe(
    await db.$count(auditLog, eq(auditLog.customerId, id)),
  )
  expect(first.rows[0]).toMatchObject({ by: 'system', sentence: 'Started n149.com again' })
  expect((await support.get(at(id, '/history?after=none'))).body.rows).toEqual([])
})

test('an order’s activity calls what staff do “Support”, and names nobody', async () => {
  const { person, groupId } = await paidOrder({}, false)
  const access = (body: object) => support.post(at(person.id, '/access'), body)
  await access({ access: 'suspended', withBilling: true })
  // Without billing its orders stay on hold.
  await access({ access: 'open', withBilling: false })
  await person.post('/api/auth/login', { email: person.email, password: testPassword })
  const { body } = await person.get(`/api/orders/groups/${groupId}`)
  expect(body.activity[0]).toMatchObject({
    actor: 'Support',
    sentence: 'Put the order on hold. Our team has put this order on hold.',
  })
  expect(JSON.stringify(body)).not.toContain('Sam Staff')
})

test('staff see who has a second factor, and take it from one who has lost it', async () => {
  const person = await customer()
  await setUpFactor({ deps }, person)
  const read = async () => (await support.get(at(person.id, '/people'))).body.members[0]
  const { id, hasSecondFactor } = await read()
  expect(hasSecondFactor).toBe(true)
  const url = at(person.id, `/members/${id}/second-factor`)
  expect(await remove(support, at((await customer()).id, `/members/${id}/second-factor`))).toMatchObject({
    status: 404,
  })
  expect(await remove(support, url)).toMatchObject({ status: 200 })
  expect(await remove(support, url)).toMatchObject({ status: 409 })
  expect((await read()).hasSecondFactor).toBe(false)
  expect((await historyOf(person.id))[0]).toMatchObject({
    by: 'staff',
    name: 'Sam Staff',
    sentence: 'Removed the second factor',
  })
})
