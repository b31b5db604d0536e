import {
  type Call,
  createVendorClient,
  type VendorClientDependencies,
} from '#vendors/client/vendor-client.ts'
import { isVendorError, VendorError } from '#vendors/client/vendor-error.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import { contactAnswer, explainRefusal, whoAmI } from './wire.ts'

export interface DnsimpleOptions {
  /** With the version: `https://api.dnsimple.com/v2`. */
  baseUrl: string
  /** An account token. */
  token: string
  /** The contact that registrations are made for. */
  registrantId: number
  /** What the account's calls are counted under: each account has limits of its own. */
  limitKey?: string
}

/**
 * 2,400 requests an hour are allowed. A burst of half of them and the other half spread over the hour can never
 * exceed that within any hour; ten are kept back for places of other purposes that are borrowed some seconds ahead.
 */
const accountRate = { burst: 1_190, perSecond: 1_200 / 3_600 }
/** Calls that an account may make in an hour. */
export const callsPerHour = 2_400
/** Seconds of an account's time that one call takes, in its limiter's row. */
export const secondsPerCall = 1 / accountRate.perSecond
/** The availability check has a stricter limit that DNSimple does not publish; this is an assumption. */
const checkRate = { burst: 100, perSecond: 1 }
export const defaultLimitKey = 'dnsimple:account'

export type DnsimpleClient = ReturnType<typeof createDnsimpleClient>

/** Calls below the account's own path: `path` begins after `/v2/{account}`. */
export function createDnsimpleClient(options: DnsimpleOptions, dependencies: VendorClientDependencies) {
  const send = createVendorClient(dependencies, {
    vendor: 'dnsimple',
    explain: explainRefusal,
    secrets: [options.token],
  })
  const accountLimit = { key: options.limitKey ?? defaultLimitKey, rate: accountRate }
  const checkLimit = {
    key: options.limitKey ? `${options.limitKey}:check` : 'dnsimple:check',
    rate: checkRate,
  }
  const headers = { authorization: `Bearer ${options.token}` }
  let accountId: number | undefined

  /** Read once: the token belongs to one account. */
  async function account(ctx?: CallContext): Promise<number> {
    if (accountId !== undefined) return accountId
    const { data } = await send(
      {
        operation: 'whoami',
        url: `${options.baseUrl}/whoami`,
        headers,
        answer: whoAmI,
        limit: accountLimit,
      },
      ctx,
    )
    if (!data.account) {
      throw new VendorError({
        vendor: 'dnsimple',
        operation: 'whoami',
        kind: 'unauthorised',
        waitsFor: 'operator',
        reason: 'the token is a user token; make an account token instead',
      })
    }
    accountId = data.account.id
    return accountId
  }

  type Request<T> = Omit<Call<T>, 'url' | 'limit' | 'headers'> & {
    path: string
  }

  async function call<T>(request: Request<T>, ctx?: CallContext) {
    const { path, ...rest } = request
    const url = `${options.baseUrl}/${await account(ctx)}${path}`
    const limit = path.endsWith('/check') ? [accountLimit, checkLimit] : accountLimit
    return send({ ...rest, url, headers, limit }, ctx)
  }

  /** Of what is the same for every account. */
  const callShared = <T>({ path, ...rest }: Request<T>, ctx?: CallContext) =>
    send({ ...rest, url: `${options.baseUrl}${path}`, headers, limit: accountLimit }, ctx)

  /** Whether the contact that registrations are made for is there; what to do where it is not. */
  async function lackOfContact(operation: string, ctx?: CallContext): Promise<string | undefined> {
    const id = options.registrantId
    const path = `/contacts/${id}`
    if (await orUndefined(call({ operation, path, answer: contactAnswer }, ctx))) return undefined
    return `the account has no contact ${id}; create one at DNSimple and ${options.limitKey ? 'give the account its number, under Capacity' : 'set REGISTRANT_ID'}`
  }

  return {
    account,
    call,
    lackOfContact,
    find: <T>(request: Request<T>, ctx?: CallContext) => orUndefined(call(request, ctx)),
    findShared: <T>(request: Request<T>, ctx?: CallContext) => orUndefined(callShared(request, ctx)),
  }
}

/** Undefined instead of an error when there is no such thing. */
async function orUndefined<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (isVendorError(error, 'not_found')) return undefined
    throw error
  }
}
