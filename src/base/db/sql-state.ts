import { errorCode } from '../error-code.ts'

/**
 * PostgreSQL's code of a failure (`23505` unique violation, …). Drizzle wraps the driver's error, so it is looked
 * for down the chain of causes.
 */
export function sqlState(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = errorCode(cause)
    // Every code has a digit; the network's own (EPIPE) have none.
    if (code !== undefined && /^(?=.*\d)[0-9A-Z]{5}$/.test(code)) return code
  }
  return undefined
}

/** The constraint that a failed statement broke, by its name in the schema. */
export function brokenConstraint(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('constraint' in cause && typeof cause.constraint === 'string') return cause.constraint
  }
  return undefined
}

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
])
const driverMessages =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Client was closed)/

/**
 * Whether the database could not be asked at all, or went away meanwhile: the same request may succeed in a
 * moment. Of PostgreSQL's codes: 08 connection, 53 resources (disk full, too many connections), 57P shutting down or
 * starting up, 25006 a standby, which another host is about to be in the place of.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  const state = sqlState(error)
  if (state !== undefined) return /^(08|53|57P|25006$)/.test(state)
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('syscall' in cause && networkCodes.has(errorCode(cause) ?? '')) return true
    if (driverMessages.test(cause.message)) return true
    // A name with several addresses fails with one error for each.
    if (cause instanceof AggregateError && cause.errors.some(isDatabaseUnavailable)) return true
  }
  return false
}
