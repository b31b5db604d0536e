import { eq } from 'drizzle-orm'
import { audit } from '#base/audit/audit.ts'
import type { Db } from '#base/db/client.ts'
import { customers } from '#base/db/schema/index.ts'
import { notFound, ruleBroken } from '#base/http/refusal.ts'
import { type HealthMode, healthModeMessages } from '../rules/health-mode.ts'

/** What is done about the health of a customer's domains. Throws a `Refusal` for no one. */
export async function readHealthMode(db: Db, customerId: string): Promise<HealthMode> {
  const [found] = await db
    .select({ mode: customers.healthMode })
    .from(customers)
    .where(eq(customers.id, customerId))
  if (!found) throw notFound('There is no such customer.')
  return found.mode
}

/**
 * Sets it. A customer cannot choose where the operator has switched suggestions off. Returns what holds now as a sentence;
 * throws a `Refusal`.
 */
export async function setHealthMode(
  db: Db,
  customerId: string,
  mode: HealthMode,
  actor: 'customer' | 'operator',
): Promise<string> {
  await db.transaction(async (tx) => {
    // Whoever acts on a customer's domains holds the same row: what was begun before it was changed is ended first.
    const [customer] = await tx
      .select({ mode: customers.healthMode, erasedAt: customers.erasedAt })
      .from(customers)
      .where(eq(customers.id, customerId))
      .for('update')
    if (!customer || customer.erasedAt) throw notFound('There is no such customer.')
    if (customer.mode === mode) return
    if (actor === 'customer' && customer.mode === 'observe') throw ruleBroken(healthModeMessages.isOperators)
    await tx.update(customers).set({ healthMode: mode }).where(eq(customers.id, customerId))
    const data = { mode, before: customer.mode }
    await audit(tx, { customerId, actor, action: 'customer.health_mode', data })
  })
  return healthModeMessages.set(mode)
}
