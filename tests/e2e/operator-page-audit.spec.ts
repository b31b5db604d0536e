import { eq } from 'drizzle-orm'
import { newId } from '#base/db/ids.ts'
import {
  customerNotes,
  customers,
  domainNames,
  mailboxes,
  orders,
  providerAccounts,
  users,
  workItems,
} from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { noteMaxLength } from '#features/customers/rules/customer-notes.ts'
import { storeImport } from '#features/fleet-import/server/store-import.ts'
import { forwardingUrlMaxLength } from '#features/forwarding/rules/forwarding-url.ts'
import { companyNameMaxLength } from '#features/ordering/rules/company-name.ts'
import { personNameMaxLength } from '#features/people/rules/person-name.ts'
import { createPaidOrder } from '../server/paid-order.ts'
import { expectWordsWhole } from './audit/expect-words-whole.ts'
import { wide } from './audit/seed-longest.ts'
import { joinedStaff } from './console/staff.ts'
import { expectNoOverflow } from './managing/workspace.ts'
import { freshLabel } from './ordering/order-wizard.ts'
import { expectAccessible } from './product/expect-accessible.ts'
import { expectDrawn } from './product/expect-drawn.ts'
import { keepStill } from './product/keep-still.ts'
import { consolePages, consolePagesOfOne, withIds } from './product/routes.ts'
import { type Customer, test } from './product/test.ts'

const longName = () => `${wide(31, freshLabel())}.com`
const longEmail = () => `${wide(64, freshLabel())}@${wide(60)}.${wide(60)}.${wide(60)}.com`

const fleetOf = (name: string) => `email,customer,domain,plan,order,started,people,forwarding
${longEmail()},${wide(companyNameMaxLength)},${name},azure,${wide(60)},2026-01-31,Ada Byron,https://fleet.test`

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
  const problem = { kind: 'rejected' as const, reason: wide(300), at: new Date().toISOString() }
  await db
    .update(domainNames)
    .set({ problem })
    .where(eq(domainNames.name, names[0] ?? ''))
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
  const [account] = await db.select().from(providerAccounts).limit(1)
  const stored = await storeImport(
    { db },
    { fileName: `${wide(190)}.csv`, text: fleetOf(longName()), madeBy: 'x' },
  )
  return {
    orderId,
    domainId: domains[0]?.id,
    mailboxId: mailbox?.id,
    accountId: account?.id,
    importId: stored.ok ? stored.importId : undefined,
  }
}

const tabs = ['orders', 'payments', 'people', 'history']
type Seeded = Awaited<ReturnType<typeof seedLongest>>
const half = Math.ceil(consolePages.length / 2)
const pages: Record<string, (customer: Customer, seeded: Seeded) => string[]> = {
  'the first half of those of many things': () => consolePages.slice(0, half),
  'the other half of those': () => consolePages.slice(half),
  'those of one thing': (customer, { orderId, domainId, mailboxId, accountId, importId }) => [
    ...withIds(consolePagesOfOne, {
      '/operator/customers/:id': customer.id,
      '/operator/orders/:id': orderId,
      '/operator/domains/:id': domainId,
      '/operator/mailboxes/:id': mailboxId,
      '/operator/capacity/:id': accountId,
      '/operator/health/:id': domainId,
      '/operator/import/:id': importId,
    }),
    ...tabs.map((tab) => `/operator/customers/${customer.id}?tab=${tab}`),
  ],
}

for (const [which, pathsOf] of Object.entries(pages))
  test(`the console’s pages, ${which}, are accessible and hold the longest values on a phone`, async ({
    page,
    deps,
    customer,
  }) => {
    test.slow()
    const { email } = await joinedStaff(deps, page, 'owner')
    for (const path of pathsOf(customer, await seedLongest(deps, customer, email))) {
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.goto(path)
      await expectDrawn(page)
      await expectAccessible(page)
      for (const width of [768, 360]) {
        await page.setViewportSize({ width, height: 740 })
        await expectWordsWhole(page)
        await expectNoOverflow(page)
      }
    }
  })
