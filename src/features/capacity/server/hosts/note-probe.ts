import { eq, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { providerAccounts } from '#base/db/schema/index.ts'
import { askSoon } from '#features/health/server/alerts/account-watches.ts'
import type { Probe } from '#vendors/ports/probe.ts'

/**
 * What an account has answered when it was last asked whether it works: whoever asks notes it. One that works is asked
 * for what it has to tell soon, also where it was to be left alone because it refused us.
 */
export async function noteProbe(db: Db, accountId: string, probe: Probe): Promise<void> {
  await db
    .update(providerAccounts)
    .set({ probedAt: sql`now()`, probeProblem: probe.ok ? null : probe.reason })
    .where(eq(providerAccounts.id, accountId))
  if (probe.ok) await askSoon(db, accountId)
}
