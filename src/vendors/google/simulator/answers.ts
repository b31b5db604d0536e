const statusNames: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  409: 'ALREADY_EXISTS',
  412: 'FAILED_PRECONDITION',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
}

/** The error body of Google's APIs. */
export const googleError = (
  code: number,
  reason: string,
  message: string,
  headers?: Record<string, string>,
): Response =>
  Response.json(
    {
      error: {
        code,
        message,
        errors: [{ message, domain: 'global', reason }],
        status: statusNames[code] ?? 'UNKNOWN',
      },
    },
    { status: code, headers },
  )

export const notFound = (what: string) => googleError(404, 'notFound', `Resource Not Found: ${what}`)
/** Of who may not ask, and as well of one user or domain that is not the account's. */
export const notAuthorised = () => googleError(403, 'forbidden', 'Not Authorized to access this resource/api')
export const invalidInput = (field: string) => googleError(400, 'invalid', `Invalid Input: ${field}`)
export const duplicate = () => googleError(409, 'duplicate', 'Entity already exists.')

/** The token endpoint's error body. */
export const tokenError = (
  status: number,
  error: string,
  description: string,
  headers?: Record<string, string>,
): Response => Response.json({ error, error_description: description }, { status, headers })
