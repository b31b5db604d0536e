import type { Logger } from 'pino'
import type { Db } from '#base/db/client.ts'
import type { Vendors } from '#vendors/client/vendors.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import { probeVendors } from '#vendors/ports/proof-mail.ts'
import { type ClaimedProbe, claimCanary, claimProbes, skipMissed } from './claim-probes.ts'
import { inTurns } from './in-turns.ts'
import { readDue } from './read-probes.ts'
import { askUnread, readableSeeds, watchedSeeds } from './seeds.ts'
import { sendProbe } from './send-probes.ts'

/** Domains that send which are claimed together. */
const slice = 50
/** A host's own limit may be waited for so long. */
const patienceMs = 10_000

export interface ProbeDeps {
  db: Db
  log: Logger
  vendors: Pick<Vendors, 'mailboxHost' | 'probeMailboxes'>
}

export interface ProbeOptions {
  signal?: AbortSignal
  /** The moment that probes count as sent and looked for at. */
  clock?: () => number
}

/**
 * Looks for the probes that are on their way, and sends those whose time has come. Returns how many were sent. A host whose
 * mailboxes answer slowly keeps neither the other's nor what is to be sent waiting.
 */
export async function probeDue(
  deps: ProbeDeps,
  { signal, clock = Date.now }: ProbeOptions = {},
): Promise<number> {
  const call = { purpose: 'looks', patienceMs, ...(signal && { signal }) } as const
  const parts = await Promise.allSettled([
    sendDue(deps, clock, call),
    ...probeVendors.map((vendor) => readDue(deps, vendor, clock, call)),
  ])
  for (const part of parts) if (part.status === 'rejected') throw part.reason
  return parts[0].status === 'fulfilled' ? parts[0].value : 0
}

async function sendDue(deps: ProbeDeps, clock: () => number, call: CallContext): Promise<number> {
  const watched = await watchedSeeds(deps.vendors)
  if (watched.size === 0) return 0
  await askUnread(deps, watched, clock(), call)
  const seeds = readableSeeds(await watchedSeeds(deps.vendors), clock())
  await skipMissed(deps.db, clock())
  let sent = 0
  const send = async (claimed: readonly ClaimedProbe[]) => {
    await inTurns(claimed, (probe) => sendProbe(deps, probe, call))
    sent += claimed.length
  }
  await send(await claimCanary(deps.db, seeds, clock()))
  while (!call.signal?.aborted) {
    const claimed = await claimProbes(deps.db, seeds, clock(), slice)
    if (!claimed) break
    await send(claimed)
  }
  return sent
}
