import { randomUUID } from 'node:crypto'
import { appWithClientId } from '#vendors/sandbox/sign-in/oauth-apps.ts'
import type { World } from '#vendors/sandbox/world.ts'
import { dueAt } from './delays.ts'
import type { MicrosoftState, PermissionGrant, ServicePrincipal } from './state.ts'

const graphAppId = '00000003-0000-0000-c000-000000000000'
const exchangeAppId = '00000002-0000-0ff1-ce00-000000000000'
/** In every tenant from its beginning. */
const resources: Record<string, string> = {
  [graphAppId]: 'Microsoft Graph',
  [exchangeAppId]: 'Office 365 Exchange Online',
}

/** Which API a scope belongs to: https://learn.microsoft.com/entra/identity-platform/scopes-oidc */
function resourceOf(scope: string): { appId: string; name: string } {
  const [, host = '', name = ''] = /^https:\/\/([^/]+)\/(.+)$/.exec(scope) ?? []
  if (host === 'outlook.office.com' || host === 'outlook.office365.com') return { appId: exchangeAppId, name }
  return { appId: graphAppId, name: name || scope }
}

function scopesByResource(scopes: readonly string[]): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const scope of scopes) {
    const { appId, name } = resourceOf(scope)
    found.set(appId, [...(found.get(appId) ?? []), name])
  }
  return found
}

const nameOfApp = (appId: string): string | undefined =>
  resources[appId] ?? appWithClientId('microsoft', appId)?.name

function covers(grant: PermissionGrant, clientId: string, resourceId: string, userId: string): boolean {
  const isFor = grant.consentType === 'AllPrincipals' || grant.principalId === userId
  return isFor && grant.clientId === clientId && grant.resourceId === resourceId
}

/** What an app becomes in a tenant. */
function principalFor(
  world: World,
  tenantId: string,
  appId: string,
  displayName: string,
  visibleAt: number,
): ServicePrincipal {
  return { id: randomUUID(), tenantId, appId, displayName, createdAt: world.now(), visibleAt }
}

/** The apps that tenants know, and what they have been allowed. */
export function createConsents(world: World, state: MicrosoftState) {
  const principalsOf = (tenantId: string) => state.servicePrincipals.list({ parent: tenantId })
  const grantsOf = (tenantId: string) => state.permissionGrants.list({ parent: tenantId })

  function add(...app: [tenantId: string, appId: string, displayName: string, visibleAt: number]) {
    const principal = principalFor(world, ...app)
    state.servicePrincipals.put(principal.id, principal, principal.tenantId)
    return principal
  }

  /** By its app's id; the APIs of Microsoft are there without being added. */
  function principalOf(tenantId: string, appId: string): ServicePrincipal | undefined {
    const known = principalsOf(tenantId).find((principal) => principal.appId === appId)
    const resource = resources[appId]
    return known ?? (resource ? add(tenantId, appId, resource, world.now()) : undefined)
  }

  const addPrincipal = (tenantId: string, appId: string): ServicePrincipal | undefined => {
    const name = nameOfApp(appId)
    return name ? add(tenantId, appId, name, dueAt(world, 'servicePrincipal')) : undefined
  }

  return {
    principalsOf,
    principalOf,
    addPrincipal,
    grantsOf,

    /** Whether every scope is covered, or the page has to ask. */
    isConsented(tenantId: string, appId: string, userId: string, scopes: readonly string[]): boolean {
      const client = principalOf(tenantId, appId)
      if (!client) return false
      const grants = grantsOf(tenantId)
      return [...scopesByResource(scopes)].every(([resourceAppId, names]) => {
        const resource = principalOf(tenantId, resourceAppId)
        const allowed = grants
          .filter((grant) => covers(grant, client.id, resource?.id ?? '', userId))
          .flatMap((grant) => grant.scope.split(' '))
        return names.every((name) => allowed.includes(name))
      })
    },

    /** What pressing Accept writes: for oneself, or for the whole tenant. */
    consent(tenantId: string, appId: string, userId: string | null, scopes: readonly string[]): void {
      const client = principalOf(tenantId, appId) ?? addPrincipal(tenantId, appId)
      if (!client) return
      for (const [resourceAppId, names] of scopesByResource(scopes)) {
        const resource = principalOf(tenantId, resourceAppId)
        if (!resource) continue
        const known = grantsOf(tenantId).find(
          (grant) =>
            grant.clientId === client.id && grant.resourceId === resource.id && grant.principalId === userId,
        )
        const grant: PermissionGrant = {
          id: known?.id ?? randomUUID(),
          tenantId,
          clientId: client.id,
          resourceId: resource.id,
          consentType: userId === null ? 'AllPrincipals' : 'Principal',
          principalId: userId,
          scope: [...new Set([...(known?.scope.split(' ') ?? []), ...names])].join(' '),
        }
        state.permissionGrants.put(grant.id, grant, tenantId)
      }
    },
  }
}
