import { ApiError } from '../../api.ts'

/** For `catch`: the call knows one password, the form two, and what is said of it belongs to the first. Throws again. */
export function asTyped(error: unknown): never {
  const said = error instanceof ApiError ? error.fields.password : undefined
  if (said !== undefined && error instanceof ApiError) error.fields.newPassword = said
  throw error
}
