import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Db } from '#base/db/client.ts'
import { placementProbes } from '#base/db/schema/index.ts'
import { isVendorError } from '#vendors/client/vendor-error.ts'
import type { Vendors } from '#vendors/client/vendors.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import type { ArrivedMail, KeptProbeMailbox, ProbeVendor } from '#vendors/ports/proof-mail.ts'
import { nextReadAt } from '../../rules/probes.ts'
import type { ProbeOutcome } from '../../rules/signals/placement.ts'
import { inTurns } from './in-turns.ts'
import { noteRead } from './seeds.ts'

/** Clocks of hosts may differ from ours by so much. */
const clockSkewMs = 5 * 60_000
/** Silence after which the worker that looked counts as gone. */
const claimMinutes = 10
/** Probes that are claimed together, and how many times in a round. */
const slice = 50
const slicesMost = 10

/** A probe that is to be looked for. */
export interface DueProbe {
  id: number
  seedId: string
  token: string
  /** Epoch ms. */
  sentAt: number
  isAccepted: boolean
}

/** Takes some of the probes at a host that are to be looked for, for one process at a time, but for those at some mailboxes. */
export async function claimReads(
  db: Db,
  at: ProbeVendor,
  now: number,
  without: ReadonlySet<string> = new Set(),
): Promise<DueProbe[]> {
  const { rows } = await db.execute<DueProbe & Record<string, unknown>>(sql`
    update placement_probes set read_at = ${new Date(now).toISOString()}::timestamptz + make_interval(mins => ${claimMinutes})
    where id in (select id from placement_probes where read_at <= ${new Date(now).toISOString()}::timestamptz
      and at = ${at} and seed_id <> all(${sql.param([...without])}::text[])
      order by read_at limit ${slice} for update skip locked)
    returning id::int, seed_id as "seedId", token, is_accepted as "isAccepted",
      (extract(epoch from sent_at) * 1000)::float8 as "sentAt"`)
  return rows
}

/** Where a mail was found: one that somebody has moved says nothing. */
function outcomeOf({ folder, shownAs }: ArrivedMail): ProbeOutcome {
  if (folder === 'junk') return 'junk'
  if (shownAs === 'elsewhere') return 'unknown'
  return shownAs ?? 'inbox'
}

interface ReadDeps {
  db: Db
  log: Logger
  vendors: Pick<Vendors, 'probeMailboxes'>
}

/**
 * Looks for the probes at a host whose time has come, so many in a round at most. A mailbox that could not be read is not
 * asked again in the round.
 */
export async function readDue(
  deps: ReadDeps,
  at: ProbeVendor,
  clock: () => number,
  call: CallContext,
): Promise<void> {
  const failed = new Set<string>()
  for (let n = 0; n < slicesMost && !call.signal?.aborted; n++) {
    const now = clock()
    const due = await claimReads(deps.db, at, now, failed)
    if (due.length === 0) return
    const seeds = await deps.vendors.probeMailboxes()
    const read = async (probe: DueProbe) => {
      const seed = failed.has(probe.seedId) ? undefined : seeds.find(({ id }) => id === probe.seedId)
      if (!(await readProbe(deps, seed, probe, now, call))) failed.add(probe.seedId)
    }
    const bySeed = Map.groupBy(due, ({ seedId }) => seedId)
    await Promise.all(
      [...bySeed.values()].map(async ([first, ...others]) => {
        // The first one shows whether the mailbox can be read at all.
        if (first) await read(first)
        await inTurns(others, read)
      }),
    )
  }
}

/**
 * Looks for one and notes what was found, or when it is looked for again. A mailbox that is away proves nothing.
 * @param seed undefined: not to be asked
 * @returns whether the mailbox could be read
 */
export async function readProbe(
  { db, log }: Pick<ReadDeps, 'db' | 'log'>,
  seed: KeptProbeMailbox | undefined,
  { id, token, sentAt, isAccepted }: DueProbe,
  now: number,
  call: CallContext,
): Promise<boolean> {
  const found = await look(seed, token, sentAt, call, (err) =>
    log.error({ err, probe: id }, 'a probe could not be looked for'),
  )
  const wasRead = found !== 'unread'
  if (wasRead && seed) await noteRead(db, seed.id, now)
  const settle = (outcome: ProbeOutcome) => ({ outcome, readAt: null })
  const again = nextReadAt(sentAt, now, wasRead)
  const noted =
    found && found !== 'unread'
      ? settle(outcomeOf(found))
      : again !== null
        ? { readAt: new Date(again) }
        : settle(wasRead && isAccepted ? 'missing' : 'unknown')
  await db
    .update(placementProbes)
    .set(noted)
    .where(and(eq(placementProbes.id, id), isNull(placementProbes.outcome)))
  return wasRead
}

async function look(
  seed: KeptProbeMailbox | undefined,
  token: string,
  sentAt: number,
  call: CallContext,
  onFault: (error: unknown) => void,
): Promise<ArrivedMail | undefined | 'unread'> {
  if (!seed) return 'unread'
  try {
    return await seed.readProofMail(token, new Date(sentAt - clockSkewMs), call)
  } catch (error) {
    if (!isVendorError(error)) onFault(error)
    return 'unread'
  }
}
