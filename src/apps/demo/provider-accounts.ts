import { asc, eq } from 'drizzle-orm'
import type { Db } from '#base/db/client.ts'
import { type AccountVendor, accountVendors, dnsAccounts, providerAccounts } from '#base/db/schema/index.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { readSendingLimit } from '#delivery/provisioning/sending-limits.ts'
import { addProviderAccount } from '#features/capacity/server/hosts/add-account.ts'
import { addProbeMailbox, listProbeMailboxes } from '#features/capacity/server/hosts/probe-mailboxes.ts'
import { addDnsAccount } from '#features/capacity/server/registrars/add-dns-account.ts'
import { setDnsAccountState } from '#features/capacity/server/registrars/change-dns-account.ts'
import type { SandboxControl } from './sandbox-control.ts'

/** The sandbox's tenant and Google account, with room for everything a demo orders; what is there stays. */
export async function addDemoProviderAccounts(
  deps: Pick<Dependencies, 'db' | 'secrets' | 'vendors'>,
  sandbox: SandboxControl,
): Promise<void> {
  const credentials = await sandbox.credentials()
  for (const vendor of accountVendors) {
    if ((await deps.db.$count(providerAccounts, eq(providerAccounts.vendor, vendor))) > 0) continue
    const id = await addProviderAccount(deps, {
      vendor,
      label: 'Sandbox',
      credentials: credentials[vendor],
      state: 'open',
      capacity: { domains: 20_000, mailboxes: 1_000_000, dailyRecipients: 10_000_000 },
    })
    await readSendingLimit(deps.db, await deps.vendors.mailboxHost(id), id)
  }
}

/** The sandbox's second account at DNSimple, beside the one of the environment; it is given names once somebody opens it. */
export async function addDemoDnsAccount(
  deps: Pick<Dependencies, 'db' | 'secrets' | 'vendors'>,
  sandbox: SandboxControl,
): Promise<void> {
  const { dnsimple } = await sandbox.credentials()
  if ((await deps.db.$count(dnsAccounts)) > 1) return
  const label = 'Second'
  await addDnsAccount(deps, { label, credentials: dnsimple })
  await setDnsAccountState(deps, { label, state: 'draining' })
}

/** The sandbox's mailboxes that receive test mail and probes, two at each host; what is there stays. */
export async function addDemoProbeMailboxes(
  deps: Pick<Dependencies, 'db' | 'secrets' | 'vendors' | 'queue'>,
  sandbox: SandboxControl,
): Promise<void> {
  const { probes, secondProbes } = await sandbox.credentials()
  const there = await listProbeMailboxes(deps)
  for (const each of [probes, secondProbes])
    for (const vendor of accountVendors) {
      const credentials = each[vendor]
      if (there.some(({ address }) => address === credentials.address)) continue
      const probe = await addProbeMailbox(deps, { vendor, credentials })
      if (!probe.ok) throw new Error(`The sandbox’s probe mailbox cannot be read: ${probe.reason}`)
    }
}

/** Where a demo's domains are placed: the first account at each vendor. */
export async function providerAccountIds(db: Db): Promise<Record<AccountVendor, string>> {
  const rows = await db.select().from(providerAccounts).orderBy(asc(providerAccounts.createdAt))
  const first = (vendor: AccountVendor) => {
    const row = rows.find((each) => each.vendor === vendor)
    if (!row) throw new Error(`There is no account at ${vendor}.`)
    return row.id
  }
  return { microsoft: first('microsoft'), google: first('google') }
}
