import { connectPath } from '#features/tools/rules/connecting-texts.ts'
import { isConsoleAddress } from '../console-address.ts'

/** Whether an address is one of the website, and not a call of the API. */
export const isPage = (url: string): boolean => !url.startsWith('/api/')

/**
 * The address that is looked up for a request. One of the website that cannot be decoded is served the page of its side,
 * as every other one is: the browser shows its own "not found". Of the API it is refused.
 */
export function readableAddress(url: string): string {
  const [path = ''] = url.split('?', 1)
  if (!isPage(path) || isDecodable(path)) return url
  return isConsoleAddress(path) ? '/operator' : '/'
}

/** Whether it has no escape that stands for nothing. */
function isDecodable(path: string): boolean {
  try {
    // Its result is used: a call without a use is left out of the built server.
    return decodeURIComponent(path).length > 0
  } catch {
    return false
  }
}

/** The path of an address as files and pages are looked for: written with escapes or with two slashes, it is the same. */
export function pathOf(url: string): string {
  const path = rawPathOf(url)
  return (isDecodable(path) ? decodeURIComponent(path) : path).replace(/\/{2,}/g, '/')
}

export const rawPathOf = (url: string): string => url.split('?', 1)[0] ?? '/'

/**
 * Whether a page that loads from this address may go on to every page of the customers. The console is built apart, and
 * the page that a mailed link opens leads on by loading anew.
 */
export function isCustomersPage(url: string): boolean {
  const path = pathOf(url)
  return isPage(path) && !isConsoleAddress(path) && path.toLowerCase().replace(/\/$/, '') !== connectPath
}
