import { Hono } from 'hono'
import type { World } from '#vendors/sandbox/world.ts'
import { graphBadRequest, graphNotFound } from './answers.ts'
import { type GraphContext, type GraphEnv, lacksPermission } from './graph-session.ts'
import { conflict } from './graph-user-fields.ts'
import { domainOf, findUser, type MicrosoftState, restoreUser, type TenantUser } from './state.ts'

const pageMax = 999
const restorableMs = 30 * 86_400_000

type Present = (user: TenantUser, fields?: readonly string[]) => Record<string, unknown>

/** Graph frees the name by putting the id before it. */
const deletedName = (user: TenantUser) => `${user.id.replaceAll('-', '')}${user.userPrincipalName}`

/** Users who were deleted, and may be restored: https://learn.microsoft.com/graph/api/directory-deleteditems-list */
export function createDeletedUserRoutes(world: World, state: MicrosoftState, present: Present) {
  const routes = new Hono<GraphEnv>()
  const deletedUser = (c: GraphContext): TenantUser | undefined => {
    const user = state.deletedUsers.get(c.req.param('id') ?? '')
    const isHere = user?.tenantId === c.get('session').tenant.tenantId
    return user && isHere && isRestorable(user) ? user : undefined
  }
  const isRestorable = ({ deletedAt = 0 }: TenantUser) => deletedAt + restorableMs > world.now()

  routes.get('/directory/deletedItems/microsoft.graph.user', (c) => {
    const denied = lacksPermission(c, 'User.Read.All', 'User.ReadWrite.All')
    if (denied) return denied
    const filter = c.req.query('$filter')
    const ending = filter?.match(/^endsWith\(userPrincipalName,'([^']+)'\)$/i)?.[1]?.toLowerCase()
    const isAdvanced = c.req.header('consistencylevel') === 'eventual' && c.req.query('$count') === 'true'
    if (filter && !(ending && isAdvanced))
      return graphBadRequest('The sandbox knows endsWith on userPrincipalName, as an advanced query.')
    const deleted = state.deletedUsers
      .list({ parent: c.get('session').tenant.tenantId, limit: pageMax })
      .filter(isRestorable)
      .filter((user) =>
        deletedName(user)
          .toLowerCase()
          .endsWith(ending ?? ''),
      )
    return c.json({
      value: deleted.map((user) => ({
        ...present(user, ['displayName', 'mailNickname', 'deletedDateTime']),
        userPrincipalName: deletedName(user),
      })),
    })
  })

  routes.post('/directory/deletedItems/:id/restore', (c) => {
    const denied = lacksPermission(c, 'User.ReadWrite.All')
    if (denied) return denied
    const user = deletedUser(c)
    if (!user) return graphNotFound(c.req.param('id'))
    // What becomes of one whose domain was removed meanwhile is described nowhere.
    if (!state.domains.get(`${user.tenantId}/${domainOf(user.userPrincipalName)}`)?.isVerified)
      return graphBadRequest('The sandbox restores no user of a domain that is not the tenant’s.')
    if (findUser(state, user.tenantId, user.userPrincipalName)) return conflict('userPrincipalName')
    return c.json(present(restoreUser(state, user)))
  })

  routes.delete('/directory/deletedItems/:id', (c) => {
    const denied = lacksPermission(c, 'User.ReadWrite.All')
    if (denied) return denied
    const user = deletedUser(c)
    if (!user) return graphNotFound(c.req.param('id'))
    state.deletedUsers.delete(user.id)
    state.deletedMailboxes.delete(user.id)
    return c.body(null, 204)
  })

  return routes
}
