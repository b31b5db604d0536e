import { eq } from 'drizzle-orm'
import { domainNames } from '../../db/schema/index.ts'
import type { MailboxHost } from '../../providers/ports.ts'
import { VendorError } from '../../providers/vendor-error.ts'
import { findPlace } from '../placement.ts'
import type { Step, StepContext } from '../step-context.ts'
import { ensureWorkItem } from '../work-items.ts'

/** The host the name is placed at. */
export const hostOf = ({ facts, vendors }: StepContext): Promise<MailboxHost> => {
  if (!facts.host) throw new Error('The name has no place yet.')
  return vendors.mailboxHost(facts.host.accountId)
}

const vendorOf = ({ holding }: StepContext) =>
  (holding.platform === 'azure' ? 'microsoft' : 'google') as 'microsoft' | 'google'

const waiting = (context: StepContext, operation: string, reason: string) =>
  new VendorError({ vendor: vendorOf(context), operation, kind: 'waiting', reason })

/** Chosen once, under the account's lock, and kept until everything there is purged. */
export const place: Step = async (context) => {
  const { name, save, at, lease, alert } = context
  const vendor = vendorOf(context)
  const accountId = await lease.write(async (tx) => {
    const found = await findPlace(tx, name, vendor, context.desired.mailboxes.length)
    if (found)
      await tx.update(domainNames).set({ providerAccountId: found }).where(eq(domainNames.name, name))
    return found
  })
  if (accountId) return save({ host: { at: at(), accountId } })
  await lease.write((tx) =>
    alert(tx, {
      key: `no-room:${vendor}:${at().slice(0, 10)}`,
      subject: `No room at ${vendor} for new domains`,
      text: `${name} waits for a place. Add an account (operator: ${vendor === 'microsoft' ? 'tenant' : 'google-account'} add) or raise a capacity; waiting names go on by themselves.`,
    }),
  )
  throw waiting(context, 'place', 'our team is making room for it')
}

/** Added at the host, which says what proves that the name is ours. */
export const addToHost: Step = async (context) => {
  const host = await hostOf(context)
  await host.ensureDomain(context.name, context.call)
  const record = await host.verificationRecord(context.name, context.call)
  await context.save({ verification: { at: context.at(), record } })
}

export const verify: Step = async (context) => {
  const host = await hostOf(context)
  await host.verifyDomain(context.name, context.call)
  await context.save({ verified: { at: context.at() } })
}

export const mailRecords: Step = async (context) => {
  const host = await hostOf(context)
  const records = await host.mailRecords(context.name, context.call)
  await context.save({ mailRecords: { at: context.at(), records } })
}

/** Where the host has no API for it, a person makes the key and pastes what is to be published. */
export const dkimKeys: Step = async (context) => {
  const host = await hostOf(context)
  if (host.dkimBy === 'api') {
    const { state, records } = await host.ensureDkimKeys(context.name, context.call)
    return context.save({ dkim: { at: context.at(), state, records } })
  }
  const item = await ensureWorkItem(context, {
    kind: 'dkim_key',
    subject: context.name,
    instructions: `In the Google Admin console (Apps, Google Workspace, Gmail, Authenticate email) choose ${context.name}, generate a 2048-bit key with the prefix "google", and answer with the TXT value as txt=… . Do not press Start authentication yet.`,
  })
  const txt = item.answer?.txt
  if (!txt) throw waiting(context, 'dkim_keys', withOurTeam(item.since))
  const record = { name: 'google._domainkey', type: 'TXT' as const, content: txt, ttl: 3600 }
  await context.save({ dkim: { at: context.at(), state: 'created', records: [record] } }, item.close)
}

export const dkimOn: Step = async (context) => {
  const host = await hostOf(context)
  const { facts, save, at } = context
  const records = facts.dkim?.records ?? []
  if (host.dkimBy === 'api') {
    await host.enableDkim(context.name, context.call)
    return save({ dkim: { at: at(), state: 'on', records } })
  }
  // The key is seen in DNS by now (this step needs it); what is left is a button without an API.
  const item = await ensureWorkItem(context, {
    kind: 'dkim_start',
    subject: context.name,
    instructions: `The DKIM key of ${context.name} is published. In the Google Admin console (Apps, Google Workspace, Gmail, Authenticate email) choose ${context.name}, press Start authentication, and answer done=yes.`,
  })
  if (item.answer?.done !== 'yes') throw waiting(context, 'dkim_on', withOurTeam(item.since))
  await save({ dkim: { at: at(), state: 'on', records } }, item.close)
}

export const withOurTeam = (since: Date) =>
  `with our team, since ${since.toISOString().slice(0, 16).replace('T', ' ')} UTC`
