import type * as z from 'zod/mini'
import type { Access } from '../access.ts'

/** What is counted together, and by whom it is used too often; the server knows how often that is. */
export type CallLimitName =
  | 'search'
  | 'find'
  | 'verify'
  | 'claim'
  | 'lookUp'
  | 'existence'
  | 'quote'
  | 'order'
  | 'payment'
  | 'paymentState'
  | 'discard'
  | 'portal'
  | 'connection'
  | 'connect'
  | 'connectPage'
  | 'bulk'
  | 'preview'
  | 'secret'
  | 'export'
  | 'password'
  | 'change'
  | 'staff'

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/**
 * One call of the API, stated once. The server binds it to a handler, the browser turns it into a typed
 * function, the OpenAPI document is made from it. Response schemas hold no transforms: they are compiled to
 * a serializer, which cannot run code.
 */
export interface Endpoint {
  method: Method
  /** Path with `:name` parameters, e.g. `/api/orders/groups/:groupId`. */
  path: `/api/${string}`
  /** One line for the OpenAPI document. */
  summary: string
  /** Who may call it. */
  access: Access
  /**
   * Does harm where it is misused: who has a second factor, as all staff do, shows it once more, unless they have just
   * done so.
   */
  asksAgain?: true
  /** Sets a second factor up, or is needed for it: open to who has none where the account asks everybody for one. */
  setsUpFactor?: true
  /** How often one customer, or one pass, may call it: whatever changes, costs or tells something has one. */
  limit?: CallLimitName
  /** Shows what is there and no secret, and changes nothing: staff who look as the customer may call it. */
  viewed?: true
  /** Its answer brings other session cookies: a browser sends one such call at a time. */
  replacesSession?: true
  /** Its answer stays open, and is counted by itself. */
  staysOpen?: true
  /** Where a body may be larger than usual. */
  maxBytes?: number
  params?: z.ZodMiniType
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  response: z.ZodMiniType
}

/** Keeps the literal types of a record, so that both ends derive theirs from it. */
export const endpoint = <const E extends Endpoint>(record: E): E => record

type Parsed<S> = S extends z.ZodMiniType ? z.output<S> : undefined
type Sent<S> = S extends z.ZodMiniType ? z.input<S> : undefined

/** What a handler receives, after parsing. */
export type ParamsOf<E extends Endpoint> = Parsed<E['params']>
export type QueryOf<E extends Endpoint> = Parsed<E['query']>
export type BodyOf<E extends Endpoint> = Parsed<E['body']>
/** What a client sends. */
export type SentParamsOf<E extends Endpoint> = Sent<E['params']>
export type SentQueryOf<E extends Endpoint> = Sent<E['query']>
export type SentBodyOf<E extends Endpoint> = Sent<E['body']>
export type ResponseOf<E extends Endpoint> = z.output<E['response']>
