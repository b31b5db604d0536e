import { judgeBounces, judgeWarmup } from '#shared/health/signals/counted.ts'
import { isVendorError } from '../../providers/vendor-error.ts'
import type { Vendors } from '../../providers/vendors.ts'
import { type SignalSource, signalOf } from './signal-source.ts'

const hour = 3_600_000
const day = 24 * hour
const askedEvery = 6 * hour
/** The rounds do not come to the minute. */
const slack = 5 * 60_000
const countedDays = 7

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

/**
 * What the sending tool itself has counted, over the last seven whole days: today's are not all there yet, and whose day it
 * is differs. A tool that does not answer is asked again at the next look.
 */
export function countsSource({ vendors }: { vendors: Pick<Vendors, 'sendingTool'> }): SignalSource {
  return async ({ tool, notes }, now, call) => {
    const nothing = { seen: [], notes }
    const isDue = notes.countsAt === undefined || now - notes.countsAt >= askedEvery - slack
    if (!tool || tool.addresses.length === 0 || !isDue) return nothing
    try {
      const account = await vendors.sendingTool(tool.connectionId)
      if (!account.counts) return nothing
      const days = { from: dayOf(now - countedDays * day), to: dayOf(now - day) }
      const counts = await account.counts(tool.addresses, days, call)
      return {
        seen: [
          signalOf('bounces', tool.kind, now, judgeBounces(counts)),
          signalOf(
            'warmup',
            tool.kind,
            now,
            judgeWarmup({ sent: counts.warmupSent, landed: counts.warmupLanded }),
          ),
        ],
        notes: { ...notes, countsAt: now },
      }
    } catch (error) {
      if (!isVendorError(error)) throw error
      return nothing
    }
  }
}
