import { isIP } from 'node:net'
import { isInsideAddress, isPublicAddress } from '#vendors/client/outside/public-address.ts'
import {
  createHostResolver,
  lookUpOnThisMachine,
  type ResolveHost,
} from '#vendors/client/outside/resolve-host.ts'
import type { Fetch } from '#vendors/client/vendor-client.ts'
import { type HeldUpKind, VendorError, type VendorErrorKind } from '#vendors/client/vendor-error.ts'
import { AnswerTooLargeError, exchangeWith, type PinnedAddresses } from './pinned-exchange.ts'

export interface SafeFetchOptions {
  /** Origins that may be on this machine or in a private network, and speak plain http: the sandbox's own. */
  allowedOrigins?: readonly string[]
  /** `address:port` of the resolvers that are asked for host names; undefined: the ones of this machine. */
  dnsServers?: readonly string[]
  /** All addresses of a host name; by DNS queries unless a test answers. */
  resolve?: ResolveHost
  /** The same for the names of allowed origins, which this machine alone may know. */
  resolveAllowed?: ResolveHost
  /** Makes the request to an address that has passed. */
  exchange?: typeof exchangeWith
  /** For the whole exchange. */
  timeoutMs?: number
  maxAnswerBytes?: number
}

/**
 * A `fetch` for addresses that customers type. Only https, and only to the public internet; for the operator's
 * exceptions also http, this machine and private networks, but no link-local and no metadata address. The name is
 * resolved once, every address it has must be of that kind, and the connection goes to exactly those, so that a second
 * answer of the name server cannot lead elsewhere. Redirects are handed back, not followed. Time and size are
 * limited. What it refuses is a `VendorError`, which a vendor client passes on as it is.
 */
export function createSafeFetch(options: SafeFetchOptions = {}): Fetch {
  const { timeoutMs = 15_000, maxAnswerBytes = 2 * 1024 * 1024, exchange = exchangeWith } = options
  const exceptions = new Set((options.allowedOrigins ?? []).map((origin) => new URL(origin).origin))
  const anybody = {
    resolve: options.resolve ?? createHostResolver(options.dnsServers),
    mayBe: isPublicAddress,
    otherwise: 'the address does not belong to the public internet',
  }
  const exception = {
    resolve: options.resolveAllowed ?? lookUpOnThisMachine,
    mayBe: (address: string) => isPublicAddress(address) || isInsideAddress(address),
    otherwise: 'the address is link-local or a metadata service’s, where BISON_ALLOWED_ORIGINS does not lead',
  }

  async function addressesOf(
    url: URL,
    { resolve, mayBe, otherwise }: typeof anybody,
    signal: AbortSignal,
  ): Promise<PinnedAddresses> {
    // The URL parser has already turned 0x7f.1 and 2130706433 into 127.0.0.1.
    const hostname = url.hostname.replace(/^\[|\]$/g, '')
    const literal = isIP(hostname)
    const found = literal ? [{ address: hostname, family: literal }] : await resolve(hostname, signal)
    const [first, ...others] = found
    if (!first || !found.every(({ address }) => mayBe(address))) throw refused('rejected', otherwise)
    return [first, ...others]
  }

  return async (input, init = {}) => {
    const url = URL.parse(input)
    if (!url) throw refused('rejected', 'the address is not a web address')
    if (url.username || url.password)
      throw refused('rejected', 'the address must not hold a user name or password')
    const rule = exceptions.has(url.origin) ? exception : anybody
    if (rule === anybody && url.protocol !== 'https:')
      throw refused('rejected', 'the address must begin with https://')

    const within = AbortSignal.timeout(timeoutMs)
    const signal = init.signal ? AbortSignal.any([init.signal, within]) : within
    try {
      return await exchange(await addressesOf(url, rule, signal), url, init, { signal, maxAnswerBytes })
    } catch (error) {
      if (error instanceof VendorError) throw error
      if (init.signal?.aborted) throw init.signal.reason
      if (within.aborted) throw refused('transient', `no answer within ${Math.round(timeoutMs / 1_000)} s`)
      if (error instanceof AnswerTooLargeError)
        throw refused('transient', `the answer was larger than ${maxAnswerBytes / 1024 / 1024} MB`)
      throw new TypeError('fetch failed', { cause: error })
    }
  }
}

const refused = (kind: Exclude<VendorErrorKind, HeldUpKind>, reason: string) =>
  new VendorError({ vendor: 'bison', operation: 'connect', kind, reason })
