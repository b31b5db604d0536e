import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Vendors } from './vendors.ts'

/** A sandbox that is started beside us listens within seconds; a vendor that is down is asked when it is needed. */
const pausesMs = [500, 1_000, 2_000, 4_000, 8_000]

/** Reads ahead what the first look-up needs. Nothing depends on it: without it that look-up is slower. */
export async function warmVendors(
  { vendors, log }: { vendors: Pick<Vendors, 'warm'>; log: Pick<Logger, 'info'> },
  pauses: readonly number[] = pausesMs,
): Promise<void> {
  for (const pause of [...pauses, undefined]) {
    try {
      return await vendors.warm()
    } catch (error) {
      if (pause === undefined)
        log.info({ err: error }, 'the first look-up will have to wait for more than its answer')
      else await delay(pause, undefined, { ref: false })
    }
  }
}
