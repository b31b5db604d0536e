import { probeLines } from '#shared/health/probes.ts'
import { type KeptProbeMailbox, type ProbeVendor, probeVendors } from '../../providers/ports/proof-mail.ts'
import type { Vendors } from '../../providers/vendors.ts'

/** The operator's mailboxes that probes are sent to, by the host that they are at. */
export type Seeds = ReadonlyMap<ProbeVendor, readonly KeptProbeMailbox[]>

/** Hosts without enough of them are left out: there nobody watches where mail arrives. */
export async function watchedSeeds(vendors: Pick<Vendors, 'probeMailboxes'>): Promise<Seeds> {
  const all = await vendors.probeMailboxes()
  return new Map(
    probeVendors.flatMap((vendor) => {
      const there = all.filter((each) => each.vendor === vendor)
      return there.length < probeLines.seedsNeeded ? [] : [[vendor, there] as const]
    }),
  )
}
