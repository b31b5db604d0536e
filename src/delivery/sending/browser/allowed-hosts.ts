import { isDomainHost } from '#base/text/web-address.ts'

/** Microsoft's own: the pages, and where they load from. */
const microsoftFamilies = ['microsoftonline.com', 'msauth.net', 'msftauth.net', 'live.com', 'microsoft.com']
/** Where a password of a work account is typed. */
const microsoftLogins = new Set(['login.microsoftonline.com', 'login.microsoft.com', 'login.live.com'])
/** The sending tools' own: a callback leads on from one of a tool's hosts to another. */
const toolFamilies = ['instantly.ai', 'smartlead.ai', 'intellioauth.com']

const isOf = (families: readonly string[], { hostname }: URL): boolean =>
  families.some((family) => hostname === family || hostname.endsWith(`.${family}`))

/** Where one sign-in may lead, by its link alone. */
export interface SignInHosts {
  /** May be asked at all. */
  mayAsk(url: URL): boolean
  /** Pages of the one who signs in: passwords are typed there, and nowhere else. */
  isLogin(url: URL): boolean
  /** The sending tool: where it ends. */
  isTool(url: URL): boolean
  /** Whether hosts inside this machine's network may be meant: only where the sign-in pages are not Microsoft's own. */
  mayBeInside: boolean
}

/** `link` is one that is opened: its host replaced where the sign-in pages are elsewhere (the sandbox, a proxy). */
export function hostsOf(link: URL): SignInHosts {
  const callback = URL.parse(link.searchParams.get('redirect_uri') ?? '')
  const isCallback = ({ host }: URL) => host === callback?.host
  const isReal = isOf([...microsoftFamilies, ...toolFamilies], link)
  if (!isReal)
    return {
      mayAsk: (url) => url.host === link.host || isCallback(url),
      isLogin: ({ host }) => host === link.host,
      isTool: isCallback,
      mayBeInside: true,
    }
  const isTool = (url: URL) => (isCallback(url) && isDomainHost(url.hostname)) || isOf(toolFamilies, url)
  return {
    mayAsk: (url) =>
      url.protocol === 'https:' && url.port === '' && (isOf(microsoftFamilies, url) || isTool(url)),
    isLogin: ({ protocol, host }) => protocol === 'https:' && microsoftLogins.has(host),
    isTool,
    mayBeInside: false,
  }
}
