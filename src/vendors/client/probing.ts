import type { Probe } from '#vendors/ports/probe.ts'
import { isVendorError, type VendorError } from './vendor-error.ts'

/** The answer of a probe that is one piece of work; what is not a vendor's error is thrown on. */
export async function probing(work: () => Promise<unknown>): Promise<Probe> {
  try {
    await work()
    return { ok: true }
  } catch (error) {
    if (!isVendorError(error)) throw error
    return failedProbe(error)
  }
}

export const failedProbe = ({ reason, kind }: VendorError) => ({
  ok: false as const,
  reason,
  isAway: kind === 'transient',
})
