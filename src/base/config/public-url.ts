import type { Environment } from './environment.ts'

/** Where customers reach the product, without a slash at the end. */
export const publicUrlOf = (values: Environment) =>
  values.PUBLIC_URL ?? `http://${browsableHost(values.HOST)}:${values.PORT}`

/** The host to write into a link when the server listens on every address of the machine. */
function browsableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::' || host === '127.0.0.1' || host === '::1') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

const localNames = ['localhost', '127.0.0.1', '[::1]']
/** Whether a host, as it stands in an address or alone, is this machine and no one else's. */
export const isLocal = (host: string) =>
  host === '::1' || localNames.includes(host.toLowerCase()) || /^127(\.\d{1,3}){3}$/.test(host)
/** Browsers keep sign-ins only there. */
export const isSecureOrLocal = (url: string) =>
  url.startsWith('https:') || localNames.includes(new URL(url).hostname)

/** The origins that a browser may name for this address: on this machine it has several spellings. */
export function spellingsOf(publicUrl: string): string[] {
  const { protocol, hostname, port, origin } = new URL(publicUrl)
  if (protocol === 'https:' || !localNames.includes(hostname)) return [origin]
  return localNames.map((name) => `${protocol}//${name}${port && `:${port}`}`)
}
