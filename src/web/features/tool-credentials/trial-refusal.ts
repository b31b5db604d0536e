import type { ToolProblem } from '#shared/tools/tool-credentials.ts'
import { untried } from '#shared/tools/tool-trial.ts'
import { ApiError } from '../../api.ts'

/** Why credentials were not kept when they were tried. */
export interface TrialRefusal {
  message: string
  /** What the tool refuses, beside its field; none when it is away. */
  problems: ToolProblem[]
  /** They could not be tried, and may be kept all the same. */
  isUntried: boolean
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
  return isUntried || problems.length > 0 ? { message: error.message, problems, isUntried } : undefined
}
