import { ApiError, apiMessages, NetworkError } from '../api.ts'
import { DeviceError } from '../device-error.ts'
import { noAnswerText, noAnswerThenText } from '../no-answer.ts'

/** A failed call in one sentence, for the place where it was pressed. */
export function failureText(error: unknown): string {
  if (error instanceof NetworkError) return noAnswerThenText(error.wasOffline)
  return error instanceof ApiError || error instanceof DeviceError ? error.message : apiMessages.unknown
}

/** What stands below a message that says only what failed. */
export const noAnswerNote = (error: unknown): { description: string } | undefined =>
  error instanceof NetworkError ? { description: noAnswerText() } : undefined

/** Whether a failure has a sentence of its own; otherwise the place where it was pressed says what failed. */
export const isTold = (error: unknown): boolean =>
  error instanceof NetworkError || error instanceof ApiError || error instanceof DeviceError
