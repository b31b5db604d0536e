import * as z from 'zod'
import { createTokenCache, type WithToken } from '#vendors/client/token-cache.ts'
import {
  createVendorClient,
  type Explanation,
  type Refusal,
  type VendorClientDependencies,
} from '#vendors/client/vendor-client.ts'
import { vendorWords } from '#vendors/client/vendor-words.ts'
import type { MicrosoftTenant, MicrosoftUrls } from './tenant.ts'

const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() })
const tokenRefusal = z.object({
  error: z.string(),
  error_description: z.string().optional(),
  error_codes: z.array(z.number()).optional(),
})

/** Entra's own numbers (AADSTS…) for what an operator can mend. */
const reasons: Record<number, string> = {
  90002: 'no tenant has this tenant id',
  700016: 'the app registration does not exist in this tenant',
  7000215: 'the client secret is wrong: use the secret’s value, not its id',
  7000222: 'the client secret has expired: add a new one to the app registration',
  7000112: 'the app registration is disabled',
  53003: 'a conditional access policy blocks the app',
}

export function explainTokenRefusal({ status, body }: Refusal): Explanation {
  const parsed = tokenRefusal.safeParse(body)
  if (!parsed.success || status === 429 || status >= 500) return {}
  const { error, error_description: description, error_codes: codes = [] } = parsed.data
  const known = codes.map((code) => reasons[code]).find((reason) => reason !== undefined)
  return {
    kind: 'unauthorised',
    code: codes[0] === undefined ? error : `AADSTS${codes[0]}`,
    reason: known ?? vendorWords((description ?? error).replace(/ Trace ID:.*/s, '')),
  }
}

/** App-only sign-in (client credentials), one kept token for each scope of this tenant. */
export function createEntraTokens(
  urls: Pick<MicrosoftUrls, 'loginUrl'>,
  tenant: Omit<MicrosoftTenant, 'initialDomain'>,
  dependencies: VendorClientDependencies,
): WithToken {
  const call = createVendorClient(dependencies, {
    vendor: 'microsoft',
    explain: explainTokenRefusal,
    secrets: [tenant.clientSecret],
  })
  return createTokenCache(async (scope, ctx) => {
    const answer = await call(
      {
        operation: 'signIn',
        method: 'POST',
        url: `${urls.loginUrl}/${tenant.tenantId}/oauth2/v2.0/token`,
        form: {
          client_id: tenant.clientId,
          client_secret: tenant.clientSecret,
          scope,
          grant_type: 'client_credentials',
        },
        answer: tokenAnswer,
      },
      ctx,
    )
    return { value: answer.access_token, expiresInSeconds: answer.expires_in }
  })
}
