import { eq } from 'drizzle-orm'
import { audit } from '#base/audit/audit.ts'
import { providerAccounts } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { type AccountName, type Capacity, lockAccount } from './account.ts'

/** How much fits in from now on; what stands there beyond it stays. Throws a `Refusal`. */
export async function setAccountCapacity(
  { db }: Pick<Dependencies, 'db'>,
  { capacity, ...name }: AccountName & { capacity: Capacity },
): Promise<void> {
  await db.transaction(async (tx) => {
    const { id } = await lockAccount(tx, name)
    await tx
      .update(providerAccounts)
      .set({
        capacityDomains: capacity.domains,
        capacityMailboxes: capacity.mailboxes,
        capacityDailyRecipients: capacity.dailyRecipients,
      })
      .where(eq(providerAccounts.id, id))
    await audit(tx, {
      actor: 'operator',
      action: 'provider_account.capacity',
      subject: id,
      data: { ...capacity },
    })
  })
}
