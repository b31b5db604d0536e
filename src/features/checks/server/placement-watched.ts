import { probeLines } from '#features/health/rules/probes.ts'
import type { Canary } from '#features/health/server/placement/canary.ts'
import { vendorNames } from '#vendors/client/vendor-error.ts'
import { type ProbeVendor, probeVendors } from '#vendors/ports/proof-mail.ts'
import type { Verdict } from './check.ts'

/**
 * Of the canary's own probes at a host in a day: so large a share in junk, of so many that arrived, says that it is not good
 * itself, or that the mailboxes there are not. Of 24 that are sent, so many arrive at least.
 */
const canaryLines = { arrived: 5, share: 0.5, arrivedLeast: 12 } as const
const day = 24 * 3_600_000

interface Seed {
  vendor: ProbeVendor
  address: string
  since: Date
  lastRead: Date
}

/** Where probes are sent, and whether the canary still is one. That nothing is watched is the operator's choice. */
export function placementWatched(seeds: readonly Seed[], canary: Canary | undefined, now: number): Verdict {
  const at = (vendor: ProbeVendor) => seeds.filter((seed) => seed.vendor === vendor)
  const watched = probeVendors.filter((vendor) => at(vendor).length >= probeLines.seedsNeeded)
  const unread = watched.flatMap(at).find(({ lastRead }) => now - lastRead.getTime() >= probeLines.unreadMost)
  if (unread)
    return {
      ok: false,
      reason: `${unread.address} was not read since ${unread.lastRead.toISOString()}, so no probe is sent there`,
      mend: 'It is asked again every hour and comes back by itself once it can be read, with new credentials where the ones it has do not work any more.',
      commands: [`probe add --at ${unread.vendor} --address ${unread.address}`],
    }
  const trouble = canary && canaryTrouble(canary, watched, at, now)
  if (trouble) return { ok: false, ...trouble }
  const places = probeVendors.map((vendor) => {
    const count = at(vendor).length
    return `${vendorNames[vendor]}: ${watched.includes(vendor) ? `watched by ${count} mailboxes` : `not watched, add ${probeLines.seedsNeeded - count} more with probe add`}`
  })
  const counts = canary?.hosts.map(
    (host) => `${host.junk} of ${host.arrived} in junk at ${vendorNames[host.at]}`,
  )
  const chosen =
    canary && counts
      ? `Canary: ${canary.domain}, ${counts.length > 0 ? `in the last day ${counts.join(', ')}` : 'nothing of it has arrived yet'}`
      : 'No canary: choose one with probe canary'
  return { ok: true, note: [...places, chosen].join('\n') }
}

/** Each host is judged by itself: a canary that is well at one says nothing of the other. */
function canaryTrouble(
  { domain, since, isSending, hosts }: Canary,
  watched: readonly ProbeVendor[],
  at: (vendor: ProbeVendor) => readonly Seed[],
  now: number,
): Omit<Verdict, 'ok'> | undefined {
  if (watched.length > 0 && !isSending)
    return {
      reason: `the canary ${domain} sends no probes any more, so no hour is checked`,
      mend: 'It was cancelled or given up, stands still, or its host lets no mailbox of it send. Choose another.',
      commands: ['probe canary'],
    }
  for (const vendor of watched) {
    const { arrived, junk } = hosts.find((host) => host.at === vendor) ?? { arrived: 0, junk: 0 }
    if (arrived >= canaryLines.arrived && junk > arrived * canaryLines.share)
      return {
        reason: `${junk} of ${arrived} probes of the canary ${domain} lay in junk at ${vendorNames[vendor]} in the last day, so hardly any hour counts there`,
        mend: 'Look at its own health: if it is burnt, choose another; if not, replace the probe mailboxes that see junk.',
        commands: ['probe canary', 'probe list'],
      }
    const seeds = at(vendor)
      .map((seed) => seed.since.getTime())
      .toSorted((a, b) => a - b)
    const watchedSince = Math.max(since, seeds[probeLines.seedsNeeded - 1] ?? now)
    if (now - watchedSince >= day && arrived < canaryLines.arrivedLeast)
      return {
        reason: `only ${arrived} probes of the canary ${domain} arrived at ${vendorNames[vendor]} in the last day, of 24`,
        mend: 'See that a worker runs, and in the log what its host says. If it refuses them, choose another.',
        commands: ['probe canary'],
      }
  }
  return undefined
}
