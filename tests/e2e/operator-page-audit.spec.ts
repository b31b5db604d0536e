import { eq } from 'drizzle-orm'
import { newId } from '#server/db/ids.ts'
import { customerNotes, customers, mailboxes, orders, users, workItems } from '#server/db/schema/index.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { createPaidOrder } from '#server/testing/paid-order.ts'
import { noteMaxLength } from '#shared/accounts/customer-notes.ts'
import { forwardingUrlMaxLength } from '#shared/domains/forwarding-url.ts'
import { companyNameMaxLength } from '#shared/order-draft/company-name.ts'
import { personNameMaxLength } from '#shared/people/person-name.ts'
import { wide } from './audit/seed-longest.ts'
import { joinedStaff } from './console/staff.ts'
import { expectNoOverflow } from './managing/workspace.ts'
import { freshLabel } from './ordering/order-wizard.ts'
import { expectAccessible } from './product/expect-accessible.ts'
import { expectDrawn } from './product/expect-drawn.ts'
import { keepStill } from './product/keep-still.ts'
import { type Customer, test } from './product/test.ts'

const longName = () => `${wide(31, freshLabel())}.com`
const longEmail = () => `${wide(64, freshLabel())}@${wide(60)}.${wide(60)}.${wide(60)}.com`

/** A customer with an order of longest values, of whom a colleague with the longest name has noted as much as fits. */
async function seedLongest({ db, ...deps }: Dependencies, { id, userId }: Customer, staffEmail: string) {
  const names = [longName(), longName()]
  const { orderId, domains } = await createPaidOrder(
    { db, ...deps },
    {
      customerId: id,
      names: { azure: names },
      people: [[wide(personNameMaxLength, 'A'), wide(personNameMaxLength, 'B')]],
      forwardingUrl: wide(forwardingUrlMaxLength, 'https://example.com/'),
      mailboxesPerDomain: 2,
    },
  )
  await keepStill({ db, ...deps }, names)
  const companyName = wide(companyNameMaxLength)
  await db.update(orders).set({ companyName }).where(eq(orders.id, orderId))
  const person = { name: wide(100), email: longEmail() }
  await db.update(customers).set(person).where(eq(customers.id, id))
  await db.update(users).set(person).where(eq(users.id, userId))
  const [colleague] = await db
    .update(users)
    .set({ name: wide(100) })
    .where(eq(users.email, staffEmail))
    .returning()
  const note = { customerId: id, userId: colleague?.id ?? '', text: wide(noteMaxLength) }
  await db.insert(customerNotes).values({ id: newId('customerNote'), ...note })
  const item = { kind: 'tool_consent', subject: names[0] ?? '', customerId: id, instructions: wide(500) }
  await db.insert(workItems).values({ id: newId('workItem'), ...item })
  const [mailbox] = await db
    .select()
    .from(mailboxes)
    .where(eq(mailboxes.name, names[0] ?? ''))
  return { orderId, domainId: domains[0]?.id, mailboxId: mailbox?.id }
}

test('every page of the console is accessible and holds the longest values on a phone', async ({
  page,
  deps,
  customer,
}) => {
  test.slow()
  const { email } = await joinedStaff(deps, page, 'owner')
  const { orderId, domainId, mailboxId } = await seedLongest(deps, customer, email)
  const tabs = ['overview', 'orders', 'payments', 'people', 'history']
  const lists = ['', '/work', '/work/dkim', '/work/connect', '/customers', '/orders', '/domains', '/health']
  const rooms = ['/capacity', '/money', '/plans', '/brand', '/import', '/staff', '/account']
  for (const path of [
    ...lists,
    ...rooms,
    ...tabs.map((tab) => `/customers/${customer.id}?tab=${tab}`),
    `/orders/${orderId}`,
    `/domains/${domainId}`,
    `/mailboxes/${mailboxId}`,
    `/health/${domainId}`,
  ]) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(`/operator${path}`)
    await expectDrawn(page)
    await expectAccessible(page)
    await page.setViewportSize({ width: 360, height: 740 })
    await expectNoOverflow(page)
  }
})
