import * as z from 'zod'
import { noContent } from '#vendors/client/vendor-client.ts'
import { isVendorError, waitsForVendor } from '#vendors/client/vendor-error.ts'
import { reworded, vendorWords } from '#vendors/client/vendor-words.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import type { SignInPreparation } from '#vendors/ports/sign-in-readiness.ts'
import { consentScopes, widened } from './consent-scopes.ts'
import type { Graph } from './graph.ts'

/** Application permissions that consent by API takes; nothing else needs them. */
export const consentPermissions = ['Application.ReadWrite.All', 'DelegatedPermissionGrant.ReadWrite.All']

const appId = z.guid()
export const servicePrincipal = z.object({ id: z.string().min(1), accountEnabled: z.boolean().nullish() })
export const permissionGrant = z.object({
  id: z.string().min(1),
  consentType: z.string(),
  resourceId: z.string(),
  scope: z.string().nullish(),
})
type PermissionGrant = z.infer<typeof permissionGrant>

/** Parts of the directory hear of a new app one after the other: what is missing is so for seconds. */
async function onceSeen<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (isVendorError(error, 'not_found'))
      throw reworded(error, waitsForVendor, 'Microsoft does not show the app everywhere yet')
    throw error
  }
}

const filter = (field: string, id: string) => `$filter=${encodeURIComponent(`${field} eq '${id}'`)}`

/** An app as this tenant knows it; added where it does not. */
async function ensurePrincipal(graph: Graph, id: string, ctx: CallContext) {
  const [found] = await graph.list(
    {
      operation: 'findApp',
      path: `/servicePrincipals?${filter('appId', id)}&$select=id,accountEnabled`,
      item: servicePrincipal,
    },
    ctx,
  )
  if (found) return found
  return onceSeen(
    graph.call(
      {
        operation: 'addApp',
        method: 'POST',
        path: '/servicePrincipals',
        json: { appId: id },
        answer: servicePrincipal,
      },
      ctx,
    ),
  )
}

/** For everybody in the tenant: a grant in one name does not spare the others the page. */
async function grant(
  graph: Graph,
  clientId: string,
  resourceId: string,
  known: PermissionGrant | undefined,
  wanted: readonly string[],
  ctx: CallContext,
): Promise<void> {
  const scope = widened(known?.scope ?? '', wanted)
  if (scope === undefined) return
  const grants = '/oauth2PermissionGrants'
  const operation = 'grantConsent'
  await onceSeen<unknown>(
    known
      ? graph.call(
          {
            operation,
            method: 'PATCH',
            path: `${grants}/${encodeURIComponent(known.id)}`,
            json: { scope },
            answer: noContent,
          },
          ctx,
        )
      : graph.call(
          {
            operation,
            method: 'POST',
            path: grants,
            json: { clientId, consentType: 'AllPrincipals', resourceId, scope },
            answer: permissionGrant,
          },
          ctx,
        ),
  )
}

async function grantAll(
  graph: Graph,
  clientId: string,
  byApp: ReadonlyMap<string, readonly string[]>,
  ctx: CallContext,
): Promise<string | undefined> {
  const client = await ensurePrincipal(graph, clientId, ctx)
  if (client.accountEnabled === false) return 'an administrator has disabled the app in this tenant'
  const grants = await graph.list(
    {
      operation: 'listConsents',
      path: `/oauth2PermissionGrants?${filter('clientId', client.id)}`,
      item: permissionGrant,
    },
    ctx,
  )
  for (const [app, wanted] of byApp) {
    const { id: resourceId } = await ensurePrincipal(graph, app, ctx)
    const known = grants.find(
      (candidate) => candidate.consentType === 'AllPrincipals' && candidate.resourceId === resourceId,
    )
    await grant(graph, client.id, resourceId, known, wanted, ctx)
  }
  return undefined
}

/**
 * Consents in the tenant's name to everything the app asks for, so that nobody who signs in is asked. Returns why a
 * person has to do it, where we may not or should not.
 */
export async function ensureConsent(
  graph: Graph,
  { clientId, scopes }: Pick<SignInPreparation, 'clientId' | 'scopes'>,
  ctx: CallContext = {},
): Promise<string | undefined> {
  const id = appId.safeParse(clientId)
  if (!id.success) return 'the sign-in link names no app of Microsoft’s kind'
  const asked = consentScopes(scopes)
  if (asked.state === 'more')
    return `the app asks for ${vendorWords(asked.beyond)}, which is more than mail: an administrator has to read its consent page`
  try {
    return await grantAll(graph, id.data, asked.byApp, ctx)
  } catch (error) {
    if (!isVendorError(error)) throw error
    if (error.status === 403) return `the app registration lacks ${consentPermissions.join(' or ')}`
    if (error.kind === 'rejected') return error.reason
    throw error
  }
}
