import { eq, sql } from 'drizzle-orm'
import { nextReadAt } from '#shared/health/probes.ts'
import type { ProbeOutcome } from '#shared/health/signals/placement.ts'
import type { Db } from '../../db/client.ts'
import { placementProbes } from '../../db/schema/index.ts'
import type { CallContext } from '../../providers/ports/call-context.ts'
import type { ArrivedMail, KeptProbeMailbox } from '../../providers/ports/proof-mail.ts'
import { isVendorError } from '../../providers/vendor-error.ts'

/** Clocks of hosts may differ from ours by so much. */
const clockSkewMs = 5 * 60_000
/** Silence after which the worker that looked counts as gone. */
const claimMinutes = 10

/** A probe that is to be looked for. */
export interface DueProbe {
  id: number
  seedId: string
  token: string
  /** Epoch ms. */
  sentAt: number
  isAccepted: boolean
}

/** Takes some of the probes that are to be looked for, for one process at a time. */
export async function claimReads(db: Db, now: number, slice: number): Promise<DueProbe[]> {
  const { rows } = await db.execute<DueProbe & Record<string, unknown>>(sql`
    update placement_probes set read_at = ${new Date(now).toISOString()}::timestamptz + make_interval(mins => ${claimMinutes})
    where id in (select id from placement_probes where read_at <= ${new Date(now).toISOString()}::timestamptz
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

/** Looks for one and notes what was found, or when it is looked for again. A mailbox that is away proves nothing. */
export async function readProbe(
  db: Db,
  seeds: readonly KeptProbeMailbox[],
  { id, seedId, token, sentAt, isAccepted }: DueProbe,
  now: number,
  call: CallContext,
): Promise<void> {
  const found = await look(
    seeds.find((each) => each.id === seedId),
    token,
    sentAt,
    call,
  )
  const settle = (outcome: ProbeOutcome) => ({ outcome, readAt: null })
  const again = nextReadAt(sentAt, now, found !== 'unread')
  const noted =
    found && found !== 'unread'
      ? settle(outcomeOf(found))
      : again !== null
        ? { readAt: new Date(again) }
        : settle(found === undefined && isAccepted ? 'missing' : 'unknown')
  await db.update(placementProbes).set(noted).where(eq(placementProbes.id, id))
}

async function look(
  seed: KeptProbeMailbox | undefined,
  token: string,
  sentAt: number,
  call: CallContext,
): Promise<ArrivedMail | undefined | 'unread'> {
  if (!seed) return 'unread'
  try {
    return await seed.readProofMail(token, new Date(sentAt - clockSkewMs), call)
  } catch (error) {
    if (!isVendorError(error)) throw error
    return 'unread'
  }
}
