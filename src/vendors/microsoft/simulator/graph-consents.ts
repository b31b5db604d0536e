import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import * as z from 'zod'
import type { World } from '#vendors/sandbox/world.ts'
import { graphBadRequest, graphError, graphNotFound } from './answers.ts'
import { createConsents } from './consent.ts'
import { type GraphEnv, jsonBody, lacksPermission } from './graph-session.ts'
import type { MicrosoftState, PermissionGrant, ServicePrincipal } from './state.ts'

type Consents = ReturnType<typeof createConsents>

const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const grantForm = z.object({
  clientId: z.string(),
  consentType: z.enum(['AllPrincipals', 'Principal']),
  principalId: z.string().nullish(),
  resourceId: z.string(),
  scope: z.string(),
})

const exists = (message: string) => graphError(409, 'Request_MultipleObjectsWithSameKeyValue', message)

/**
 * Apps in a tenant and what they may do in people's names:
 * https://learn.microsoft.com/graph/api/serviceprincipal-post-serviceprincipals and
 * https://learn.microsoft.com/graph/api/oauth2permissiongrant-post. Inferred: the words of most refusals; that a new
 * app is not found for some seconds is what public projects wait for.
 */
export function createConsentRoutes(world: World, state: MicrosoftState) {
  const routes = new Hono<GraphEnv>()
  const consents = createConsents(world, state)
  addPrincipals(routes, world, consents)
  addGrants(routes, world, state, consents)
  addOneGrant(routes, state)
  return routes
}

const present = ({ id, appId, displayName, createdAt }: ServicePrincipal) => ({
  id,
  appId,
  displayName,
  appDisplayName: displayName,
  accountEnabled: true,
  appRoleAssignmentRequired: false,
  servicePrincipalType: 'Application',
  createdDateTime: new Date(createdAt).toISOString(),
})
const presentGrant = ({ id, clientId, consentType, principalId, resourceId, scope }: PermissionGrant) => ({
  id,
  clientId,
  consentType,
  principalId,
  resourceId,
  scope,
})

/** As a filter finds it: not at once. */
function visiblePrincipal(
  world: World,
  consents: Consents,
  tenantId: string,
  appId: string,
): ServicePrincipal | undefined {
  const principal = consents.principalOf(tenantId, appId)
  return principal && principal.visibleAt <= world.now() ? principal : undefined
}

/** Apps that stand in the tenant. */
function addPrincipals(routes: Hono<GraphEnv>, world: World, consents: Consents): void {
  routes.get('/servicePrincipals', (c) => {
    const denied = lacksPermission(c, 'Application.Read.All', 'Application.ReadWrite.All')
    if (denied) return denied
    const appId = /^appId eq '([^']+)'$/i.exec(c.req.query('$filter') ?? '')?.[1]
    if (!appId) return graphBadRequest('Invalid filter clause: the sandbox knows eq on appId.')
    const found = visiblePrincipal(world, consents, c.get('session').tenant.tenantId, appId)
    return c.json({
      '@odata.context': 'https://graph.microsoft.com/v1.0/$metadata#servicePrincipals',
      value: found ? [present(found)] : [],
    })
  })

  routes.post('/servicePrincipals', async (c) => {
    const denied = lacksPermission(c, 'Application.ReadWrite.All')
    if (denied) return denied
    const { tenantId } = c.get('session').tenant
    const { appId } = await jsonBody(c)
    if (typeof appId !== 'string' || !guid.test(appId))
      return graphBadRequest("Invalid value specified for property 'appId' of resource 'ServicePrincipal'.")
    if (consents.principalOf(tenantId, appId))
      return exists(
        `The service principal cannot be created, updated, or restored because the service principal name ${appId} is already in use.`,
      )
    const made = consents.addPrincipal(tenantId, appId)
    return made
      ? c.json(present(made), 201)
      : graphBadRequest(
          `The appId '${appId}' of the service principal does not reference a valid application object.`,
        )
  })
}

const mayGrant = 'DelegatedPermissionGrant.ReadWrite.All'

/** What apps may do in people's names: those grants that there are, and a new one. */
function addGrants(routes: Hono<GraphEnv>, world: World, state: MicrosoftState, consents: Consents): void {
  routes.get('/oauth2PermissionGrants', (c) => {
    const denied = lacksPermission(c, mayGrant, 'Directory.Read.All')
    if (denied) return denied
    const filter = c.req.query('$filter')
    const clientId = /^clientId eq '([^']+)'$/i.exec(filter ?? '')?.[1]
    if (filter && !clientId)
      return graphBadRequest('Invalid filter clause: the sandbox knows eq on clientId.')
    const grants = consents
      .grantsOf(c.get('session').tenant.tenantId)
      .filter((grant) => !clientId || grant.clientId === clientId)
    return c.json({ value: grants.map(presentGrant) })
  })

  routes.post('/oauth2PermissionGrants', async (c) => {
    const denied = lacksPermission(c, mayGrant)
    if (denied) return denied
    const { tenantId } = c.get('session').tenant
    const parsed = grantForm.safeParse(await jsonBody(c))
    if (!parsed.success)
      return graphBadRequest(
        `A value is required for property '${parsed.error.issues[0]?.path.join('.')}' of resource 'OAuth2PermissionGrant'.`,
      )
    const { clientId, consentType, resourceId, scope } = parsed.data
    const principalId = parsed.data.principalId ?? null
    if ((principalId === null) !== (consentType === 'AllPrincipals'))
      return graphBadRequest('principalId must be given with the consentType Principal, and only with it.')
    for (const id of [clientId, resourceId]) {
      const principal = state.servicePrincipals.get(id)
      if (principal?.tenantId !== tenantId || principal.visibleAt > world.now()) return graphNotFound(id)
    }
    if (principalId !== null && state.users.get(principalId)?.tenantId !== tenantId)
      return graphNotFound(principalId)
    const isThere = consents
      .grantsOf(tenantId)
      .some(
        (grant) =>
          grant.clientId === clientId && grant.resourceId === resourceId && grant.principalId === principalId,
      )
    if (isThere) return exists('Permission entry already exists.')
    const grant: PermissionGrant = {
      id: randomUUID(),
      tenantId,
      clientId,
      resourceId,
      consentType,
      principalId,
      scope: scope.trim(),
    }
    state.permissionGrants.put(grant.id, grant, tenantId)
    return c.json(presentGrant(grant), 201)
  })
}

/** One grant: changed or taken away. */
function addOneGrant(routes: Hono<GraphEnv>, state: MicrosoftState): void {
  routes.on(['PATCH', 'DELETE'], '/oauth2PermissionGrants/:id', async (c) => {
    const denied = lacksPermission(c, mayGrant)
    if (denied) return denied
    const grant = state.permissionGrants.get(c.req.param('id'))
    if (grant?.tenantId !== c.get('session').tenant.tenantId) return graphNotFound(c.req.param('id'))
    if (c.req.method === 'DELETE') {
      state.permissionGrants.delete(grant.id)
      return c.body(null, 204)
    }
    const { scope } = await jsonBody(c)
    if (typeof scope !== 'string')
      return graphBadRequest("A value is required for property 'scope' of resource 'OAuth2PermissionGrant'.")
    state.permissionGrants.put(grant.id, { ...grant, scope: scope.trim() }, grant.tenantId)
    return c.body(null, 204)
  })
}
