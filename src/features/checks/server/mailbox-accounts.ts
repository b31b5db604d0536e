import { asc } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { providerAccounts } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { readSendingLimit } from '#delivery/provisioning/sending-limits.ts'
import { comparedText, hostLimitText } from '#features/accounts/rules/outside-recipients.ts'
import { unheardLines } from '#features/capacity/server/hosts/account-alarms.ts'
import { noteProbe } from '#features/capacity/server/hosts/note-probe.ts'
import { listProbeMailboxes } from '#features/capacity/server/hosts/probe-mailboxes.ts'
import { readCanary } from '#features/health/server/placement/canary.ts'
import { interruptSentences } from '#vendors/client/interrupt-sentences.ts'
import { isVendorError, vendorNames } from '#vendors/client/vendor-error.ts'
import type { MailboxHost } from '#vendors/ports/mailbox-hosts.ts'
import type { Probe } from '#vendors/ports/probe.ts'
import { type ProbeMailbox, type ProbeVendor, probeVendors } from '#vendors/ports/proof-mail.ts'
import { type Check, mending, type Verdict } from './check.ts'
import { placementWatched } from './placement-watched.ts'

/** How sending tools get in to a tenant's mailboxes, and what will be in their way: told, and not wrong. */
async function signInNotes(host: MailboxHost): Promise<string[]> {
  const consent = await host.probeConsent()
  const interrupts = await host.signInInterrupts()
  const isKnown = interrupts.securityDefaults !== undefined && interrupts.registrationCampaign !== undefined
  return [
    consent.ok
      ? 'Sending tools get their consent by API.'
      : `A person gives sending tools their consent, when a work item asks for it: ${consent.reason}.`,
    ...interruptSentences(interrupts),
    ...(isKnown
      ? []
      : [
          'Whether security defaults or a registration campaign will interrupt signing in is not known: the app registration needs Policy.Read.All to read it.',
        ]),
  ]
}

const dayMs = 24 * 3_600_000

/** Whether what a host raises of an account is heard: told, and not wrong, since an account works without. */
async function alertNotes(host: MailboxHost): Promise<string[]> {
  try {
    const heard = await host.alerts?.(new Date(Date.now() - dayMs), { purpose: 'waiting' })
    if (heard === 'forbidden')
      return [
        'Its alerts are not read, so that it is to be suspended is not heard of: switch the Alert Center API on and add apps.alerts under domain-wide delegation.',
      ]
    return heard ? ['Its alerts are read.'] : []
  } catch (error) {
    if (!isVendorError(error)) throw error
    return [`Its alerts cannot be read at present: ${error.reason}.`]
  }
}

/** What a tenant lets out beside what its operator has entered: told, and not wrong, since the lower of the two counts. */
async function limitNotes(db: Db, host: MailboxHost, accountId: string, entered: number): Promise<string[]> {
  if (!host.sendingLimit) return []
  const limit = await readSendingLimit(db, host, accountId, { purpose: 'waiting' })
  if (!limit) return ['How many outside recipients Microsoft lets it reach is not known at present.']
  return [hostLimitText(limit), comparedText(entered, limit)]
}

/** Whether what single receivers refuse may be read: told, and not wrong, since a tenant works without. */
async function traceNotes({ trace }: MailboxHost): Promise<string[]> {
  if (!trace) return []
  const probe = await trace.probe({ purpose: 'waiting' })
  if (probe.ok) return ['Its app may read the message trace.']
  if (probe.isAway) return [`Whether its message trace may be read is not known at present: ${probe.reason}.`]
  return [
    'Its message trace is not read, so what single receivers refuse is not known: give the app registration ExchangeMessageTrace.Read.All.',
  ]
}

/** Every tenant and Google account, and the mailboxes that receive proof mail and probes. */
export async function mailboxAccountChecks({ db, vendors }: Dependencies): Promise<Check[]> {
  const probes = await vendors.probeMailboxes()
  const postmaster = await vendors.postmaster()
  const accounts = await db.select().from(providerAccounts).orderBy(asc(providerAccounts.createdAt))
  const missing = probeVendors.filter((vendor) => !accounts.some((account) => account.vendor === vendor))
  return [
    ...missing.map(noAccount),
    ...accounts.map(
      ({ id, vendor, label, state, capacityDailyRecipients }): Check => ({
        what: `${vendor === 'microsoft' ? 'Microsoft tenant' : 'Google account'} ${label}`,
        step: 'host',
        async inspect() {
          const host = await vendors.mailboxHost(id)
          const probe = await host.probe()
          await noteProbe(db, id, probe)
          if (!probe.ok) return mending(probe)
          // Without a mailbox that receives it, nothing is sent.
          const sending: Probe = probes.length > 0 ? await host.probeSending() : { ok: true }
          if (!sending.ok) return mending(sending, maySend[vendor])
          const notes =
            vendor === 'microsoft'
              ? [
                  ...(await limitNotes(db, host, id, capacityDailyRecipients)),
                  ...(await signInNotes(host)),
                  ...(await traceNotes(host)),
                ]
              : await alertNotes(host)
          return { ok: true, note: [state, ...notes, ...(await unheardLines(db, id))].join('\n') }
        },
      }),
    ),
    ...probeVendors.map(
      (vendor): Check => ({
        what: `Probe mailbox at ${vendorNames[vendor]}`,
        step: 'probes',
        inspect: () => readable(vendor, probes),
      }),
    ),
    // Who is not signed in does without.
    ...(postmaster
      ? [
          {
            what: 'Gmail Postmaster Tools',
            inspect: async () =>
              mending(await postmaster.probe(), 'Sign in again.', { commands: ['postmaster connect'] }),
          },
        ]
      : []),
    {
      what: 'Where mail arrives',
      inspect: async () =>
        placementWatched(await listProbeMailboxes({ db }), await readCanary(db), Date.now()),
    },
  ]
}

const noAccount = (vendor: ProbeVendor): Check => ({
  what: vendorNames[vendor],
  step: 'host',
  inspect: async () => ({
    ok: false,
    reason: 'there is no account for mailboxes',
    mend: 'Add one.',
    press: 'Under Capacity: “Add an account”.',
    commands: [`${vendor === 'microsoft' ? 'tenant' : 'google-account'} add`],
  }),
})

const maySend: Record<ProbeVendor, string> = {
  microsoft: 'Give the app registration Mail.Send, or domains there are not proven.',
  google: 'Add gmail.send under domain-wide delegation, or domains there are not proven.',
}

/** A domain is proven by mail to both of them. */
async function readable(vendor: ProbeVendor, probes: readonly ProbeMailbox[]): Promise<Verdict> {
  const there = probes.filter((probe) => probe.vendor === vendor)
  if (there.length === 0)
    return {
      ok: false,
      reason: 'there is none, so domains are delivered without proof that their mail is authentic',
      mend: 'Add one.',
      commands: ['probe add'],
    }
  for (const mailbox of there) {
    const probe = await mailbox.probe()
    if (probe.ok) continue
    const verdict = mending(probe, 'Give its app Mail.Read or gmail.readonly, or replace it.', {
      commands: [`probe remove --at ${vendor} --address ${mailbox.address}`, 'probe add'],
    })
    return verdict.ok ? verdict : { ...verdict, reason: `${mailbox.address}: ${verdict.reason}` }
  }
  return { ok: true, note: there.map(({ address }) => address).join('\n') }
}
