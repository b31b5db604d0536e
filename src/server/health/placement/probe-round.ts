import type { Db } from '../../db/client.ts'
import type { CallContext } from '../../providers/ports/call-context.ts'
import type { Vendors } from '../../providers/vendors.ts'
import { type ClaimedProbe, claimCanary, claimProbes, skipMissed } from './claim-probes.ts'
import { claimReads, readProbe } from './read-probes.ts'
import { watchedSeeds } from './seeds.ts'
import { sendProbe } from './send-probes.ts'

/** Domains that send, or probes that are looked for, which are claimed together; and how many of these at once. */
const slice = 50
const atOnce = 10
/** A host's own limit may be waited for so long. */
const patienceMs = 10_000

export interface ProbeDeps {
  db: Db
  vendors: Pick<Vendors, 'mailboxHost' | 'probeMailboxes'>
}

export interface ProbeOptions {
  signal?: AbortSignal
  /** The moment that probes count as sent and looked for at. */
  clock?: () => number
}

/** Looks for the probes that are on their way, and sends those whose time has come. Returns how many were sent. */
export async function probeDue(
  deps: ProbeDeps,
  { signal, clock = Date.now }: ProbeOptions = {},
): Promise<number> {
  const call = { purpose: 'looks', patienceMs, ...(signal && { signal }) } as const
  await readDue(deps, clock, call)
  const seeds = await watchedSeeds(deps.vendors)
  if (seeds.size === 0) return 0
  await skipMissed(deps.db, clock())
  let sent = 0
  const send = async (claimed: readonly ClaimedProbe[]) => {
    await inTurns(claimed, (probe) => sendProbe(deps, probe, call))
    sent += claimed.length
  }
  await send(await claimCanary(deps.db, seeds, clock()))
  while (!signal?.aborted) {
    const claimed = await claimProbes(deps.db, seeds, clock(), slice)
    if (!claimed) break
    await send(claimed)
  }
  return sent
}

async function readDue({ db, vendors }: ProbeDeps, clock: () => number, call: CallContext): Promise<void> {
  while (!call.signal?.aborted) {
    const now = clock()
    const due = await claimReads(db, now, slice)
    if (due.length === 0) break
    const seeds = await vendors.probeMailboxes()
    await inTurns(due, (probe) => readProbe(db, seeds, probe, now, call))
  }
}

async function inTurns<T>(all: readonly T[], act: (each: T) => Promise<void>): Promise<void> {
  for (let from = 0; from < all.length; from += atOnce)
    await Promise.all(all.slice(from, from + atOnce).map(act))
}
