import type { Fetch } from '#vendors/client/vendor-client.ts'
import { isVendorError, VendorError } from '#vendors/client/vendor-error.ts'

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
export const followRedirects =
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
