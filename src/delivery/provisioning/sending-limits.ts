import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { providerAccounts } from '#base/db/schema/index.ts'
import type { Alert } from '#base/mail/alert-operator.ts'
import { numberText } from '#base/text/number-text.ts'
import { type HostLimit, limitShares } from '#features/accounts/rules/outside-recipients.ts'
import { isVendorError } from '#vendors/client/vendor-error.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import type { MailboxHost } from '#vendors/ports/mailbox-hosts.ts'
import { recipientsUsed } from './placement.ts'

/**
 * Reads how many outside recipients a host lets an account reach, and notes it. A host that does not answer leaves what
 * was known; without anything known the lowest counts. Undefined where it has no such limit, or did not answer.
 */
export async function readSendingLimit(
  db: Db,
  host: Pick<MailboxHost, 'sendingLimit'>,
  accountId: string,
  call?: CallContext,
): Promise<HostLimit | undefined> {
  if (!host.sendingLimit) return undefined
  try {
    const limit = await host.sendingLimit(call)
    await db
      .update(providerAccounts)
      .set({
        hostLimit: limit.perDay,
        hostLimitBy: limit.by,
        hostLimitReadAt: sql`now()`,
        hostReached: limit.reached,
      })
      .where(eq(providerAccounts.id, accountId))
    return limit
  } catch (error) {
    if (!isVendorError(error)) throw error
    return undefined
  }
}

/** Tells the operator once that an account uses most of what its host lets out; again only after it was well below that. */
export async function warnNearLimit(
  { db, alert }: { db: Db; alert: (tx: Db, alert: Alert) => Promise<void> },
  accountId: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [account] = await tx
      .select()
      .from(providerAccounts)
      .where(and(eq(providerAccounts.id, accountId), isNotNull(providerAccounts.hostLimit)))
      .for('no key update')
    if (!account?.hostLimit) return
    const used = recipientsUsed(account)
    const share = used / account.hostLimit
    const note = (since: SQL | null) =>
      tx.update(providerAccounts).set({ nearLimitSince: since }).where(eq(providerAccounts.id, accountId))
    if (account.nearLimitSince && share < limitShares.calm) await note(null)
    if (account.nearLimitSince || share < limitShares.warns) return
    await note(sql`now()`)
    const numbers = `${numberText(used)} of the ${numberText(account.hostLimit)} outside recipients that Microsoft lets it reach in 24 hours`
    await alert(tx, {
      key: `near-limit:${accountId}:${new Date().toISOString()}`,
      subject: `${account.label} has used 80% of its daily recipients`,
      text: `The tenant ${account.label} uses ${numbers}. At 90% nothing new is placed there; what it has stays. Over the limit, Microsoft refuses outgoing email of every customer in it. Add another tenant or buy more licenses with Exchange Online; the tenant’s page under Capacity shows which customers send more than their plan sells.`,
    })
  })
}
