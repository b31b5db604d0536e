import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { audit } from '#base/audit/audit.ts'
import type { Db } from '#base/db/client.ts'
import { domainNames, domains } from '#base/db/schema/index.ts'
import { notFound } from '#base/http/refusal.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { isHeld } from '#delivery/domains/held.ts'
import { factsOf } from '#delivery/provisioning/facts.ts'
import { standingOf } from '#delivery/provisioning/steps/renew-expired.ts'
import { wake } from '#delivery/provisioning/wake.ts'

interface RetryOptions {
  looksAnew: boolean
  /**
   * Somebody of the operator's asks to try these again: also a renewal of which it is not known whether it was paid, and a
   * registration of what is gone.
   */
  renewsAgain?: boolean
  /** What the log calls it. */
  noted?: 'domain.checked' | 'order.retried'
}

/**
 * Tries names again at once, even while a retry is scheduled or they have stopped with an error: for the operator.
 * `looksAnew`: what is known of them counts as stale. Returns which; those that no paid order holds are left out.
 */
export async function retryDomains(
  { db, queue }: Pick<Dependencies, 'db' | 'queue'>,
  which: SQL,
  { looksAnew, renewsAgain = false, noted = looksAnew ? 'domain.checked' : 'order.retried' }: RetryOptions,
): Promise<string[]> {
  return db.transaction(async (tx) => {
    const held = await tx
      .select({ name: domains.name, customerId: domains.customerId })
      .from(domains)
      .innerJoin(domainNames, eq(domainNames.name, domains.name))
      .where(and(which, isHeld))
      .orderBy(asc(domains.name))
      .for('update', { of: domainNames })
    if (held.length === 0) return []
    const names = held.map(({ name }) => name)
    await tx
      .update(domainNames)
      .set({
        ...(looksAnew && { recheckBefore: sql`now()` }),
        ...(renewsAgain && { facts: withRenewalAgain }),
        nextRunAt: sql`now()`,
        attempts: 0,
      })
      .where(inArray(domainNames.name, names))
    await wake(
      tx,
      queue,
      names.map((name) => ({ name, urgent: false })),
    )
    for (const [customerId, of] of Map.groupBy(held, (row) => row.customerId))
      await audit(tx, {
        customerId,
        actor: 'operator',
        action: noted,
        data: { names: of.map(({ name }) => name) },
      })
    return names
  })
}

const waitsForRenewal = sql<boolean>`(${domainNames.facts} ? 'renewal' and ${domainNames.problem} ->> 'operation' = 'renew')`

/**
 * Of those whose page says that they wait for it: who presses for something else has not looked whether it was paid. It
 * is written beside a worker that has the name just then, whose own writing keeps it (`keep-press.ts`).
 */
const withRenewalAgain = sql`case when ${waitsForRenewal}
  then jsonb_set(${domainNames.facts}, '{renewal,againAt}', to_jsonb(now()))
  when ${domainNames.facts} ? 'gone' and ${domainNames.problem} ->> 'operation' = 'register'
  then jsonb_set(${domainNames.facts}, '{gone,againAt}', to_jsonb(now())) else ${domainNames.facts} end`

/** The names that wait for a renewal that only a press for each of them alone asks for again. */
export async function renewalsToAskFor(db: Db, which: SQL): Promise<string[]> {
  const rows = await db
    .select({ name: domainNames.name, facts: domainNames.facts })
    .from(domains)
    .innerJoin(domainNames, eq(domainNames.name, domains.name))
    .where(and(which, isHeld, waitsForRenewal))
    .orderBy(asc(domainNames.name))
  const now = new Date()
  return rows
    .filter((row) => {
      const { renewal } = factsOf(row)
      return renewal && ['lost', 'failed'].includes(standingOf(renewal, now))
    })
    .map(({ name }) => name)
}

/** The same of one name, everything that was read before counting as stale. Throws a `Refusal`. */
export async function retryDomain(deps: Pick<Dependencies, 'db' | 'queue'>, name: string): Promise<void> {
  const done = await retryDomains(deps, eq(domains.name, name), {
    looksAnew: true,
    renewsAgain: true,
    noted: 'order.retried',
  })
  if (done.length === 0) throw notFound(`No paid order holds ${name}.`)
}
