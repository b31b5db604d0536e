import fastJson from 'fast-json-stringify'
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchema,
  FastifySchemaCompiler,
  FastifySerializerCompiler,
} from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { staffMessages } from '#features/staff/rules/staff.ts'
import { type AccessKind, accessKindOf, mayStaff, rightOf } from '../access.ts'
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from '../api/endpoint.ts'
import { answeringTo } from '../audit/caller.ts'
import type { Limits } from '../limits/limits.ts'
import { countUse } from './call-limits.ts'
import type { ConnectPass, FindPass } from './connect-pass.ts'
import { confirmRequired, forbidden, unauthenticated } from './refusal.ts'
import type { SignedIn } from './session-lookup.ts'
import type { FindStaff, StaffCaller } from './staff-session.ts'
import type { TakeTurn } from './turns.ts'

interface Input<E extends Endpoint> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** The signed-in customer; only `access: 'customer'` endpoints have one. */
  customer: E['access'] extends 'customer' ? SignedIn : undefined
  /** What its holder may connect; only `access: 'link'` endpoints have one. */
  pass: E['access'] extends 'link' ? ConnectPass : undefined
  /** Who is at the console; only endpoints for staff have one. */
  staff: E['access'] extends `staff${string}` ? StaffCaller : undefined
  request: FastifyRequest
  reply: FastifyReply
}

/** `undefined` is for a handler that has answered itself: a 304, a stream. */
type Handler<E extends Endpoint> = (input: Input<E>) => Promise<ResponseOf<E> | undefined>

/** Bodies that are larger are not read. A stranger has an address and a password to send, at most. */
export const bodyMaxBytes = {
  public: 16 * 1024,
  customer: 256 * 1024,
  link: 128 * 1024,
  staff: 256 * 1024,
} as const satisfies Record<AccessKind, number>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the route was made from. */
    record?: Endpoint
  }
}

/** Binds an endpoint record to the function that answers it. */
export type Bind = <E extends Endpoint>(record: E, handler: Handler<E>) => void

/** Asks who is calling; throws a `Refusal` when an endpoint for customers, or what has no record, may not be used. */
export type Authenticate = (request: FastifyRequest, record?: Endpoint) => Promise<SignedIn>

/** One part of the API: binds its endpoints. */
export type Routes = (bind: Bind) => void

/**
 * Registers endpoints: zod parses what comes in, a serializer compiled from the response schema drops every
 * undeclared field on the way out. A call that has a limit is counted before it is answered. With `strictAnswers`
 * (tests) answers are parsed by zod as well.
 */
export function createBind(
  app: FastifyInstance,
  authenticate: Authenticate,
  options: {
    strictAnswers: boolean
    limits: Limits
    takeTurn: TakeTurn
    findPass: FindPass
    findStaff: FindStaff
  },
): Bind {
  const callers = new WeakMap<FastifyRequest, SignedIn>()
  const passes = new WeakMap<FastifyRequest, ConnectPass>()
  const colleagues = new WeakMap<FastifyRequest, StaffCaller>()
  return (record, handler) => {
    // The document is for customers and what they connect.
    const hide = record.path.startsWith(consoleCalls)
    const schema: FastifySchema = { summary: record.summary, hide, response: { 200: record.response } }
    if (record.params) schema.params = record.params
    if (record.query) schema.querystring = record.query
    if (record.body) schema.body = record.body
    app.route({
      method: record.method,
      url: record.path,
      config: { record },
      schema,
      bodyLimit: record.maxBytes ?? bodyMaxBytes[accessKindOf(record.access)],
      // Nothing that a stranger sends to a customer's call is read, nor what a customer sends before its turn.
      onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
        if (record.access === 'link') {
          const pass = await options.findPass(request)
          await options.takeTurn(pass.id, reply.raw)
          passes.set(request, pass)
        }
        if (accessKindOf(record.access) === 'staff') {
          const staff = admitStaff(record, await options.findStaff(request))
          await options.takeTurn(staff.id, reply.raw)
          colleagues.set(request, staff)
        }
        if (record.access !== 'customer') return
        const customer = await authenticate(request, record)
        if (!record.staysOpen)
          await options.takeTurn(customer.viewUntil ? customer.familyId : customer.id, reply.raw)
        callers.set(request, customer)
      },
      validatorCompiler: validatorCompiler as FastifySchemaCompiler<FastifySchema>,
      serializerCompiler: options.strictAnswers ? strictSerializer : serializer,
      handler: async (request, reply) => {
        const customer = callers.get(request)
        const pass = passes.get(request)
        const staff = colleagues.get(request)
        void reply.header('cache-control', 'no-store')
        const input = {
          params: request.params,
          query: request.query,
          body: request.body,
          customer,
          pass,
          staff,
          request,
          reply,
        }
        const caller = {
          address: request.ip,
          sessionId: customer?.familyId ?? pass?.sessionId ?? staff?.sessionId,
          userId: customer?.userId ?? pass?.userId ?? staff?.id,
        }
        const answer = await answeringTo(caller, async () => {
          // Who looks as a customer uses nothing of theirs up.
          const counted = (customer?.viewUntil ? customer.familyId : customer?.id) ?? pass?.id ?? staff?.id
          if (record.limit && counted) await countUse(options.limits, record.limit, counted)
          return handler(input as never)
        })
        return answer === undefined ? reply : answer
      },
    })
  }
}

/** Throws a `Refusal` unless they may use the call: by their session, their role, and a second factor shown just now. */
function admitStaff(record: Endpoint, staff: StaffCaller | undefined): StaffCaller {
  if (!staff) throw unauthenticated()
  const right = rightOf(record.access)
  if (right && !mayStaff(staff.role, right)) throw forbidden(staffMessages.notAllowed)
  if (record.asksAgain && !staff.isConfirmed) throw confirmRequired()
  return staff
}

/** Calls of the operator's staff. */
const consoleCalls = '/api/operator/'

/** With the input side of the schema: an undeclared field in a union is dropped instead of refused. */
const jsonSchemaOf = (schema: unknown) =>
  z.toJSONSchema(schema as z.ZodMiniType, { io: 'input', target: 'draft-7' })

/** Compiled once in a process: it takes longer than all else of an app, and tests build hundreds of them. */
const serializers = new WeakMap<object, ReturnType<FastifySerializerCompiler<unknown>>>()
const serializer: FastifySerializerCompiler<object> = ({ schema }) => {
  const write = serializers.get(schema) ?? fastJson(jsonSchemaOf(schema) as never)
  serializers.set(schema, write)
  return write
}

const strictSerializer: FastifySerializerCompiler<object> = (route) => {
  const write = serializer(route)
  return (answer) => {
    const parsed = z.safeParse(route.schema as z.ZodMiniType, JSON.parse(JSON.stringify(answer)))
    if (!parsed.success)
      throw new Error(
        `The answer of ${route.method} ${route.url} breaks its record: ${z.prettifyError(parsed.error)}`,
      )
    return write(answer)
  }
}
