import { and, asc, eq, ne } from 'drizzle-orm'
import { domainNames, providerAccounts } from '#base/db/schema/index.ts'
import { hostNames } from '#features/plans/rules/host-names.ts'
import { mailKinds } from '#features/work/rules/work-item-answers.ts'
import { isVendorError, VendorError, waitsForOperator, waitsForVendor } from '#vendors/client/vendor-error.ts'
import type { CallOutcome } from '#vendors/ports/call-context.ts'
import type { MailboxHost } from '#vendors/ports/mailbox-hosts.ts'
import type { StepContext } from '../../step-context.ts'
import { closeWorkItem } from '../../work-items.ts'
import { vendorOf } from '../mailbox-host.ts'
import { isNewAtHost } from './standing.ts'

/**
 * Where a host makes none of a domain's mailboxes, the domain itself may have left the account, as one that the operator
 * has moved to another by hand: it goes on in the one that has proven it, and otherwise waits for the operator.
 */
export async function throwIfGone(
  context: StepContext,
  host: MailboxHost,
  asked: readonly CallOutcome<unknown>[],
): Promise<void> {
  const { name, holding, call } = context
  const isRefused = asked.every((outcome) => !outcome.ok && !outcome.error.isOverLimit)
  if (!isRefused || isNewAtHost(context) || (await host.domainState(name, call)).added) return
  const found = await foundIn(context)
  if (found) await goOnAt(context, found.id)
  throw new VendorError({
    vendor: vendorOf(context),
    operation: 'ensureMailboxes',
    ...(found ? waitsForVendor : waitsForOperator),
    reason: found
      ? `the domain was moved to “${found.label}”, and is set up there`
      : `the domain is in none of your accounts at ${hostNames[holding.platform]} any more: look in the admin console what became of it, and add and verify it there again`,
  })
}

/** Another of the operator's accounts, where the name is verified: a host has it so in one alone. */
async function foundIn(context: StepContext) {
  const { db, vendors, name, facts, call } = context
  const others = await db
    .select({ id: providerAccounts.id, label: providerAccounts.label })
    .from(providerAccounts)
    .where(
      and(
        eq(providerAccounts.vendor, vendorOf(context)),
        ne(providerAccounts.id, facts.host?.accountId ?? ''),
      ),
    )
    .orderBy(asc(providerAccounts.createdAt))
  for (const account of others) {
    try {
      const { verified } = await (await vendors.mailboxHost(account.id)).domainState(name, call)
      if (verified) return account
    } catch (error) {
      // What one account does not say, another may.
      if (!isVendorError(error)) throw error
    }
  }
  return undefined
}

/** Nothing that the former account said of the name holds there. */
async function goOnAt({ name, at, save }: StepContext, accountId: string): Promise<void> {
  const places = {
    host: { at: at(), accountId },
    addedTo: { at: at(), accountIds: [accountId] },
  }
  const anew = {
    verification: undefined,
    verified: undefined,
    mailRecords: undefined,
    dkim: undefined,
    mailboxes: undefined,
    photo: undefined,
    proof: undefined,
    tool: undefined,
  }
  await save({ ...places, ...anew }, async (tx) => {
    await tx.update(domainNames).set({ providerAccountId: accountId }).where(eq(domainNames.name, name))
    for (const kind of mailKinds) await closeWorkItem(tx, kind, name)
  })
}
