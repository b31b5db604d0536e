import type * as z from 'zod'
import { createTokenCache } from '#vendors/client/token-cache.ts'
import { createVendorClient, type VendorClientDependencies } from '#vendors/client/vendor-client.ts'
import type { Rate } from '#vendors/client/vendor-limits.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import { adminScopes, alertsScope, type GoogleAccount, type GoogleUrls } from './account.ts'
import { createGoogleTokens } from './google-token.ts'
import { explainGoogle } from './google-wire.ts'

const rates = {
  /** Documented: 2,400 calls in a minute; 600 at once and 30 a second after that. */
  directory: { perSecond: 30, burst: 600 },
  /** Documented: no more than ten new users a second; a full burst and the second after it are together no more. */
  creations: { perSecond: 7, burst: 3 },
  /** Not published. */
  verification: { perSecond: 1, burst: 20 },
  /** 15,000 units a minute for each user and far more for the project; a settings call costs a few. */
  gmail: { perSecond: 20, burst: 100 },
  /** Not published. */
  alerts: { perSecond: 1, burst: 20 },
} satisfies Record<string, Rate>
type Counted = keyof typeof rates

interface GoogleCall<T> {
  operation: string
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  json?: unknown
  /** In the request besides the credentials: a mailbox's password. */
  secrets?: readonly string[]
  answer: z.ZodType<T>
}

export type GoogleApi = ReturnType<typeof createGoogleApi>

/** Google's services with this account's tokens and limits. */
export function createGoogleApi(
  urls: GoogleUrls,
  account: GoogleAccount,
  dependencies: VendorClientDependencies,
) {
  const client = createVendorClient(dependencies, {
    vendor: 'google',
    explain: explainGoogle,
    secrets: [account.privateKey],
  })
  const fetchToken = createGoogleTokens(urls, account, dependencies)
  const withAdminToken = createTokenCache((_, ctx) => fetchToken(account.adminEmail, adminScopes, ctx))
  const withAlertsToken = createTokenCache((_, ctx) => fetchToken(account.adminEmail, [alertsScope], ctx))

  function send<T>(
    baseUrl: string,
    counted: readonly Counted[],
    token: string,
    { path, ...request }: GoogleCall<T>,
    ctx: CallContext,
  ) {
    return client(
      {
        ...request,
        url: `${baseUrl}${path}`,
        headers: { authorization: `Bearer ${token}` },
        limit: counted.map((rate) => ({ key: `google:${account.customerId}:${rate}`, rate: rates[rate] })),
      },
      ctx,
    )
  }

  return {
    directory<T>(request: GoogleCall<T>, ctx: CallContext = {}) {
      const isCreation = request.method === 'POST' && request.path === '/users'
      const counted: Counted[] = isCreation ? ['directory', 'creations'] : ['directory']
      return withAdminToken('admin', ctx, (token) => send(urls.directoryUrl, counted, token, request, ctx))
    },

    siteVerification<T>(request: GoogleCall<T>, ctx: CallContext = {}) {
      return withAdminToken('admin', ctx, (token) =>
        send(urls.siteVerificationUrl, ['verification'], token, request, ctx),
      )
    },

    alertCenter<T>(request: GoogleCall<T>, ctx: CallContext = {}) {
      return withAlertsToken('alerts', ctx, (token) =>
        send(urls.alertCenterUrl, ['alerts'], token, request, ctx),
      )
    },

    /** Calls in a user's own name. The token serves these calls only and is not kept. */
    async asUser(address: string, scope: string, ctx: CallContext = {}) {
      const { value } = await fetchToken(address, [scope], ctx)
      return <T>(request: GoogleCall<T>) => send(urls.gmailUrl, ['gmail'], value, request, ctx)
    },
  }
}
