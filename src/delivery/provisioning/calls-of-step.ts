import type { CallContext } from '#vendors/ports/call-context.ts'
import type { Lease } from './lease.ts'

/** A call waits so long for its turn within a vendor's limit before its step is put off. */
const patienceMs = 5_000

/** What goes with every call of one run of a step: after the first, the step is under way. */
export function callsOfStep(
  { beforeCall, signal }: Pick<Lease, 'beforeCall' | 'signal'>,
  whose: Required<Pick<CallContext, 'purpose' | 'customerId'>>,
): CallContext {
  let isBegun = false
  return {
    ...whose,
    signal,
    patienceMs,
    isUnderWay: () => isBegun,
    beforeCall() {
      isBegun = true
      return beforeCall()
    },
  }
}
