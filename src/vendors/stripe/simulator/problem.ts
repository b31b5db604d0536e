/**
 * A refusal in Stripe's words. Thrown, nothing was done, and it is not remembered under an idempotency key; answered by
 * a route, something was done (a card was charged in vain), and it is.
 */
export class StripeProblem extends Error {
  readonly status: number
  readonly body: { error: Record<string, unknown> }

  constructor(status: number, error: { type: string; message: string; code?: string; param?: string }) {
    super(error.message)
    this.status = status
    this.body = { error }
  }
}

export const invalid = (message: string, param?: string, code?: string) =>
  new StripeProblem(400, { type: 'invalid_request_error', message, param, code })

/** The object in the path does not exist. */
export const missingObject = (what: string, id: string) =>
  new StripeProblem(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${what}: '${id}'`,
    param: 'id',
  })

/** A parameter names an object that does not exist. */
export const missingReference = (what: string, id: string, param: string) =>
  invalid(`No such ${what}: '${id}'`, param, 'resource_missing')

/** The object, or the 404 that says that there is none. */
export function existing<T>(object: T | undefined, what: string, id: string): T {
  if (!object) throw missingObject(what, id)
  return object
}
