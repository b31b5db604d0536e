import { randomInt } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { audit } from '#base/audit/audit.ts'
import { newId } from '#base/db/ids.ts'
import {
  bundles,
  customers,
  domainNames,
  domains,
  orders,
  personas,
  toolConnections,
} from '#base/db/schema/index.ts'
import { placeOf } from '#base/db/sealed-columns.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { deepEmail } from '#delivery/domains/deep-customer.ts'
import { allocateMailboxes, runningHoldings } from '#delivery/provisioning/allocate-mailboxes.ts'
import { raiseWanted } from '#delivery/provisioning/wanted.ts'
import { groupIdOf } from '#features/orders/rules/order-groups.ts'
import type { DeepOrder } from './deep-order.ts'
import type { Holding } from './deep-run.ts'

/** Where visitors are sent while it lasts: a name that is reserved for examples (RFC 2606). */
const forwardingUrl = 'https://example.com'

/** Another address each time: hosts keep those of removed mailboxes for weeks, and give them to nobody. */
const letters = (count: number) =>
  Array.from({ length: count }, () => String.fromCharCode(97 + randomInt(26))).join('')

/**
 * Wants one mailbox on the domain, as an order of nobody's that is never billed: from here on it is the reconciler's,
 * in this process or in any worker.
 * @param accountId the one it is to be made in; undefined for the reconciler's choice
 */
export async function makeOrder(
  { db, secrets, queue }: Pick<Dependencies, 'db' | 'secrets' | 'queue'>,
  { name, platform, tool, values: { url, ...secret } }: DeepOrder,
  accountId: string | undefined,
): Promise<Holding> {
  const [customerId, orderId, connectionId, domainId] = [
    newId('customer'),
    newId('order'),
    newId('connection'),
    newId('domain'),
  ]
  const bundleId = groupIdOf(orderId, 1)
  const plan = platform
  await db.transaction(async (tx) => {
    // Nobody is a member of it, so nobody signs in for it.
    await tx
      .insert(customers)
      .values({ id: customerId, email: deepEmail, name: 'doctor --deep', disabledAt: sql`now()` })
    await tx.insert(toolConnections).values({
      id: connectionId,
      customerId,
      kind: tool,
      details: url === undefined ? {} : { url },
      secrets: secrets.seal(JSON.stringify(secret), placeOf.connection(connectionId)),
    })
    await tx.insert(orders).values({
      id: orderId,
      customerId,
      plan,
      forwardingUrl,
      companyName: 'doctor --deep',
      status: 'active',
    })
    await tx.insert(bundles).values({
      id: bundleId,
      orderId,
      customerId,
      orderIndex: 1,
      plan,
      connectionId,
      status: 'live',
      monthlyCents: 0,
    })
    await tx.insert(domains).values({
      id: domainId,
      customerId,
      bundleId,
      name,
      slot: 0,
      platform,
      // Its registration and its zone are the operator's and stay as they are.
      source: 'own',
      want: 'run',
      status: 'to do',
      forwardingUrl,
    })
    await tx.insert(personas).values({
      id: newId('persona'),
      customerId,
      bundleId,
      position: 0,
      firstName: `Deep${letters(6)}`,
      lastName: 'Look',
      azurePerDomain: platform === 'azure' ? 1 : 0,
      googlePerDomain: platform === 'google' ? 1 : 0,
    })
    await allocateMailboxes(tx, secrets, await runningHoldings(tx, bundleId))
    if (accountId !== undefined)
      await tx
        .insert(domainNames)
        .values({ name, providerAccountId: accountId })
        .onConflictDoUpdate({ target: domainNames.name, set: { providerAccountId: accountId } })
    await raiseWanted(tx, queue, [name])
    await audit(tx, { actor: 'operator', action: 'doctor.deep', subject: name, data: { platform, tool } })
  })
  return { customerId, domainId, connectionId, name }
}
