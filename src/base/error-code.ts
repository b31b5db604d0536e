/** The `code` that an error of Node's or of a library carries (`ENOENT`, `ECONNRESET`, …). */
export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

/** What was thrown, as a sentence. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
