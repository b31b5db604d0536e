import * as z from 'zod/mini'
import {
  type CheckedFieldsOptions,
  formProblem,
  type Problems,
  useCheckedFields,
  type Values,
} from './use-checked-fields.ts'

interface FieldsOptions<V extends Values> extends Omit<CheckedFieldsOptions<V>, 'check'> {
  /** What the entries have to be; its messages stand beside the fields that they name. */
  schema: z.ZodMiniType
}

/** A form of a few text fields whose entries a schema checks. */
export const useFields = <V extends Values>({ schema, ...options }: FieldsOptions<V>) =>
  useCheckedFields<V>({ ...options, check: (values) => problemsOf(schema, values) })

function problemsOf<V>(schema: z.ZodMiniType, values: V): Problems<V> {
  const problems: Values = {}
  for (const { path, message } of z.safeParse(schema, values).error?.issues ?? [])
    problems[String(path[0] ?? formProblem)] ??= message
  return problems as Problems<V>
}
