import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { bundles, customers } from '#base/db/schema/index.ts'
import { accountStateOf } from '#features/capacity/rules/account-states.ts'
import { heldFor } from '#tests/server/held-for.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { joinedStaff, type TestStaff } from '#tests/server/staff.ts'
import { createTestApp } from '#tests/server/test-app.ts'
import type { ListedCustomer } from '../../api/console-customers.ts'
import { addCustomer } from '../add-customer.ts'
import { closeCustomer, reopenCustomer } from '../close-customer.ts'
import { changeAccess, resetPassword } from '../customer-access.ts'
import { eraseCustomer } from '../erase-customer.ts'

const product = await createTestApp()
const { deps, customer } = product
const { db } = deps
let sam: TestStaff
beforeAll(async () => {
  sam = await joinedStaff(product, 'reader')
})

const list = async (query = ''): Promise<{ customers: ListedCustomer[]; hasMore: boolean }> =>
  (await sam.get(`/api/operator/customers${query}`)).body as never
const seen = async (email: string) => (await list(`?text=${encodeURIComponent(email)}`)).customers[0]

test('a customer is listed with what is live and what it brings in a month', async () => {
  const { id, email } = await customer({ name: 'Grace Hopper' })
  await createPaidOrder(deps, { customerId: id })
  const { bundleId } = await createPaidOrder(deps, { customerId: id, plan: 'premium' })
  expect(await seen(email)).toMatchObject({
    id,
    name: 'Grace Hopper',
    email,
    state: 'active',
    orders: 2,
    domains: 8,
    monthlyCents: 175_00,
  })
  // On hold nothing is billed, but for a renewal that is only late.
  await db.update(bundles).set(heldFor('operator')).where(eq(bundles.id, bundleId))
  expect(await seen(email)).toMatchObject({ orders: 2, monthlyCents: 50_00 })
  await changeAccess(deps, email, 'suspended', { withBilling: true })
  expect(await seen(email)).toMatchObject({ state: 'suspended', monthlyCents: 0 })
})

test('the state is the account’s, and tells who has never chosen a password', async () => {
  const email = 'invited@example.test'
  const stateOf = async () => (await seen(email))?.state
  await addCustomer(db, { email, name: 'Ada Byron' })
  expect(await stateOf()).toBe('invited')
  await resetPassword(db, email)
  expect(await stateOf()).toBe('invited')
  await db.execute(sql`update users set must_change_password = false where email = ${email}`)
  expect(await stateOf()).toBe('active')
  // Who had one is not invited a second time.
  await resetPassword(db, email)
  expect(await stateOf()).toBe('active')
  await changeAccess(deps, email, 'disabled', { withBilling: false })
  expect(await stateOf()).toBe('disabled')
  await closeCustomer(deps, email)
  expect(await stateOf()).toBe('closed')
  await reopenCustomer(deps, email)
  expect(await stateOf()).toBe('active')
  const { id } = (await seen(email)) as ListedCustomer
  await eraseCustomer(deps, email)
  expect((await list(`?text=${id}`)).customers[0]?.state).toBe('erased')
  const rows = await db.select().from(customers)
  const { customers: all } = await list()
  for (const row of rows) {
    const told = all.find((each) => each.id === row.id)?.state.replace(/active|invited/, 'open')
    expect(told).toBe(accountStateOf(row))
  }
})

test('the list is found by state, part of a name or address, and ids', async () => {
  const one = await customer({ name: 'Zoë Findable' })
  const other = await customer({ name: 'Zoë Findable' })
  await changeAccess(deps, other.email, 'disabled', { withBilling: false })
  await db.update(customers).set({ stripeCustomerId: 'cus_findable' }).where(eq(customers.id, one.id))
  const found = async (query: string) => (await list(query)).customers.map(({ id }) => id)
  expect(await found('?text=%20findABLE')).toEqual([other.id, one.id])
  expect(await found('?text=findable&state=active')).toEqual([one.id])
  expect(await found('?state=disabled')).toEqual([other.id])
  expect(await found('?text=cus_findable')).toEqual([one.id])
  expect(await found(`?text=${other.id}`)).toEqual([other.id])
  expect(await found('?text=%25')).toEqual([])
  expect(await found('?after=nobody')).toEqual([])
})

test('400 customers come in pages of a hundred, each within a second, and each customer once', async () => {
  await db.execute(sql`insert into customers (id, email, name, created_at)
    select 'cus_many' || n, 'many' || n || '@example.test', 'Many', '2020-01-01' from generate_series(1, 400) n`)
  const ids: string[] = []
  let page = await list('?text=many')
  for (;;) {
    ids.push(...page.customers.map(({ id }) => id))
    if (!page.hasMore) break
    const began = performance.now()
    page = await list(`?text=many&after=${ids.at(-1)}`)
    expect(performance.now() - began).toBeLessThan(1_000)
  }
  expect(new Set(ids).size).toBe(400)
  expect(ids).toHaveLength(400)
})

test('those who do not see money see none of it, in the list and on the page', async () => {
  const { id, email } = await customer()
  await createPaidOrder(deps, { customerId: id })
  const tess = await joinedStaff(product, 'technician')
  const listed = await tess.get(`/api/operator/customers?text=${encodeURIComponent(email)}`)
  expect(listed.body.customers).toEqual([expect.objectContaining({ id, monthlyCents: null })])
  expect((await tess.get(`/api/operator/customers/${id}`)).body).toMatchObject({
    monthlyCents: null,
    stripeCustomerId: null,
  })
})
