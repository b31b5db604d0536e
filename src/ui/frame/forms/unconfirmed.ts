import { ApiError } from '../../api.ts'

/** Nothing was done, since the second factor was not shown again. */
export const isUnconfirmed = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'confirm_required'
