import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { providerAccounts } from '../../db/schema/index.ts'
import type { Probe } from '../../providers/ports/probe.ts'

/** What an account has answered when it was last asked whether it works: whoever asks notes it. */
export async function noteProbe(db: Db, accountId: string, probe: Probe): Promise<void> {
  await db
    .update(providerAccounts)
    .set({ probedAt: sql`now()`, probeProblem: probe.ok ? null : probe.reason })
    .where(eq(providerAccounts.id, accountId))
}
