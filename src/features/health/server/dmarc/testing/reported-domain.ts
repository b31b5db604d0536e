import { eq, sql } from 'drizzle-orm'
import { dmarcDays, domains } from '#base/db/schema/index.ts'
import { reconcileUntilDone } from '#delivery/provisioning/testing/reconcile-until-done.ts'
import { createPaidOrder } from '#tests/server/paid-order.ts'
import { freshName } from '#tests/server/place-order.ts'
import type { TestWorld } from '#tests/server/test-world.ts'

/** Where the sandbox's DNS says that any domain's reports are taken. */
export const reportsHost = 'reports.inboxyard.test'

/** A domain at Microsoft that was delivered ten days ago, and where receivers report of it. */
export async function reportedDomain(world: TestWorld) {
  const { db } = world.deps
  const person = await world.customer()
  const name = freshName()
  await createPaidOrder(world.deps, {
    customerId: person.id,
    names: { azure: [name], google: [] },
    mailboxesPerDomain: 2,
  })
  await reconcileUntilDone(world, name)
  await db.update(domains).set({ deliveredAt: sql`now() - interval '10 days'` }).where(eq(domains.name, name))
  const [row] = await db.select().from(domains).where(eq(domains.name, name))
  if (!row) throw new Error(`${name} is not there.`)
  return {
    person,
    name,
    id: row.id,
    address: `${row.reportToken}@${reportsHost}`,
    days: () => db.select().from(dmarcDays).where(eq(dmarcDays.domainId, row.id)).orderBy(dmarcDays.reporter),
  }
}
