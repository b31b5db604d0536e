import type { Page, Request } from 'playwright-core'
import type { SignInRefusal } from '#features/tools/rules/sign-in-causes.ts'
import type { SignInHosts } from './allowed-hosts.ts'
import { codeIn, meaningOf } from './error-codes.ts'

/** Where the page has been so far. */
export interface Trail {
  /** A first page has come up. */
  hasBegun: boolean
  /** Of the newest answer to it; 0 before the first one. */
  status: number
  hasMetLogin: boolean
  /** The tool was sent the outcome and has answered. */
  tool?: { host: string; refusal?: { cause: SignInRefusal; code: number | null } }
  /** Where it was led last without an answer. */
  failedAt?: URL
  hasCrashed: boolean
}

/** Follows the page's own requests from the first one on. */
export function followTrail(page: Page, hosts: SignInHosts): Trail {
  const trail: Trail = { hasBegun: false, status: 0, hasMetLogin: false, hasCrashed: false }
  const isOwn = (request: Request) => request.isNavigationRequest() && request.frame() === page.mainFrame()
  page.on('crash', () => {
    trail.hasCrashed = true
  })
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame() && frame.url() !== 'about:blank') trail.hasBegun = true
  })
  page.on('requestfailed', (request) => {
    if (isOwn(request)) trail.failedAt = URL.parse(request.url()) ?? undefined
  })
  page.on('response', (response) => {
    const url = URL.parse(response.url())
    if (!url || !isOwn(response.request())) return
    trail.status = response.status()
    if (hosts.isLogin(url)) trail.hasMetLogin = true
    else if (trail.hasMetLogin && hosts.isTool(url))
      trail.tool = { host: url.host, refusal: trail.tool?.refusal ?? refusalIn(url.searchParams) }
  })
  return trail
}

/** What the tool is told when it is not given a code: https://learn.microsoft.com/entra/identity-platform/v2-oauth2-auth-code-flow */
function refusalIn(answer: URLSearchParams): NonNullable<Trail['tool']>['refusal'] {
  const error = answer.get('error')
  if (error === null) return undefined
  const code = codeIn(answer.get('error_description') ?? '')
  const meaning = code === null ? 'unknown' : meaningOf(code, 'tells')
  if (typeof meaning === 'object') return { cause: meaning.refused, code }
  return { cause: error === 'access_denied' ? 'declined' : 'other', code }
}
