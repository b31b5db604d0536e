import type { HealthNotes } from '#base/db/schema/index.ts'
import type { SendingToolId } from '#features/tools/rules/sending-tools.ts'
import { isVendorError } from '#vendors/client/vendor-error.ts'
import type { Vendors } from '#vendors/client/vendors.ts'
import type { DomainCounts, ToolCounts } from '#vendors/ports/sending-tools.ts'
import { judgeBounces, judgeReplies, judgeWarmup } from '../../rules/signals/counted.ts'
import { withWeek } from '../../rules/warmup.ts'

import { type PeerAnswers, peersOf } from './peer-answers.ts'
import { type HealthUnit, type SignalSource, signalOf } from './signal-source.ts'

const keptMs = 3_600_000

/** By whoever asks and by connection. */
const kept = new WeakMap<object, Map<string, { at: number; counts: DomainCounts }>>()

/**
 * The counts of all domains of a connection, read an hour ago at most: domains are looked at fifty at a time, and one list
 * tells of thousands. One that could not be read at all is asked for again.
 */
async function keptCounts(
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

const hour = 3_600_000
const day = 24 * hour
const askedEvery = 6 * hour
/** The rounds do not come to the minute. */
const slack = 5 * 60_000
const countedDays = 7
/** Answers come later than mails, and few of them. */
const answeredDays = 14

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

/**
 * What the sending tool itself has counted, over the last seven whole days: today's are not all there yet, and whose day it
 * is differs. A tool that does not answer is asked again at the next look. One that counts by domain is asked once for all
 * domains that are looked at together.
 */
export function countsSource(
  { vendors }: { vendors: Pick<Vendors, 'sendingTool'> },
  readPeers: (now: number) => Promise<PeerAnswers>,
  heldBackAt: (unit: HealthUnit) => number | null = () => null,
): SignalSource {
  const byDomain = new Map<string, Promise<DomainCounts>>()
  return async (unit, now, call) => {
    const { name, tool, notes: before } = unit
    const notes = { ...before, inTool: inToolAfter(before, tool, now) }
    const nothing = { seen: [], notes }
    const isDue = notes.countsAt === undefined || now - notes.countsAt >= askedEvery - slack
    if (!tool || tool.addresses.length === 0 || !isDue) return nothing
    const days = {
      from: dayOf(now - countedDays * day),
      to: dayOf(now - day),
      answersFrom: dayOf(now - answeredDays * day),
    }
    try {
      const account = await vendors.sendingTool(tool.connectionId)
      const readsDomains = account.domainCounts?.bind(account)
      const counts = await (account.counts?.(tool.addresses, days, call) ??
        countsOfDomain(
          byDomain,
          tool.connectionId,
          name,
          readsDomains && (() => keptCounts(vendors, tool.connectionId, now, () => readsDomains(days, call))),
        ))
      if (!counts) return nothing
      const mails = 'warmupSent' in counts ? counts.warmupSent : undefined
      const sentInWeek = mails === undefined ? undefined : counts.sent + mails
      // A tool counts as a bounce what the host refused for the whole tenant's sake.
      const isHeldBack = (heldBackAt(unit) ?? 0) >= Date.parse(days.from)
      const coldInWeek = { sent: counts.sent, bounced: counts.bounced, ...(isHeldBack && { isHeldBack }) }
      const answers = counts.answers && { ...counts.answers, at: now }
      const asked = { ...notes, countsAt: now, sentInWeek, coldInWeek, answers }
      const seen = seenIn(counts, tool.kind, now, isHeldBack)
      if (answers) {
        const peers = peersOf(unit, await readPeers(now), now)
        seen.push(signalOf('replies', tool.kind, now, judgeReplies({ ...answers, peers })))
      }
      const warmup = notes.warmup && mails !== undefined && withWeek(notes.warmup, { ...days, mails })
      return { seen, notes: warmup ? { ...asked, warmup } : asked }
    } catch (error) {
      if (!isVendorError(error)) throw error
      return nothing
    }
  }
}

/** A tool counts what it has sent itself: of a domain that came to it lately, that is not all. */
function inToolAfter(
  { inTool }: Pick<HealthNotes, 'inTool'>,
  tool: HealthUnit['tool'],
  now: number,
): HealthNotes['inTool'] {
  if (!tool || tool.addresses.length === 0) return undefined
  const { connectionId } = tool
  return inTool?.connectionId === connectionId ? inTool : { connectionId, since: now }
}

type Counted = Pick<ToolCounts, 'sent' | 'bounced'> & Partial<ToolCounts>

/** One that a whole list leaves out has sent nothing. Undefined where the tool cannot be asked, or has not told all. */
async function countsOfDomain(
  known: Map<string, Promise<DomainCounts>>,
  connectionId: string,
  name: string,
  ask: (() => Promise<DomainCounts>) | undefined,
): Promise<Counted | undefined> {
  if (!ask) return undefined
  const asked = known.get(connectionId) ?? ask()
  known.set(connectionId, asked)
  const { counts, isWhole } = await asked
  return counts.get(name) ?? (isWhole ? { sent: 0, bounced: 0 } : undefined)
}

function seenIn(
  { sent, bounced, warmupSent, warmupLanded }: Counted,
  kind: SendingToolId,
  now: number,
  isHeldBack: boolean,
) {
  const bounces = signalOf('bounces', kind, now, judgeBounces({ sent, bounced, isHeldBack }))
  if (warmupSent === undefined || warmupLanded === undefined) return [bounces]
  const warmup = judgeWarmup({ sent: warmupSent, landed: warmupLanded })
  return [bounces, signalOf('warmup', kind, now, warmup)]
}
