const minute = 60_000
const hour = 60 * minute

/** Minutes after it was sent at which a probe is looked for. */
const readAfter = [2, 5, 15, 60] as const
/** Where its mailbox could not be read then, it is tried again for so long. */
const readAgain = { every: 15 * minute, until: 110 * minute } as const

/** What probes have shown is one source, by this name, beside lists, hosts and tools. */
export const probesSource = 'probes'

export const probeLines = {
  /** Mailboxes of the operator's that a provider needs before probes are sent there: one alone may be what is wrong. */
  seedsNeeded: 2,
  /** How late a probe may be sent: after a standstill the missed ones would all be sent at once. */
  lateMost: 2 * hour,
  /** A probe counts once it is so old: by then it was looked for to the end, and so was the canary's of its hour. */
  countsAfter: 2 * hour,
  /** From then on it counts for so long: seven of a domain at each host, at whatever hour they are counted. */
  countsFor: 7 * 24 * hour,
  /** A mailbox that was read is asked whether it still can be after so long, and so often where it cannot. */
  askedEvery: hour,
  /** Nothing is sent to a mailbox that was not read for so long: nobody would see where it lies. */
  unreadMost: 3 * hour,
} as const

/**
 * When a probe that has not been found by `now` is looked for next, all in epoch ms; null once that is over.
 * @param wasRead whether its mailbox could be read at `now`
 */
export function nextReadAt(sentAt: number, now: number, wasRead: boolean): number | null {
  const next = readAfter.map((minutes) => sentAt + minutes * minute).find((at) => at > now)
  if (next !== undefined) return next
  const again = now + readAgain.every
  return wasRead || again > sentAt + readAgain.until ? null : again
}

/** A number that stays the same for the same text; domains begin at different places of a row by it. */
const spreadOf = (text: string): number =>
  [...text].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) >>> 0, 0)

/**
 * Whose turn it is: the one after the last, in the order of their ids, so that each has its turn whoever joins or leaves.
 * @param of whose row it is: where nobody had a turn yet, it decides with whom it begins
 */
export function nextInTurn<Each extends { id: string }>(
  all: readonly Each[],
  last: string | undefined,
  of: string,
): Each | undefined {
  const row = all.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  if (last === undefined) return row[spreadOf(of) % Math.max(1, row.length)]
  return row.find(({ id }) => id > last) ?? row[0]
}
