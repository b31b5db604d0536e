import {
  createVendorClient,
  type Fetch,
  type VendorClientDependencies,
} from '#vendors/client/vendor-client.ts'
import { isVendorError, VendorError } from '#vendors/client/vendor-error.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import type { AvailabilityHint, RegistryStatus } from '#vendors/ports/names.ts'

import { baseFor, bootstrapFile, domainObject, readBootstrap, withSlash } from './wire.ts'

/** RFC 7480, 5.2, and the permanent one that was named later (RFC 9110, 15.4.9). */
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
const hopsMax = 4

const refused = (reason: string) =>
  new VendorError({ vendor: 'rdap', operation: 'redirect', kind: 'transient', reason })

/**
 * Registries tell a client that the answer is found elsewhere, and expect it to ask there, with the address as given
 * (https://www.rfc-editor.org/rfc/rfc7480#section-5.2). Where that is, is a stranger's word: `outside` goes there,
 * which reaches by https, and the public internet, alone.
 */
const followRedirects =
  (fetch: Fetch, outside: Fetch): Fetch =>
  async (start, init = {}) => {
    const home = new URL(start).origin
    let url = start
    for (let hop = 0; hop <= hopsMax; hop++) {
      const isHome = new URL(url).origin === home
      const response = await (isHome ? fetch(url, init) : leave(outside, url, init))
      const next = response.headers.get('location')
      if (!redirects.has(response.status) || next === null) {
        if (isHome || !saysMissing(response) || isRdap(response)) return response
        await response.body?.cancel()
        throw refused('it leads elsewhere, where no registry answers')
      }
      await response.body?.cancel()
      const found = URL.parse(next, url)
      if (!found) throw refused('it leads to something that is no web address')
      url = found.href
    }
    throw refused(`it led on more than ${hopsMax} times`)
  }

/**
 * A registry's own word that nothing is there. A web site to which a registry's old address leads says that of every
 * name: there it counts only in the form that registries answer in (RFC 7480, 4.2 and 5.3).
 */
const saysMissing = ({ status }: Response): boolean => status === 404 || status === 410
const isRdap = ({ headers }: Response): boolean =>
  /^application\/rdap\+json\b/i.test(headers.get('content-type') ?? '')

async function leave(outside: Fetch, url: string, init: RequestInit): Promise<Response> {
  try {
    return await outside(url, init)
  } catch (error) {
    if (!isVendorError(error)) throw error
    throw refused(`it leads elsewhere, where ${error.reason}`)
  }
}

export interface RdapOptions {
  /** `https://data.iana.org/rdap/dns.json` */
  bootstrapUrl: string
  /**
   * Base address by TLD, for registries that are missing from the bootstrap file. Nobody vouches for those: a
   * registration that one shows is there, but that it shows none says nothing.
   */
  overrides: Record<string, string>
}

export interface RdapDependencies extends VendorClientDependencies {
  /** For where registries lead to: it reaches the public internet only. */
  outsideFetch: Fetch
}

export interface Rdap extends AvailabilityHint, RegistryStatus {
  /** Fetches the list of registries, so that the first person who searches does not wait for it. */
  warm(ctx?: CallContext): Promise<void>
}

const dayMs = 24 * 3_600_000
const bootstrapTimeoutMs = 5_000
/** Longer than a person waits; then the registrar is asked instead. */
const lookUpTimeoutMs = 3_000

/** Registries do not publish their limits; so much is assumed for each address. */
const registryRate = { burst: 100, perSecond: 1 }

/**
 * The registries' own public look-up (RFC 7480, 9082). A 404 means that no registration is there: reserved and
 * premium names look the same, so only the registrar can confirm.
 */
export function createRdap({ bootstrapUrl, overrides }: RdapOptions, dependencies: RdapDependencies): Rdap {
  const fetch = followRedirects(dependencies.fetch, dependencies.outsideFetch)
  const call = createVendorClient({ ...dependencies, fetch }, { vendor: 'rdap' })
  const fixed = new Map(Object.entries(overrides).map(([tld, base]) => [tld, withSlash(base)]))
  let bases: ReadonlyMap<string, string> | undefined
  /** On the monotonic clock, like the age of the bases. */
  let fetchedAt = 0
  let fetching: Promise<ReadonlyMap<string, string>> | undefined

  async function fetchBases(ctx?: CallContext): Promise<ReadonlyMap<string, string>> {
    const file = await call(
      { operation: 'bootstrap', url: bootstrapUrl, answer: bootstrapFile, timeoutMs: bootstrapTimeoutMs },
      ctx,
    )
    bases = new Map([...readBootstrap(file), ...fixed])
    fetchedAt = performance.now()
    return bases
  }

  /** At most a day old; an older list stays in use while the newer one cannot be read. */
  async function currentBases(ctx?: CallContext): Promise<ReadonlyMap<string, string>> {
    if (bases && performance.now() - fetchedAt < dayMs) return bases
    fetching ??= fetchBases(ctx).finally(() => {
      fetching = undefined
    })
    const stale = bases
    return stale ? fetching.catch(() => stale) : fetching
  }

  async function find(name: string, operation: string, ctx?: CallContext) {
    const base = baseFor(name, fixed) ?? baseFor(name, await currentBases(ctx))
    if (base === undefined) return 'unlisted'
    try {
      const found = await call(
        {
          operation,
          url: `${base}domain/${name}`,
          headers: { accept: 'application/rdap+json' },
          answer: domainObject,
          timeoutMs: lookUpTimeoutMs,
          limit: { key: `rdap:${base}`, rate: registryRate, among: ['waiting', 'looks'] },
        },
        ctx,
      )
      if (found.ldhName.toLowerCase().replace(/\.$/, '') === name) return found
    } catch (error) {
      if (isVendorError(error, 'not_found')) return 'missing'
      throw error
    }
    throw new VendorError({
      vendor: 'rdap',
      operation,
      kind: 'transient',
      reason: 'the answer is about another name',
    })
  }

  return {
    async warm(ctx) {
      await currentBases(ctx)
    },
    async lookUp(name, ctx) {
      const found = await find(name, 'lookUp', ctx)
      if (found === 'unlisted') return 'unknown'
      if (found === 'missing') return baseFor(name, fixed) ? 'unknown' : 'probably_free'
      return 'taken'
    },
    async status(name, ctx) {
      const found = await find(name, 'status', ctx)
      // What a registry leaves out it says nothing of (RFC 9083, 4.6): a name in good standing may have none.
      return typeof found === 'string' ? undefined : (found.status ?? []).map((each) => each.toLowerCase())
    },
  }
}
