import { countOf } from '#base/text/count-of.ts'
import { type VendorError, waitsForOperator } from '#vendors/client/vendor-error.ts'
import { reworded } from '#vendors/client/vendor-words.ts'
import { waits } from '#vendors/client/waits.ts'
import type { CallOutcome } from '#vendors/ports/call-context.ts'
import { deadAfterAttempts } from './retry.ts'
import { isOurs } from './status.ts'
import type { StepId } from './step-ids.ts'

export type Refused = [step: StepId, error: VendorError]

/** The refusal that matters most to those who wait: a permanent one before one that time mends; of equals the first. */
export const worstOf = (refused: readonly Refused[]): Refused | undefined =>
  refused.toSorted(([, a], [, b]) => severity[b.kind] - severity[a.kind])[0]

/**
 * The first failure among many, of which the others are done all the same. What is refused for good is tried again
 * tomorrow only: it must not hide that others were not reached.
 */
export function throwFirstFailure(outcomes: readonly CallOutcome<unknown>[]): void {
  const failures = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.error]))
  const failure = failures.find(({ kind }) => kind !== 'rejected') ?? failures[0]
  if (failure) throw failure
}

/**
 * What has waited for a third party by itself for longer than that ever takes is the operator's: something there is not as
 * it should be, and nobody else would notice. Since when is known of the step that the run before ended at.
 */
export function withOverdue(
  stuck: ReadonlyMap<StepId, VendorError>,
  { step, stepSince }: { step: string | null; stepSince: Date | null },
  now: Date,
): ReadonlyMap<StepId, VendorError> {
  return new Map(
    [...stuck].map(([id, error]) => {
      const isVendors = error.kind === 'waiting' && error.waitsFor === 'vendor'
      const sinceMs = id === step && stepSince ? now.getTime() - stepSince.getTime() : 0
      const { longestMs } = waits[error.vendor]
      if (!isVendors || sinceMs <= longestMs) return [id, error]
      const hours = countOf(Math.floor(sinceMs / 3_600_000), 'hour')
      return [
        id,
        reworded(error, waitsForOperator, `${error.reason}, for ${hours} now: look there what is wrong`),
      ]
    }),
  )
}

const severity: Record<VendorError['kind'], number> = {
  waiting: 1,
  transient: 2,
  not_found: 2,
  unauthorised: 3,
  rejected: 4,
}

/** Tries in a row without progress. Who is refused a place by a used-up limit has tried nothing. */
export function attemptsAfter(before: number, progressed: boolean, refused: readonly VendorError[]): number {
  if (progressed) return 0
  const isAtLimit = refused.length > 0 && refused.every((error) => error.isOverLimit)
  return isAtLimit ? before : before + 1
}

/** Whether it has failed so often that time alone will not mend it. */
export const isDead = ({ kind }: Pick<VendorError, 'kind'>, attempts: number): boolean =>
  kind === 'transient' && attempts >= deadAfterAttempts

/** Whether the operator is told of it: time does not mend it, and the customer cannot. */
export const isForOperator = (error: VendorError, attempts: number): boolean =>
  isDead(error, attempts) || error.kind === 'rejected' || (error.kind === 'unauthorised' && isOurs(error))

/** The customer's own sending tool refuses the credentials they gave us. */
export const isRefusedTool = ({ kind, waitsFor }: VendorError): boolean =>
  kind === 'unauthorised' && waitsFor === 'customer'

/** Something of the operator's is used up, and nobody has told them yet. */
export const isShortage = ({ kind, waitsFor, told }: VendorError): boolean =>
  kind === 'waiting' && waitsFor === 'operator' && told === undefined
