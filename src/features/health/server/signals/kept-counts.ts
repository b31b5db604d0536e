import type { DomainCounts } from '#vendors/ports/sending-tools.ts'

const keptMs = 3_600_000

/** By whoever asks and by connection. */
const kept = new WeakMap<object, Map<string, { at: number; counts: DomainCounts }>>()

/**
 * The counts of all domains of a connection, read an hour ago at most: domains are looked at fifty at a time, and one list
 * tells of thousands. One that could not be read at all is asked for again.
 */
export async function keptCounts(
  of: object,
  connectionId: string,
  now: number,
  read: () => Promise<DomainCounts>,
): Promise<DomainCounts> {
  const mine = kept.get(of) ?? new Map()
  kept.set(of, mine)
  for (const [id, { at }] of mine) if (now - at >= keptMs || now < at) mine.delete(id)
  const known = mine.get(connectionId)
  if (known) return known.counts
  const counts = await read()
  mine.set(connectionId, { at: now, counts })
  return counts
}
