import { and, eq, sql } from 'drizzle-orm'
import { audit } from '../../audit/audit.ts'
import { domainNames, domains } from '../../db/schema/index.ts'
import type { Dependencies } from '../../dependencies.ts'
import { isHeld } from '../../domains/held.ts'
import { notFound } from '../../http/refusal.ts'
import { wake } from '../../provisioning/wake.ts'

/** Looks at a name at once, everything that was read before counting as stale: for the operator. Throws a `Refusal`. */
export async function retryDomain(
  { db, queue }: Pick<Dependencies, 'db' | 'queue'>,
  name: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [held] = await tx
      .select({ customerId: domains.customerId })
      .from(domains)
      .innerJoin(domainNames, eq(domainNames.name, domains.name))
      .where(and(eq(domains.name, name), isHeld))
    if (!held) throw notFound(`No paid order holds ${name}.`)
    await tx
      .update(domainNames)
      .set({ recheckBefore: sql`now()`, nextRunAt: sql`now()`, attempts: 0 })
      .where(eq(domainNames.name, name))
    await wake(tx, queue, [{ name, urgent: false }])
    await audit(tx, {
      customerId: held.customerId,
      actor: 'operator',
      action: 'order.retried',
      data: { names: [name] },
    })
  })
}
