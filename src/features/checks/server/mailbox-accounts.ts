import { asc } from 'drizzle-orm'
import { providerAccounts } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { unheardLines } from '#features/capacity/server/hosts/account-alarms.ts'
import { noteProbe } from '#features/capacity/server/hosts/note-probe.ts'
import { listProbeMailboxes } from '#features/capacity/server/hosts/probe-mailboxes.ts'
import { readCanary } from '#features/health/server/placement/canary.ts'
import { vendorNames } from '#vendors/client/vendor-error.ts'
import type { Probe } from '#vendors/ports/probe.ts'
import { type ProbeMailbox, type ProbeVendor, probeVendors } from '#vendors/ports/proof-mail.ts'
import { alertNotes } from './alert-notes.ts'
import { type Check, mending, type Verdict } from './check.ts'
import { limitNotes } from './limit-notes.ts'
import { placementWatched } from './placement-watched.ts'
import { signInNotes } from './sign-in-notes.ts'
import { traceNotes } from './trace-notes.ts'

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
