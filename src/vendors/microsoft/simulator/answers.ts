import { randomUUID } from 'node:crypto'

/** Graph's error body. `details` name the property at fault where Graph does. */
export function graphError(
  status: number,
  code: string,
  message: string,
  more: {
    details?: { code: string; message: string; target: string }[]
    headers?: Record<string, string>
  } = {},
): Response {
  const requestId = randomUUID()
  return Response.json(
    {
      error: {
        code,
        message,
        ...(more.details && { details: more.details }),
        innerError: {
          date: new Date().toISOString().slice(0, 19),
          'request-id': requestId,
          'client-request-id': requestId,
        },
      },
    },
    { status, headers: { 'request-id': requestId, ...more.headers } },
  )
}

export const graphNotFound = (what: string) =>
  graphError(
    404,
    'Request_ResourceNotFound',
    `Resource '${what}' does not exist or one of its queried reference-property objects are not present.`,
  )

export const graphBadRequest = (message: string) => graphError(400, 'Request_BadRequest', message)

export const graphThrottled = (retryAfterSeconds: number) =>
  graphError(429, 'TooManyRequests', 'Too many requests', {
    headers: { 'retry-after': String(retryAfterSeconds), 'x-ms-throttle-limit-percentage': '1.0' },
  })

/** The token endpoint's error body. */
export function tokenError(status: number, error: string, code: number, description: string): Response {
  const traceId = randomUUID()
  const timestamp = `${new Date().toISOString().slice(0, 19).replace('T', ' ')}Z`
  return Response.json(
    {
      error,
      error_description: `AADSTS${code}: ${description} Trace ID: ${traceId} Correlation ID: ${traceId} Timestamp: ${timestamp}`,
      error_codes: [code],
      timestamp,
      trace_id: traceId,
      correlation_id: traceId,
    },
    { status },
  )
}

/** A cmdlet's failure: the exception's name stands between bars in front of the message. */
export class CmdletError extends Error {
  readonly exception: string
  readonly status: number

  constructor(exception: string, message: string, status = 400) {
    super(message)
    this.exception = exception
    this.status = status
  }
}

export const objectNotFound = (identity: string) =>
  new CmdletError(
    'Microsoft.Exchange.Configuration.Tasks.ManagementObjectNotFoundException',
    `The operation couldn't be performed because object '${identity}' couldn't be found on 'SANDBOX01.PROD.OUTLOOK.COM'.`,
    404,
  )

export const cmdletErrorAnswer = (error: CmdletError): Response =>
  Response.json(
    {
      error: {
        code: error.status === 404 ? 'NotFound' : 'BadRequest',
        message: 'Error executing cmdlet',
        details: [
          {
            code: 'Context',
            target: '',
            message: `Ex${idOf(error.exception)}|${error.exception}|${error.message}`,
          },
        ],
        innererror: {
          message: 'Error executing cmdlet',
          type: 'Microsoft.Exchange.Admin.OData.Core.ODataServiceException',
          stacktrace: '   at Microsoft.Exchange.Admin.OData.Core.InvokeCommandController',
        },
      },
    },
    { status: error.status },
  )

/** Six hexadecimal digits that are the same for the same exception, as Exchange prints them. */
function idOf(exception: string): string {
  let hash = 7
  for (const char of exception) hash = (hash * 31 + char.charCodeAt(0)) % 0x1000000
  return hash.toString(16).toUpperCase().padStart(6, '0')
}
