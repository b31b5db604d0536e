import { sign } from 'node:crypto'
import * as z from 'zod'
import type { AccessToken } from '#vendors/client/token-cache.ts'
import {
  createVendorClient,
  type Explanation,
  type Refusal,
  type VendorClientDependencies,
} from '#vendors/client/vendor-client.ts'
import { vendorWords } from '#vendors/client/vendor-words.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import type { GoogleUrls, ServiceAccount } from './account.ts'

/** Whom the assertion is for: Google's name for its token service, wherever that is reached. */
const audience = 'https://oauth2.googleapis.com/token'
const assertionSeconds = 3600
/** Allows for a clock that is a little fast. */
const backdateSeconds = 30

const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() })
const tokenRefusal = z.object({ error: z.string(), error_description: z.string().optional() })

export function explainTokenRefusal({ status, body }: Refusal): Explanation {
  const parsed = tokenRefusal.safeParse(body)
  if (!parsed.success || status === 429 || status >= 500) return {}
  const { error: code, error_description: description = code } = parsed.data
  const reason =
    code === 'unauthorized_client'
      ? 'the service account may not act in this account’s name: add its client id and scopes under domain-wide delegation'
      : `Google refused the service account: ${vendorWords(description)}`
  return { kind: 'unauthorised', code, reason }
}

/** The signed request for a token in someone's name (RFC 7523, RS256). `now` in milliseconds. */
export function signAssertion(
  account: ServiceAccount,
  subject: string,
  scopes: readonly string[],
  now = Date.now(),
): string {
  const issuedAt = Math.floor(now / 1000) - backdateSeconds
  const claims = {
    iss: account.clientEmail,
    sub: subject,
    scope: scopes.join(' '),
    aud: audience,
    iat: issuedAt,
    exp: issuedAt + assertionSeconds,
  }
  const unsigned = [{ alg: 'RS256', typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  return `${unsigned}.${sign('RSA-SHA256', Buffer.from(unsigned), account.privateKey).toString('base64url')}`
}

/** Fetches access tokens in the name of anybody in the account. */
export function createGoogleTokens(
  urls: Pick<GoogleUrls, 'tokenUrl'>,
  account: ServiceAccount,
  dependencies: VendorClientDependencies,
) {
  const call = createVendorClient(dependencies, { vendor: 'google', explain: explainTokenRefusal })
  return async (subject: string, scopes: readonly string[], ctx: CallContext): Promise<AccessToken> => {
    const assertion = signAssertion(account, subject, scopes)
    const answer = await call(
      {
        operation: 'signIn',
        method: 'POST',
        url: urls.tokenUrl,
        form: {
          grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
          assertion,
        },
        secrets: [assertion],
        answer: tokenAnswer,
      },
      ctx,
    )
    return { value: answer.access_token, expiresInSeconds: answer.expires_in }
  }
}
