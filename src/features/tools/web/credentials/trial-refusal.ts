import { ApiError } from '#ui/api.ts'
import type { ToolProblem } from '../../rules/tool-credentials.ts'
import { movesInboxes } from '../../rules/tool-move.ts'
import { type OpenedWorkspace, opensWorkspace, untried } from '../../rules/tool-trial.ts'

/** Why credentials were not kept when they were tried. */
export interface TrialRefusal {
  message: string
  /** What the tool refuses, beside its field; none when it is away. */
  problems: ToolProblem[]
  /** They could not be tried, and may be kept all the same. */
  isUntried: boolean
  /** They lead elsewhere: how many inboxes move there once that is asked for. */
  moves: number | undefined
  /** They open another workspace than the one that is named, which may be named instead. */
  opens: OpenedWorkspace | undefined
}

export const refusedField = (field: string, message: string): ToolProblem => ({
  code: 'format',
  message,
  fields: [field],
})

/** What a failed call says of the credentials it sent; undefined when it failed for another reason. */
export function trialRefusalOf(error: unknown): TrialRefusal | undefined {
  if (!(error instanceof ApiError)) return undefined
  const problems = Object.entries(error.fields).map(([field, message]) => refusedField(field, message))
  const isUntried = untried.safeParse(error.details).success
  const moves = movesInboxes.safeParse(error.details).data?.movesInboxes
  const opens = opensWorkspace.safeParse(error.details).data?.opensWorkspace
  return isUntried || moves !== undefined || opens || problems.length > 0
    ? { message: error.message, problems, isUntried, moves, opens }
    : undefined
}
