import { and, eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Endpoint } from '#base/api/endpoint.ts'
import { auditLog } from '#base/db/schema/index.ts'
import { endOverViews } from '#features/accounts/server/customer-views.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { joinedStaff, type TestStaff } from '#tests/server/staff.ts'
import { createTestApp, type TestBrowser } from '#tests/server/test-app.ts'
import { viewOnlyText } from '../../rules/customer-views.ts'
import { changeAccess } from '../customer-access.ts'

const product = await createTestApp()
const { deps, customer, endpoints } = product
const { db } = deps
const secret = 'key-that-nobody-else-reads'
const person = await customer({ name: 'Ada Byron' })
await createPaidOrder(deps, { customerId: person.id, toolValues: { apiKey: secret } })
let sam: TestStaff

const view = (staff: TestStaff, id = person.id) => staff.post(`/api/operator/customers/${id}/view`, {})
const whoIs = async (browser: TestBrowser) => (await browser.get('/api/auth/check')).body.user
const noted = (action: string) =>
  db.$count(auditLog, and(eq(auditLog.customerId, person.id), eq(auditLog.action, action)))
const send = (browser: TestBrowser, { method, path }: Endpoint) =>
  browser.raw({
    method,
    url: path.replace(/:\w+/g, 'nobody'),
    ...(method !== 'GET' && { payload: {} }),
    headers: { origin: deps.config.publicUrl, 'x-requested-with': 'XMLHttpRequest' },
  })

beforeEach(async () => {
  sam = await joinedStaff(product, 'support')
})

const forCustomers = endpoints.filter(({ access }) => access === 'customer')
const refusedOnes = forCustomers.filter(({ viewed }) => !viewed)

describe('staff who look as a customer', () => {
  test('see what the customer sees, without secrets, and are noted when they begin and end', async () => {
    const before = await noted('customer.view_started')
    expect(await view(sam)).toMatchObject({ status: 200 })
    expect(await whoIs(sam)).toMatchObject({
      id: person.id,
      email: person.email,
      mustChangePassword: false,
      viewUntil: expect.any(String),
    })
    const seen = await sam.get('/api/orders')
    expect(seen.body).toEqual((await person.get('/api/orders')).body)
    expect((await whoIs(person)).viewUntil).toBeUndefined()
    for (const { path } of forCustomers.filter(({ viewed, staysOpen }) => viewed && !staysOpen))
      expect(JSON.stringify((await sam.get(path.replace(/:\w+/g, 'nobody'))).body)).not.toContain(secret)
    expect(await noted('customer.view_started')).toBe(before + 1)
    const [row] = await db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.userId, sam.id), eq(auditLog.action, 'customer.view_started')))
    expect(row?.customerId).toBe(person.id)

    const ended = await noted('customer.view_ended')
    await sam.post('/api/auth/logout')
    expect(await whoIs(sam)).toBeNull()
    expect(await noted('customer.view_ended')).toBe(ended + 1)
    // The console is still open, and so is the customer's own session.
    expect((await sam.get('/api/operator/check')).body.staff).toMatchObject({ id: sam.id })
    expect(await whoIs(person)).toMatchObject({ id: person.id })
  })

  test('see a customer who cannot sign in, and none who is not there', async () => {
    const stopped = await customer()
    await changeAccess(deps, stopped.email, 'suspended', { withBilling: false })
    await view(sam, stopped.id)
    expect(await whoIs(sam)).toMatchObject({ id: stopped.id })
    expect((await view(sam, 'cus_none')).status).toBe(404)
  })

  test('are nobody once their time, their console or their right is over, which is noted once', async () => {
    for (const over of [
      () => db.execute(sql`update customer_views set expires_at = now()`),
      () => db.execute(sql`update staff_sessions set ended_at = now() where user_id = ${sam.id}`),
      () => db.execute(sql`update users set staff_role = 'reader' where id = ${sam.id}`),
      () => db.execute(sql`update users set staff_disabled_at = now() where id = ${sam.id}`),
    ]) {
      sam = await joinedStaff(product, 'support')
      await view(sam)
      expect(await whoIs(sam)).not.toBeNull()
      await over()
      expect(await whoIs(sam)).toBeNull()
    }
    const before = await noted('customer.view_ended')
    await db.execute(sql`update customer_views set expires_at = now()`)
    await endOverViews(db)
    const after = await noted('customer.view_ended')
    expect(after).toBeGreaterThan(before)
    await endOverViews(db)
    expect(await noted('customer.view_ended')).toBe(after)
  })

  test('is one whose role includes it', async () => {
    const finance = await joinedStaff(product, 'finance')
    expect(await view(finance)).toMatchObject({ status: 403 })
    expect(await whoIs(finance)).toBeNull()
  })
})

test('all that may be called only shows', () => {
  const viewed = endpoints.filter((record) => record.viewed)
  expect(viewed.length).toBeGreaterThan(5)
  expect(viewed.every(({ method, access }) => method === 'GET' && access === 'customer')).toBe(true)
})

test('every other call of customers is refused to staff who look', async () => {
  await view(sam)
  expect(refusedOnes.length).toBeGreaterThan(30)
  for (const record of refusedOnes)
    expect([record.path, await send(sam, record)]).toMatchObject([
      record.path,
      { status: 403, body: { code: 'view_only', message: viewOnlyText('Ada Byron') } },
    ])
})
