import type { CallOutcome } from '#vendors/ports/call-context.ts'
import { VendorError } from './vendor-error.ts'

export const succeeded = <T>(value: T): CallOutcome<T> => ({ ok: true, value })
export const failed = (error: VendorError): { ok: false; error: VendorError } => ({ ok: false, error })

/** Waits for a `VendorError` instead of throwing it; anything else (a lost lease) is thrown on. */
export async function catchVendorError<T>(work: Promise<T>): Promise<CallOutcome<T>> {
  try {
    return succeeded(await work)
  } catch (error) {
    if (error instanceof VendorError) return failed(error)
    throw error
  }
}

/** The next step for those that need it; what failed before or is done already keeps its place. */
export async function continueWith<T>(
  outcomes: readonly CallOutcome<T>[],
  needs: (value: T) => boolean,
  act: (due: T[]) => Promise<CallOutcome<T>[]>,
): Promise<CallOutcome<T>[]> {
  const due = outcomes.flatMap((outcome) => (outcome.ok && needs(outcome.value) ? [outcome.value] : []))
  if (due.length === 0) return [...outcomes]
  const acted = (await act(due)).values()
  return outcomes.map((outcome) =>
    outcome.ok && needs(outcome.value) ? (acted.next().value ?? outcome) : outcome,
  )
}
