const scheme = /^[a-z][a-z0-9+.-]*:\/\//i

/**
 * Reads what people type where a URL is asked for: `example.com` means `https://example.com`. Undefined unless
 * it is a web address without a user name or password in it.
 */
export function parseWebAddress(text: string): URL | undefined {
  const typed = text.trim()
  const address = scheme.test(typed) ? typed : `https://${typed}`
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined
  if (url.username || url.password) return undefined
  return url
}

const domainNameOfHost =
  /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/

/** Whether a host is a full domain name: no address in numbers, no name that only a local network knows. */
export const isDomainHost = (host: string): boolean => domainNameOfHost.test(host)
