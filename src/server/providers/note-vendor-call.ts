import type { Logger } from 'pino'
import { vendorSeconds } from '../telemetry/metrics.ts'
import type { VendorId } from './vendor-error.ts'

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
  log.info({ ...what, durationMs: Math.round(durationMs) }, 'vendor call')
}
