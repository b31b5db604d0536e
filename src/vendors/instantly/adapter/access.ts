import * as z from 'zod'
import { headerValue } from '#vendors/client/header-value.ts'
import { createVendorClient, type VendorClientDependencies } from '#vendors/client/vendor-client.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import type { InstantlyAccess, InstantlyUrls } from './api.ts'
import { instantlyLimit } from './limit.ts'
import * as wire from './wire.ts'

export interface InstantlyKeyCredentials {
  apiKey: string
  /** Where to act; needed only with an admin workspace's key, which reaches several. */
  workspaceId?: string
}

/** A signed-in browser's credentials, as the customer copies them. */
export interface InstantlyBrowserCredentials {
  /** The value of `__session`, or the whole cookie header. */
  cookie: string
  /** Value of the `X-Org-Auth` header. */
  orgAuth: string
}

const keyRefused = 'the API key is not valid or was revoked'

/**
 * Access by API key. A key belongs to one workspace; only when another one is asked for, the header that acts on
 * a sub-workspace is sent, which other than admin keys may not.
 */
export function keyAccess(
  urls: InstantlyUrls,
  { apiKey, workspaceId }: InstantlyKeyCredentials,
  dependencies: VendorClientDependencies,
): InstantlyAccess {
  const bearer = () => ({ authorization: `Bearer ${headerValue('instantly', 'API key', apiKey)}` })
  let actingAs: Promise<Record<string, string>> | undefined

  async function workspaceHeader(wanted: string, ctx: CallContext): Promise<Record<string, string>> {
    const client = createVendorClient(dependencies, {
      vendor: 'instantly',
      explain: (refusal) =>
        refusal.status === 403
          ? { reason: 'the API key needs the scope workspaces:read to act in a workspace that is named' }
          : wire.explainWith(keyRefused)(refusal),
      secrets: [apiKey],
    })
    const own = await client(
      {
        operation: 'readWorkspace',
        url: `${urls.apiUrl}/workspaces/current`,
        headers: bearer(),
        answer: wire.workspace,
        limit: instantlyLimit(apiKey),
      },
      ctx,
    )
    // Customers also know their workspace by its name.
    return own.id === wanted || own.name === wanted
      ? {}
      : { 'x-as-workspace': headerValue('instantly', 'workspace id', wanted) }
  }

  return {
    baseUrl: urls.apiUrl,
    async headers(ctx) {
      if (!workspaceId) return bearer()
      // A failed look-up is tried again by the next call.
      actingAs ??= workspaceHeader(workspaceId, ctx).catch((error: unknown) => {
        actingAs = undefined
        throw error
      })
      // Awaited first: were the key refused before, nobody would be there for what the look-up ends with.
      const acting = await actingAs
      return { ...bearer(), ...acting }
    },
    secrets: [apiKey],
    limitedBy: workspaceId ?? apiKey,
    signedOut: keyRefused,
    isScoped: true,
  }
}

/** Access with a browser's session to the web app's mirror of the documented API (undocumented). */
export function browserAccess(
  urls: InstantlyUrls,
  { cookie, orgAuth }: InstantlyBrowserCredentials,
): InstantlyAccess {
  const named = workspaceOf(orgAuth)
  return {
    baseUrl: `${urls.appUrl}/backend/api/v2`,
    async headers() {
      const pasted = headerValue('instantly', 'cookie', cookie.replace(/^\s*cookie:/i, ''))
      return {
        cookie: pasted.includes('__session=') ? pasted : `__session=${pasted}`,
        'x-org-auth': headerValue('instantly', 'X-Org-Auth token', orgAuth),
        ...(named && { 'x-workspace-id': named }),
      }
    },
    secrets: [cookie, orgAuth],
    limitedBy: named ?? orgAuth,
    signedOut:
      'the cookie or the X-Org-Auth token is no longer valid; copy both again from a signed-in browser',
    isScoped: false,
  }
}

/** The token is a signed one whose payload names the workspace; under which word is not documented. */
function workspaceOf(orgAuth: string): string | undefined {
  try {
    const fields = z
      .record(z.string(), z.unknown())
      .parse(JSON.parse(Buffer.from(orgAuth.split('.')[1] ?? '', 'base64url').toString('utf8')))
    const id = ['organization_id', 'workspace_id', 'org_id', 'organizationId', 'workspaceId']
      .map((name) => fields[name])
      .find((value) => typeof value === 'string')
    return typeof id === 'string' && /^[0-9a-f-]{36}$/i.test(id) ? id : undefined
  } catch {
    return undefined
  }
}
