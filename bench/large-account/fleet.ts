import { eq, sql } from 'drizzle-orm'
import { demoPassword, leftToPeople } from '#apps/demo/demo-accounts.ts'
import { placeDemoOrder } from '#apps/demo/place-demo-order.ts'
import { addDemoProviderAccounts } from '#apps/demo/provider-accounts.ts'
import { readAgain } from '#base/db/books-read.ts'
import { type AccountVendor, accountVendors, customers } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { setAccountCapacity } from '#features/capacity/server/hosts/account-capacity.ts'
import { listProviderAccounts } from '#features/capacity/server/hosts/list-accounts.ts'
import { addCustomer } from '#features/customers/server/add-customer.ts'
import { type Access, changeAccess } from '#features/customers/server/customer-access.ts'
import { companyOf, planCustomer, yearMs } from './account-plan.ts'
import { believableBrand, believableDomain, namesakes, randomNumbers } from './believable-names.ts'
import { copyOrders, takenNames } from './large-account.ts'
import type { Originals } from './order-originals.ts'
import { payInThePast } from './past-payments.ts'
import type { SandboxAtHand } from './sandbox-at-hand.ts'

/** Customers that have just ordered at Google: each of their domains waits for a DKIM key that a person copies. */
const waiting = 3
/** Of the last customers, by their place from the end. */
const accessOf: Record<number, Access> = { 1: 'suspended', 2: 'disabled' }
/** Share of its room that is taken at each of the operator's accounts, afterwards. */
const fullness: Record<AccountVendor, number> = { microsoft: 0.94, google: 0.9 }

/**
 * An operator's customers as they are after a year: so many, each with a few orders that were paid for since, one of them suspended, one not
 * let in, three with domains that wait for a person, and the operator's accounts near their limits. Those that are
 * there stay as they are. Returns how many were added.
 */
export async function makeFleet(
  deps: Dependencies,
  sandbox: SandboxAtHand,
  originals: Originals,
  count: number,
): Promise<number> {
  const { db } = deps
  await addDemoProviderAccounts(deps, sandbox)
  const taken = await takenNames(db)
  let added = 0
  for (let i = 0; i < count; i++) {
    const random = randomNumbers(1_009 * (i + 1))
    const brand = believableBrand(random)
    const person = { email: `hello@${brand}${leftToPeople}`, name: companyOf(random, brand) }
    if ((await db.$count(customers, eq(customers.email, person.email))) > 0) continue
    const since = new Date(Date.now() - random(yearMs))
    const { id } = await addCustomer(db, { ...person, password: demoPassword })
    const planned = planCustomer(random, originals.kinds, taken, since)
    const stripeCustomerId = payInThePast(
      sandbox.store,
      person,
      planned.map(({ kind, bundles, orderedAt }) => ({
        plan: kind.plan,
        bundles: bundles.length,
        orderedAt,
      })),
    )
    await db.update(customers).set({ createdAt: since, stripeCustomerId }).where(eq(customers.id, id))
    await copyOrders(deps, sandbox, originals, id, planned)
    if (i < waiting) {
      const google = Array.from({ length: 5 }, () => believableDomain(random, brand, taken))
      await placeDemoOrder(
        deps,
        sandbox,
        await sandbox.credentials(),
        { id, ...person },
        {
          plan: 'google',
          option: 'purchase',
          companyName: person.name,
          tool: 'other',
          people: namesakes.slice(0, 1),
          names: { azure: [], google },
          bundles: 1,
        },
      )
    }
    const access = accessOf[count - i]
    if (access) await changeAccess(deps, person.email, access, { withBilling: false })
    added++
  }
  if (added > 0) {
    await fillAccounts(deps)
    await readAgain(db)
  }
  await db.execute(sql`analyze customers, orders, bundles, domains, domain_names, mailboxes, mailbox_links`)
  return added
}

/** Leaves little room in the operator's accounts. */
async function fillAccounts(deps: Dependencies): Promise<void> {
  for (const vendor of accountVendors)
    for (const { label, use, capacity } of await listProviderAccounts(deps, vendor))
      await setAccountCapacity(deps, {
        vendor,
        label,
        capacity: { ...capacity, mailboxes: Math.ceil(use.mailboxes / fullness[vendor]) },
      })
}
