import { eq } from 'drizzle-orm'
import { domainNames } from '#base/db/schema/index.ts'
import { required } from '#base/text/required.ts'
import { workItemTitle } from '#features/work/rules/work-item-kinds.ts'
import { VendorError, waitsForOperator } from '#vendors/client/vendor-error.ts'
import type { MailboxHost } from '#vendors/ports/mailbox-hosts.ts'
import type { Facts } from '../facts.ts'
import { findPlace } from '../placement.ts'
import type { Step, StepContext } from '../step-context.ts'

/** The host the name is placed at. */
export const hostOf = (context: StepContext): Promise<MailboxHost> =>
  context.vendors.mailboxHost(accountOf(context))

const accountOf = ({ facts }: StepContext): string => required(facts.host, 'the place of the name').accountId

export const vendorOf = ({ holding }: StepContext): 'microsoft' | 'google' =>
  holding.platform === 'azure' ? 'microsoft' : 'google'

/** Chosen once, under the account's lock, and kept until everything there is purged; before anything is there, as long as it is open. */
export const place: Step = async (context) => {
  const { name, at, lease, alert } = context
  const vendor = vendorOf(context)
  const accountId = await lease.write(async (tx) => {
    const found = await findPlace(tx, name, vendor)
    await tx
      .update(domainNames)
      .set({ providerAccountId: found ?? null })
      .where(eq(domainNames.name, name))
    return found
  })
  if (accountId) return { facts: { host: { at: at(), accountId } } }
  await lease.write((tx) =>
    alert(tx, {
      key: `no-room:${vendor}:${at().slice(0, 10)}`,
      subject: `No room at ${vendor} for new domains`,
      text: `${name} waits for a place. Add an account (operator: ${vendor === 'microsoft' ? 'tenant' : 'google-account'} add) or raise a capacity; waiting names go on by themselves.`,
    }),
  )
  throw new VendorError({
    vendor,
    operation: 'place',
    ...waitsForOperator,
    reason: 'no account that takes new domains has room for it',
    told: 'our team is making room for it',
  })
}

/**
 * Removed where it was added before its place closed. Until then the account is remembered: one whose answer was lost
 * may have the name all the same.
 */
export const leaveHost: Step = async ({ name, desired, facts, vendors, call, save }) => {
  for (const accountId of desired.hostsToLeave ?? []) {
    const former = await vendors.mailboxHost(accountId)
    await former.removeDomain(name, call)
    await save({ addedTo: notAddedTo(accountId, facts) })
  }
  return { facts: {}, isUntold: true }
}

/** The accounts at which an entry may stand, without one where it does not. */
export function notAddedTo(accountId: string, { addedTo }: Facts): Facts['addedTo'] {
  const accountIds = addedTo?.accountIds.filter((id) => id !== accountId) ?? []
  return addedTo && accountIds.length > 0 ? { ...addedTo, accountIds } : undefined
}

/** Added at the host, which says what proves that the name is ours. */
export const addToHost: Step = async (context) => {
  const { facts, at, save } = context
  const host = await hostOf(context)
  const accountId = accountOf(context)
  const known = facts.addedTo?.accountIds ?? []
  if (!known.includes(accountId)) await save({ addedTo: { at: at(), accountIds: [...known, accountId] } })
  // Since when the host knows one that was removed there and is added again, begins anew; also where no answer comes.
  const adding = async () => {
    if (facts.verified) await save({ verified: undefined })
  }
  await host.ensureDomain(context.name, context.call, adding)
  const record = await host.verificationRecord(context.name, context.call)
  return { facts: { verification: { at: at(), record } } }
}

export const verify: Step = async (context) => {
  const host = await hostOf(context)
  await host.verifyDomain(context.name, context.call)
  const [before, at] = [context.facts.verified, context.at()]
  // That `since` is added to a fact of before is no news.
  return {
    facts: { verified: { at, since: before?.since ?? before?.at ?? at } },
    isUntold: before !== undefined,
  }
}

export const mailRecords: Step = async (context) => {
  const host = await hostOf(context)
  const records = await host.mailRecords(context.name, context.call)
  return { facts: { mailRecords: { at: context.at(), records } } }
}

const noted = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
})

/** A work item stands open: whose turn it is, for the operator and for the customer. */
export const withOurTeam = ({ kind, since }: { kind: string; since: Date }) => ({
  ...waitsForOperator,
  reason: `the work item “${workItemTitle(kind)}” is open`,
  told: `with our team, since ${noted.format(since)} UTC`,
})
