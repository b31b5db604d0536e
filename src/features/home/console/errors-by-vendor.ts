import type { ResponseOf } from '#base/api/endpoint.ts'
import type { consoleFigures } from '../api/console-home.ts'

type Hours = ResponseOf<typeof consoleFigures>['errors']

export interface VendorErrors {
  vendor: string
  calls: number
  errors: number
}

/** The hours of each third party together, the one with most errors first. */
export function errorsByVendor(hours: Hours): VendorErrors[] {
  const sums = new Map<string, VendorErrors>()
  for (const { vendor, calls, errors } of hours) {
    const sum = sums.get(vendor) ?? { vendor, calls: 0, errors: 0 }
    sums.set(vendor, { vendor, calls: sum.calls + calls, errors: sum.errors + errors })
  }
  return [...sums.values()].toSorted((a, b) => b.errors - a.errors || b.calls - a.calls)
}
