import { eq, sql } from 'drizzle-orm'
import { bundles, domains, orders } from '#base/db/schema/index.ts'
import { seedOrder } from '#tests/e2e/product/seed-order.ts'
import { expect, test } from '#tests/e2e/product/test.ts'

const copies = 150

test.beforeEach(async ({ deps, customer, signIn }) => {
  const { orderId, groups } = await seedOrder(deps, customer.id, {
    forwardingUrl: 'https://first.example.com',
  })
  const groupId = groups[0]?.groupId as string
  const from = sql`generate_series(1, ${copies}::int) n`
  // Each later one is older.
  await deps.db.execute(sql`
    insert into ${orders} (id, customer_id, plan, forwarding_url, company_name, status, paid_at, created_at)
    select id || n, customer_id, plan, 'https://of' || n || '.example.com', company_name, status, paid_at, created_at - n * interval '1 hour'
    from ${orders}, ${from} where ${eq(orders.id, orderId)}`)
  await deps.db.execute(sql`
    insert into ${bundles} (id, order_id, customer_id, order_index, plan, connection_id, status, monthly_cents)
    select id || '_' || n, order_id || n, customer_id, order_index, plan, connection_id, status, monthly_cents
    from ${bundles}, ${from} where ${eq(bundles.id, groupId)}`)
  await deps.db.execute(sql`
    insert into ${domains} (id, customer_id, bundle_id, name, slot, platform, source, want, status, forwarding_url)
    select id || '_' || n, customer_id, bundle_id || '_' || n, 'of' || n || name, slot, platform, source, want, status, forwarding_url
    from ${domains}, ${from} where ${eq(domains.bundleId, groupId)}`)
  await signIn()
})

test('an address that names an order beyond those in view leads to it', async ({ page, deps, customer }) => {
  const [last] = await deps.db
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.customerId, customer.id))
    .orderBy(orders.createdAt)
    .limit(1)
  await page.goto(`/dashboard?order=${last?.id}`)
  await expect(page.getByRole('heading', { name: `of${copies}.example.com` })).toBeVisible()
  await expect(page.getByText('There is no such order.')).toHaveCount(0)
})
