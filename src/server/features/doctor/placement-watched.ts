import { probeLines } from '#shared/health/probes.ts'
import type { Canary } from '../../health/placement/canary.ts'
import { type ProbeMailbox, probeVendors } from '../../providers/ports/proof-mail.ts'
import { vendorNames } from '../../providers/vendor-error.ts'
import type { Verdict } from './check.ts'

/** So many of the canary's own probes in a day say that it is not good itself. */
const canaryLine = { arrived: 5, share: 0.5 } as const

/** Where probes are sent, and whether the canary still is one. That nothing is watched is the operator's choice. */
export function placementWatched(
  probes: readonly Pick<ProbeMailbox, 'vendor'>[],
  canary: Canary | undefined,
): Verdict {
  const places = probeVendors.map((vendor) => {
    const count = probes.filter((probe) => probe.vendor === vendor).length
    const isWatched = count >= probeLines.seedsNeeded
    return `${vendorNames[vendor]}: ${isWatched ? `watched by ${count} mailboxes` : `not watched, add ${probeLines.seedsNeeded - count} more with probe add`}`
  })
  if (!canary) return { ok: true, note: [...places, 'No canary: choose one with probe canary'].join('\n') }
  const { domain, arrived, junk } = canary
  if (arrived >= canaryLine.arrived && junk > arrived * canaryLine.share)
    return {
      ok: false,
      reason: `${junk} of ${arrived} probes of the canary ${domain} lay in junk in the last day, so hardly any hour counts`,
      mend: 'Look at its own health: if it is burnt, choose another with probe canary; if not, replace the probe mailboxes that see junk.',
    }
  return {
    ok: true,
    note: [...places, `Canary: ${domain}, ${junk} of ${arrived} in junk in the last day`].join('\n'),
  }
}
