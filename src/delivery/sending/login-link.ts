import { vendorAddresses } from '#base/config/vendor-addresses.ts'
import { microsoftLogin } from '#features/tools/rules/sending-tools.ts'

/** Whose pages a mailbox is signed in at. */
type SignInProvider = 'microsoft' | 'google'

/** Where those pages are: Microsoft's and Google's own, or what stands in for them. */
export type SignInPages = Readonly<Record<SignInProvider, string>>

/** Longer ones are not looked at. */
export const loginLinkBytes = 4 * 1024

const providerOfHost = new Map<string, SignInProvider>([
  [new URL(microsoftLogin).host, 'microsoft'],
  [new URL(vendorAddresses.GOOGLE_LOGIN_URL.real).host, 'google'],
])
const authorizePath: Record<SignInProvider, RegExp> = {
  microsoft: /^\/[^/]+\/oauth2\/(v2\.0\/)?authorize\/?$/,
  google: /^\/o\/oauth2\/(v2\/)?auth\/?$/,
}
/** Hosts of tools that hand out links of their own, which lead on to Microsoft or Google. */
const toolHosts = ['smartlead.ai', 'intellioauth.com']

type LoginLinkProblem =
  | 'too-long'
  | 'no-address'
  | 'not-https'
  | 'unknown-host'
  /** A page of Microsoft's or Google's that asks for no permission. */
  | 'no-authorize-page'
  | 'no-client'
  | 'no-redirect'
  | 'no-state'

/** The link asks one of the two hosts for permission, and says for whom and for what. */
export interface AuthorizeLink {
  kind: 'authorize'
  provider: SignInProvider
  clientId: string
  /** Where the tool is told. */
  redirectHost: string
  scopes: string[]
  /** `consent`: the page asks although permission was given. */
  prompt: string | null
  url: URL
}
/** What it asks for is known only once it has led on. */
export interface ToolLink {
  kind: 'tool'
  url: URL
}
export type LoginLink = AuthorizeLink | ToolLink | { kind: 'refused'; problem: LoginLinkProblem }

const refused = (problem: LoginLinkProblem): LoginLink => ({ kind: 'refused', problem })

/** Reads the link with which a sending tool has mailboxes connected, its own answer or one that a customer pasted. */
export function readLoginLink(text: string): LoginLink {
  if (Buffer.byteLength(text) > loginLinkBytes) return refused('too-long')
  const url = URL.parse(text.trim())
  if (!url || url.username || url.password) return refused('no-address')
  if (url.protocol !== 'https:') return refused('not-https')
  url.hash = ''
  const provider = providerOfHost.get(url.host)
  if (provider) return readAuthorizeLink(url, provider)
  const isTools = toolHosts.some((host) => url.host === host || url.host.endsWith(`.${host}`))
  return isTools ? { kind: 'tool', url } : refused('unknown-host')
}

function readAuthorizeLink(url: URL, provider: SignInProvider): LoginLink {
  if (!authorizePath[provider].test(url.pathname)) return refused('no-authorize-page')
  const clientId = url.searchParams.get('client_id')
  if (!clientId) return refused('no-client')
  const redirect = URL.parse(url.searchParams.get('redirect_uri') ?? '')
  if (!redirect || !/^https?:$/.test(redirect.protocol)) return refused('no-redirect')
  if (!url.searchParams.get('state')) return refused('no-state')
  const scopes = (url.searchParams.get('scope') ?? '').split(' ').filter(Boolean)
  return {
    kind: 'authorize',
    provider,
    clientId,
    redirectHost: redirect.host,
    scopes: [...new Set(scopes)],
    prompt: url.searchParams.get('prompt'),
    url,
  }
}

/**
 * The link as it is opened for a mailbox. One link may serve many mailboxes, so a hint at another one gives way. Its
 * host becomes that of the pages: in the sandbox nothing leaves the machine.
 */
export function openableLink(link: AuthorizeLink | ToolLink, address: string, pages: SignInPages): string {
  if (link.kind === 'tool') return link.url.href
  const query = new URLSearchParams(link.url.searchParams)
  query.set('login_hint', address)
  return `${pages[link.provider]}${link.url.pathname}?${query}`
}
