import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isVendorError, type VendorError, vendorNames } from '#vendors/client/vendor-error.ts'
import type { ErrorBody } from '../api/errors.ts'
import { isDatabaseUnavailable } from '../db/sql-state.ts'
import { countWarnings } from '../telemetry/count-warnings.ts'
import { Refusal, type RefusalDetails } from './refusal.ts'

interface Answer {
  status: number
  body: ErrorBody
  retryAfterMs?: number
}

const answer = (
  status: number,
  code: ErrorBody['code'],
  message: string,
  more: RefusalDetails = {},
): Answer => ({
  status,
  body: { message, code, fields: more.fields, details: more.details },
  retryAfterMs: more.retryAfterMs,
})

/** Fastify's own refusals, in our words. */
const framework: Record<string, Answer> = {
  FST_ERR_CTP_BODY_TOO_LARGE: answer(413, 'invalid', 'The request is too large.'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: answer(415, 'invalid', 'The request has to be JSON.'),
  FST_ERR_CTP_INVALID_JSON_BODY: answer(400, 'invalid', 'The request is not valid JSON.'),
  FST_ERR_CTP_EMPTY_JSON_BODY: answer(400, 'invalid', 'The request has no body.'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: answer(
    400,
    'invalid',
    'The request is shorter or longer than it says.',
  ),
}

/** `requestId`: under which the log tells of it. */
function toAnswer(error: FastifyError | Error, requestId: string): Answer {
  if (error instanceof Refusal) return answer(error.status, error.code, error.message, error.more)
  if ('validation' in error && error.validation) {
    const fields: Record<string, string> = {}
    for (const problem of error.validation) {
      const path = problem.instancePath.split('/').filter(Boolean).join('.')
      fields[path] ??= problem.message ?? 'This is not valid.'
    }
    const first = Object.entries(fields)[0]
    const message = first
      ? first[0]
        ? first[1]
        : `The request is not valid: ${first[1]}`
      : 'The request is not valid.'
    return answer(400, 'invalid', message, { fields })
  }
  if (isVendorError(error)) {
    if (error.kind === 'transient' && error.retryAfterMs !== undefined) {
      return answer(
        503,
        'unavailable',
        `${vendorNames[error.vendor]} is busy. Please try again in a moment.`,
        { retryAfterMs: error.retryAfterMs },
      )
    }
    return answer(502, 'vendor_failed', vendorFailure(error, requestId))
  }
  const known = 'code' in error && typeof error.code === 'string' ? framework[error.code] : undefined
  if (known) return known
  if (isDatabaseUnavailable(error)) {
    return answer(
      503,
      'unavailable',
      'The database is not available right now. Please try again in a moment.',
      { retryAfterMs: 2_000 },
    )
  }
  if ('statusCode' in error && typeof error.statusCode === 'number' && error.statusCode < 500) {
    return answer(error.statusCode, 'invalid', 'The request is not valid.')
  }
  return answer(
    500,
    'internal',
    `Something went wrong on our side. Please try again; if it stays, contact support with the code ${requestId}.`,
  )
}

function vendorFailure({ vendor, kind, reason }: VendorError, requestId: string): string {
  return kind === 'transient'
    ? `${vendorNames[vendor]} gives no proper answer right now: ${reason}. Please try again in a few minutes.`
    : `${vendorNames[vendor]} did not do what was asked: ${reason}. If it stays, contact support with the code ${requestId}.`
}

/** One place where errors become answers. Nothing of a surprise leaves but its request id. */
export function installErrorHandling(app: FastifyInstance): void {
  const warn = countWarnings(app.log)
  /** What any stranger can bring about is no error of ours. */
  const note = (error: FastifyError, { id, log, raw }: FastifyRequest, status: number): void => {
    if (raw.readableAborted) warn('requests ended before they had come in', { latest: id })
    else if (status < 500) return
    else if (error instanceof Refusal) warn('requests were refused for now', { latest: error.message })
    else log.error({ err: error }, 'request failed')
  }
  app.setErrorHandler((error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const { status, body, retryAfterMs } = toAnswer(error, request.id)
    note(error, request, status)
    if (retryAfterMs !== undefined)
      void reply.header('retry-after', Math.max(1, Math.ceil(retryAfterMs / 1000)))
    void reply
      .status(status)
      .header('cache-control', 'no-store')
      .header('content-type', 'application/json; charset=utf-8')
    return reply.send(JSON.stringify({ ...body, requestId: request.id }))
  })
}
