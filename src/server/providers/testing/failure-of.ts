import type { CallOutcome } from '../ports/call-context.ts'
import { VendorError } from '../vendor-error.ts'

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
