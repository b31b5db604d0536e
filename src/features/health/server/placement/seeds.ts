import { and, eq, inArray, isNull, lt, or } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Db } from '#base/db/client.ts'
import { probeMailboxes } from '#base/db/schema/index.ts'
import type { Vendors } from '#vendors/client/vendors.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import { type KeptProbeMailbox, type ProbeVendor, probeVendors } from '#vendors/ports/proof-mail.ts'
import { probeLines } from '../../rules/probes.ts'

/** The operator's mailboxes that probes are sent to, by the host that they are at. */
export type Seeds = ReadonlyMap<ProbeVendor, readonly KeptProbeMailbox[]>

/** That one was read is noted so often at most. */
const notedEveryMs = 5 * 60_000

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

/** Those that were read of late: nobody would see what is sent to the others. */
export const readableSeeds = (seeds: Seeds, now: number): Seeds =>
  new Map(
    [...seeds].map(([vendor, there]) => [
      vendor,
      there.filter(({ lastReadAt }) => now - lastReadAt < probeLines.unreadMost),
    ]),
  )

/** Notes that one was read. */
export async function noteRead(db: Db, id: string, now: number): Promise<void> {
  await db
    .update(probeMailboxes)
    .set({ lastReadAt: new Date(now) })
    .where(and(eq(probeMailboxes.id, id), lt(probeMailboxes.lastReadAt, new Date(now - notedEveryMs))))
}

/**
 * Asks those that nobody has read for an hour whether they can be read, each once in an hour: one to which little is sent
 * stays known, and one that could not be read comes back by itself.
 */
export async function askUnread(
  { db, log }: { db: Db; log: Logger },
  seeds: Seeds,
  now: number,
  call: CallContext,
): Promise<void> {
  const all = [...seeds.values()].flat()
  const before = new Date(now - probeLines.askedEvery)
  const claimed = await db
    .update(probeMailboxes)
    .set({ askedAt: new Date(now) })
    .where(
      and(
        inArray(
          probeMailboxes.id,
          all.map(({ id }) => id),
        ),
        lt(probeMailboxes.lastReadAt, before),
        or(isNull(probeMailboxes.askedAt), lt(probeMailboxes.askedAt, before)),
      ),
    )
    .returning({ id: probeMailboxes.id })
  const asked = all.filter(({ id }) => claimed.some((each) => each.id === id))
  await Promise.all(
    asked.map(async (seed) => {
      try {
        if ((await seed.probe(call)).ok) await noteRead(db, seed.id, now)
      } catch (err) {
        log.error({ err, seed: seed.id }, 'a probe mailbox could not be asked')
      }
    }),
  )
}
