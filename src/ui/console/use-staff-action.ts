import { isTold } from '../frame/failure-text.ts'
import { isUnconfirmed } from '../frame/forms/unconfirmed.ts'
import { type ActionOptions, useAction } from '../use-action.ts'

interface StaffActionOptions<Data, Variables> extends ActionOptions<Data, Variables> {
  /** Refusals stand beside the form's fields: no message over the page says them again. */
  hasForm?: boolean
}

/** What staff do with a press. An action that was not confirmed has not failed: nothing is said of it. */
export const useStaffAction = <Data, Variables = void>({
  hasForm = false,
  ...options
}: StaffActionOptions<Data, Variables>) =>
  useAction<Data, Variables>({
    ...options,
    meta: { quiet: (error: unknown) => isUnconfirmed(error) || (hasForm && isTold(error)) },
  })
