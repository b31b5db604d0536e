import * as z from 'zod/mini'

/** Every refusal has one of these codes, so that the browser can decide without reading prose. */
const errorCodes = [
  'invalid', // 400: the request does not parse
  'unauthenticated', // 401
  'forbidden', // 403
  'password_change_required', // 403: the one-time password has to be replaced first
  'second_factor_required', // 403: the account asks everybody for a second factor, and there is none yet
  'confirm_required', // 403: the second factor has to be shown again first
  'view_only', // 403: staff view the product as a customer, and this is more than viewing
  'not_found', // 404: does not exist, or is not yours
  'conflict', // 409
  'ends_payment', // 409: another payment page would end that pays for more; `details.payments` are such pages
  'price_changed', // 409: the quote in `details` is the new one
  'other_customer', // 409: the page that asks was loaded for another customer than is signed in now
  'changed_meanwhile', // 409: what the change started from is no longer so; `details` tells what is
  'rule_broken', // 422
  'rate_limited', // 429, with Retry-After
  'vendor_failed', // 502: a third party failed
  'unavailable', // 503, with Retry-After
  'internal', // 500
] as const
export type ErrorCode = (typeof errorCodes)[number]

/** The body of every answer that is not 2xx. `message` is fit for a toast. */
const errorBody = z.object({
  message: z.string(),
  code: z.enum(errorCodes),
  /** Message per input field, keyed by its path with dots: `userConfig.0.firstName`. */
  fields: z.optional(z.record(z.string(), z.string())),
  /** Quoted in the interface, found in the log. */
  requestId: z.optional(z.string()),
  /** What the code promises: the new quote of `price_changed`, for example. */
  details: z.optional(z.unknown()),
})
export type ErrorBody = z.output<typeof errorBody>
