import { VendorError } from '#vendors/client/vendor-error.ts'
import type { BulkSettings } from '#vendors/ports/bulk-tools.ts'

/** What the documented API takes. A ramp-up below 5 a day is possible only in the web app. */
const smartleadRanges = {
  warmupLimit: { min: 1, max: 50 },
  warmupIncrement: { min: 5, max: 20 },
  replyRatePercent: { min: 20, max: 100 },
} as const

/** Refuses what Smartlead would refuse for every single account; no ramp-up at all is always possible. */
export function checkSmartleadSettings({ warmup }: BulkSettings): void {
  if (!warmup) return
  const checked: [string, number | undefined, { min: number; max: number }][] = [
    ['number of warm-up emails a day', warmup.limit, smartleadRanges.warmupLimit],
    ['reply rate', warmup.replyRatePercent, smartleadRanges.replyRatePercent],
  ]
  if (warmup.increment !== 0) checked.push(['ramp-up', warmup.increment, smartleadRanges.warmupIncrement])
  for (const [name, value, { min, max }] of checked) {
    if (value === undefined || (Number.isInteger(value) && value >= min && value <= max)) continue
    throw new VendorError({
      vendor: 'smartlead',
      operation: 'updateSettings',
      kind: 'rejected',
      reason: `with an API key the ${name} must be a whole number from ${min} to ${max}`,
    })
  }
}
