import { isIP } from 'node:net'
import type { Fetch } from '../vendor-client.ts'
import { type HeldUpKind, VendorError, type VendorErrorKind } from '../vendor-error.ts'
import { AnswerTooLargeError, exchangeWith, type PinnedAddress } from './pinned-exchange.ts'
import { isPublicAddress } from './public-address.ts'
import { createHostResolver, type ResolveHost } from './resolve-host.ts'

export interface SafeFetchOptions {
  /** Origins that are asked as they are, wherever they point: the sandbox's own. */
  allowedOrigins?: readonly string[]
  /** Asks the allowed origins. */
  fetch?: Fetch
  /** `address:port` of the resolvers that are asked for host names; undefined: the ones of this machine. */
  dnsServers?: readonly string[]
  /** All addresses of a host name; by DNS queries unless a test answers. */
  resolve?: ResolveHost
  /** Makes the request to an address that has passed. */
  exchange?: typeof exchangeWith
  /** For the whole exchange. */
  timeoutMs?: number
  maxAnswerBytes?: number
}

/**
 * A `fetch` for addresses that customers type. Only https, and only to the public internet: the name is resolved
 * once, every address it has must be public, and the connection goes to exactly that address, so that a second
 * answer of the name server cannot lead elsewhere. Redirects are handed back, not followed. Time and size are
 * limited. What it refuses is a `VendorError`, which a vendor client passes on as it is.
 */
export function createSafeFetch(options: SafeFetchOptions = {}): Fetch {
  const { timeoutMs = 15_000, maxAnswerBytes = 2 * 1024 * 1024, exchange = exchangeWith } = options
  const allowed = new Set((options.allowedOrigins ?? []).map((origin) => new URL(origin).origin))
  const resolve = options.resolve ?? createHostResolver(options.dnsServers)

  async function publicAddressOf(url: URL, signal: AbortSignal): Promise<PinnedAddress> {
    // The URL parser has already turned 0x7f.1 and 2130706433 into 127.0.0.1.
    const hostname = url.hostname.replace(/^\[|\]$/g, '')
    const literal = isIP(hostname)
    const found = literal ? [{ address: hostname, family: literal }] : await resolve(hostname, signal)
    const [first] = found
    if (!first || !found.every(({ address }) => isPublicAddress(address)))
      throw refused('rejected', 'the address does not belong to the public internet')
    return first
  }

  return async (input, init = {}) => {
    const url = URL.parse(input)
    if (!url) throw refused('rejected', 'the address is not a web address')
    if (url.username || url.password)
      throw refused('rejected', 'the address must not hold a user name or password')
    if (allowed.has(url.origin)) return (options.fetch ?? fetch)(input, { ...init, redirect: 'manual' })
    if (url.protocol !== 'https:') throw refused('rejected', 'the address must begin with https://')

    const within = AbortSignal.timeout(timeoutMs)
    const signal = init.signal ? AbortSignal.any([init.signal, within]) : within
    try {
      const pinned = await publicAddressOf(url, signal)
      return await exchange(pinned, url, init, { signal, maxAnswerBytes })
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
