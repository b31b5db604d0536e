import type { CallContext } from './call-context.ts'
import type { Probe } from './probe.ts'

/** What a receiver's users marked as spam on one day. */
export interface DayRate {
  /** As its owner dates it: "2026-11-26". */
  day: string
  /** From 0 to 1. */
  rate: number
}

/** Gmail's Postmaster Tools, in the name of one person of the operator's. */
export interface Postmaster {
  /** The domains whose figures may be read. */
  domains(ctx?: CallContext): Promise<ReadonlySet<string>>
  /**
   * By domain: what was marked as spam on each day with figures, both days included. One of which no whole answer came is
   * left out. At most `postmasterBatch` names.
   */
  spamRates(
    names: readonly string[],
    days: { from: string; to: string },
    ctx?: CallContext,
  ): Promise<ReadonlyMap<string, readonly DayRate[]>>
  /** Whether it may list domains, and read a figure of one where there is any. */
  probe(ctx?: CallContext): Promise<Probe>
}

/** Documented: requests in one batch. */
export const postmasterBatch = 100
