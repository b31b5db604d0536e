import type { Logger } from 'pino'
import { vendorSeconds } from '#base/telemetry/metrics.ts'
import { countVendorCall } from '#base/telemetry/vendor-tally.ts'
import type { VendorId } from './vendor-error.ts'

/** Outcomes that say of the third party, or of our way in, that something is wrong; a refusal of one thing does not. */
const errorOutcomes: ReadonlySet<string> = new Set(['transient', 'unauthorised', 'unknown'])
const countsAsError = (outcome: string): boolean => errorOutcomes.has(outcome)

/** The one line and measurement that every request to a third party leaves behind; never an address or a body. */
export function noteVendorCall(
  log: Logger,
  call: { vendor: VendorId; operation: string; status?: number; outcome: string; startedAt: number },
): void {
  const { startedAt, ...what } = call
  const durationMs = performance.now() - startedAt
  vendorSeconds.observe(
    { vendor: call.vendor, operation: call.operation, outcome: call.outcome },
    durationMs / 1000,
  )
  countVendorCall(call.vendor, countsAsError(call.outcome))
  log.info({ ...what, durationMs: Math.round(durationMs) }, 'vendor call')
}
