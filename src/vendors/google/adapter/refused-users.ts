import { failed } from '#vendors/client/call-outcome.ts'
import { type VendorError, waitsForOperator } from '#vendors/client/vendor-error.ts'
import { reworded } from '#vendors/client/vendor-words.ts'
import type { CallOutcome } from '#vendors/ports/call-context.ts'

const noneChanged =
  'Google lets none of several users be changed: look whether the administrator in whose name it is asked is still a super administrator, or has a role that may create and change users'

/** Google's "Not Authorized" to a change of one user, told as that user's own: see `about-one.ts`. */
const isNotOurs = ({ kind, status, code }: VendorError): boolean =>
  kind === 'rejected' && status === 403 && code === 'forbidden'

/** What refuses every one of several is no matter of theirs: it waits for the operator, and is one thing to mend. */
export const ofAllOrEach = <T>(outcomes: CallOutcome<T>[]): CallOutcome<T>[] =>
  outcomes.length > 1 && outcomes.every((each) => !each.ok && isNotOurs(each.error))
    ? outcomes.map((each) => (each.ok ? each : failed(reworded(each.error, waitsForOperator, noneChanged))))
    : outcomes
