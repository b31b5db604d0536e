import { and, eq, getTableName, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { bundles, customers, domainNames, domains } from '#base/db/schema/index.ts'
import { deepEmail } from '#delivery/domains/deep-customer.ts'
import { isRunning } from '#delivery/domains/running.ts'
import { reconcile } from '#delivery/provisioning/reconcile.ts'
import { retire } from '#delivery/provisioning/retire.ts'
import { rowsOfCustomer } from '#features/customers/server/rows-of-customer.ts'
import { isVendorError } from '#vendors/client/vendor-error.ts'
import type { DeepRun, Holding } from './deep-run.ts'
import type { Narrator } from './narrator.ts'
import { readStanding } from './read-standing.ts'
import { keepRecords, removeRecords } from './removed-records.ts'

const lookEveryMs = 3_000
const never = new AbortController().signal

/** What an earlier deep look has left, or this one has made. */
export async function readLeft(db: Db): Promise<(Holding & { platform: 'azure' | 'google' }) | undefined> {
  const [row] = await db
    .select({
      customerId: customers.id,
      domainId: domains.id,
      connectionId: bundles.connectionId,
      name: domains.name,
      platform: domains.platform,
    })
    .from(customers)
    .innerJoin(domains, eq(domains.customerId, customers.id))
    .innerJoin(bundles, eq(bundles.id, domains.bundleId))
    .where(eq(customers.email, deepEmail))
  return row
}

/**
 * Takes everything down that was made, the product's own way and at once, and forgets it. It may be begun again at any
 * point, also by another process.
 * @returns why something is left; undefined where nothing is
 */
export async function remove(
  { deps, pause, patienceMs }: Omit<DeepRun, 'signal'>,
  holding: Holding,
  narrator: Narrator,
): Promise<string | undefined> {
  const { db } = deps
  await db.transaction(async (tx) => {
    const which = and(eq(domains.id, holding.domainId), isRunning) ?? sql`false`
    if ((await tx.$count(domains, which)) === 0) return
    await keepRecords(tx, holding)
    await retire(deps, tx, which, sql`now()`)
  })
  const ends = performance.now() + patienceMs.removal
  for (;;) {
    const standing = await readStanding(db, holding)
    narrator.hear(standing)
    if (standing.isReleased) break
    if (performance.now() > ends) return standing.problem?.reason ?? 'it is not done yet'
    if (standing.dueInMs > 0) await pause(Math.min(standing.dueInMs, lookEveryMs))
    else if ((await reconcile(deps, holding.name, { signal: never })) === 'busy') await pause(lookEveryMs)
  }
  try {
    await removeRecords(deps, holding)
  } catch (error) {
    if (!isVendorError(error)) throw error
    return error.message
  }
  await db.transaction((tx) => forget(tx, holding))
  return undefined
}

/** No row says any more that it was there, except the operator's audit. */
async function forget(tx: Db, { customerId: id, name }: Holding): Promise<void> {
  for (const { table, are } of rowsOfCustomer.toReversed()) {
    // What others have known of the name stays.
    if (getTableName(table) === getTableName(domainNames))
      await tx.delete(domainNames).where(
        sql`${domainNames.name} = ${name} and not exists (
          select from ${domains} other where other.name = ${name} and other.customer_id <> ${id})`,
      )
    else await tx.execute(sql`delete from ${table} where ${are({ id, email: deepEmail })}`)
  }
}
