import { VendorError } from '#vendors/client/vendor-error.ts'
import type { CallOutcome } from '#vendors/ports/call-context.ts'

/** The error of an outcome that must be a failure. */
export function failureOf(outcome: CallOutcome<unknown> | undefined): VendorError {
  if (!outcome || outcome.ok) throw new Error('it did not fail')
  return outcome.error
}

/** The error that a call must throw. */
export async function thrownBy(work: Promise<unknown>): Promise<VendorError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error instanceof VendorError) return error
  throw new Error('no VendorError was thrown', { cause: error })
}
