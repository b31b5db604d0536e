import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import type { World } from '#vendors/sandbox/world.ts'
import { graphBadRequest, graphError, graphNotFound } from './answers.ts'
import { dueAt } from './delays.ts'
import { createDeletedUserRoutes } from './graph-deleted-users.ts'
import {
  type GraphContext,
  type GraphEnv,
  jsonBody,
  lacksPermission,
  requestDenied,
} from './graph-session.ts'
import { applied, problemOf } from './graph-user-fields.ts'
import { deleteUser, findMailbox, findUser, type MicrosoftState, putUser, type TenantUser } from './state.ts'

const pageMax = 999
const pageDefault = 100
const photoMaxBytes = 4 * 1024 * 1024

/** Directory objects of a tenant with a verified domain; without one it is 50,000. */
const objectsPerTenant = 300_000
const requiredFields = [
  'accountEnabled',
  'displayName',
  'mailNickname',
  'userPrincipalName',
  'passwordProfile',
]
const defaultFields = ['id', 'userPrincipalName', 'displayName', 'givenName', 'surname', 'mail']

interface Directory {
  world: World
  state: MicrosoftState
}

export function createUserRoutes(world: World, state: MicrosoftState) {
  const routes = new Hono<GraphEnv>()
  const directory = { world, state }
  addList(routes, directory)
  addCreation(routes, directory)
  addOneUser(routes, directory)
  addPhotos(routes, directory)
  routes.route(
    '/',
    createDeletedUserRoutes(world, state, (user, fields) => present(directory, user, fields)),
  )
  return routes
}

function present({ world, state }: Directory, user: TenantUser, fields: readonly string[] = defaultFields) {
  const mailbox = state.mailboxes.get(user.id)
  const all: Record<string, unknown> = {
    id: user.id,
    userPrincipalName: user.userPrincipalName,
    displayName: user.displayName,
    givenName: user.givenName,
    surname: user.surname,
    mail: mailbox && mailbox.readyAt <= world.now() ? mailbox.primarySmtpAddress : null,
    mailNickname: user.mailNickname,
    accountEnabled: user.accountEnabled,
    usageLocation: user.usageLocation,
    passwordPolicies: user.passwordPolicies ?? null,
    assignedLicenses: user.skuIds.map((skuId) => ({ skuId, disabledPlans: [] })),
    createdDateTime: new Date(user.createdAt).toISOString(),
    deletedDateTime: user.deletedAt ? new Date(user.deletedAt).toISOString() : null,
  }
  return Object.fromEntries(['id', ...fields].map((field) => [field, all[field]]))
}
const selected = (c: GraphContext) => c.req.query('$select')?.split(',')

function visibleUser({ world, state }: Directory, c: GraphContext): TenantUser | undefined {
  const user = findUser(state, c.get('session').tenant.tenantId, c.req.param('id') ?? '')
  return user && user.visibleAt <= world.now() ? user : undefined
}

function addList(routes: Hono<GraphEnv>, directory: Directory): void {
  const { world, state } = directory
  routes.get('/users', (c) => {
    const denied = lacksPermission(c, 'User.Read.All', 'User.ReadWrite.All')
    if (denied) return denied
    const { tenantId } = c.get('session').tenant
    const top = Number(c.req.query('$top') ?? pageDefault)
    if (!Number.isInteger(top) || top < 1 || top > pageMax)
      return graphBadRequest(
        `Invalid page size specified: '${c.req.query('$top')}'. Must be between 1 and 999 inclusive.`,
      )
    const offset = Number(Buffer.from(c.req.query('$skiptoken') ?? '', 'base64url').toString() || 0)
    const filter = c.req.query('$filter')
    const endsWith = filter?.match(/^endsWith\(userPrincipalName,'@([^']+)'\)$/i)?.[1]
    const equals = filter?.match(/^userPrincipalName eq '([^']+)'$/i)?.[1]
    const proxy = filter?.match(/^proxyAddresses\/any\(p:p eq 'smtp:([^']+)'\)$/i)?.[1]
    if (filter && !endsWith && !equals && !proxy)
      return graphError(
        400,
        'BadRequest',
        'Invalid filter clause: the sandbox knows endsWith and eq on userPrincipalName, and proxyAddresses.',
      )
    if (endsWith && (c.req.header('consistencylevel') !== 'eventual' || c.req.query('$count') !== 'true'))
      return graphError(
        400,
        'Request_UnsupportedQuery',
        "Operator 'endsWith' is not supported because the required parameters might be missing. Try adding $count=true query parameter and ConsistencyLevel:eventual header.",
      )

    const page = equals
      ? [findUser(state, tenantId, equals)]
      : proxy
        ? [state.users.get(findMailbox(state, tenantId, proxy)?.id ?? '')]
        : endsWith
          ? state.userNames
              .list({ parent: `${tenantId}/${endsWith.toLowerCase()}`, limit: top + 1, offset })
              .map((id) => state.users.get(id))
          : state.users.list({ parent: tenantId, limit: top + 1, offset })
    const users = page
      .slice(0, top)
      .filter((user) => user !== undefined)
      .filter((user) => user.listedAt <= world.now())
    const next = new URL(c.req.url)
    next.pathname = '/microsoft/graph/v1.0/users'
    next.searchParams.set('$skiptoken', Buffer.from(String(offset + top)).toString('base64url'))
    return c.json({
      '@odata.context': 'https://graph.microsoft.com/v1.0/$metadata#users',
      ...(page.length > top && { '@odata.nextLink': next.href }),
      value: users.map((user) => present(directory, user, selected(c))),
    })
  })
}

function addCreation(routes: Hono<GraphEnv>, directory: Directory): void {
  const { world, state } = directory
  routes.post('/users', async (c) => {
    const denied = lacksPermission(c, 'User.ReadWrite.All')
    if (denied) return denied
    const { tenantId } = c.get('session').tenant
    const fields = await jsonBody(c)
    for (const required of requiredFields)
      if (fields[required] === undefined)
        return graphBadRequest(`A value is required for property '${required}' of resource 'User'.`)
    const refused = problemOf(state, tenantId, fields)
    if (refused) return refused
    if (state.users.count(tenantId) + state.deletedUsers.count(tenantId) / 4 >= objectsPerTenant)
      return graphError(
        400,
        'Directory_QuotaExceeded',
        'The directory object quota limit for the Tenant has been exceeded.',
      )
    const now = world.now()
    const user = applied(
      {
        id: randomUUID(),
        tenantId,
        userPrincipalName: '',
        displayName: '',
        givenName: null,
        surname: null,
        mailNickname: '',
        accountEnabled: true,
        usageLocation: null,
        password: null,
        skuIds: [],
        createdAt: now,
        visibleAt: now,
        listedAt: dueAt(world, 'listedUser'),
      },
      fields,
      now,
    )
    putUser(state, user)
    return c.json(present(directory, user), 201)
  })
}

/** One user: read, changed, deleted. */
function addOneUser(routes: Hono<GraphEnv>, directory: Directory): void {
  const { world, state } = directory
  routes.get('/users/:id', (c) => {
    const denied = lacksPermission(c, 'User.Read.All', 'User.ReadWrite.All')
    if (denied) return denied
    const user = visibleUser(directory, c)
    return user ? c.json(present(directory, user, selected(c))) : graphNotFound(c.req.param('id'))
  })

  routes.patch('/users/:id', async (c) => {
    const denied = lacksPermission(c, 'User.ReadWrite.All')
    if (denied) return denied
    const fields = await jsonBody(c)
    if (fields.passwordProfile !== undefined) {
      const deniedPassword = lacksPermission(c, 'User-PasswordProfile.ReadWrite.All')
      if (deniedPassword) return deniedPassword
    }
    const user = visibleUser(directory, c)
    if (!user) return graphNotFound(c.req.param('id'))
    if (user.isProtected) return requestDenied()
    const refused = problemOf(state, user.tenantId, fields, user)
    if (refused) return refused
    const changed = applied(user, fields, world.now())
    putUser(state, changed)
    const mailbox = state.mailboxes.get(user.id)
    if (mailbox)
      state.mailboxes.put(user.id, { ...mailbox, displayName: changed.displayName }, mailbox.tenantId)
    return c.body(null, 204)
  })

  routes.delete('/users/:id', (c) => {
    const denied = lacksPermission(c, 'User.ReadWrite.All')
    if (denied) return denied
    const user = visibleUser(directory, c)
    if (!user) return graphNotFound(c.req.param('id'))
    if (user.isProtected) return requestDenied()
    deleteUser(state, user, world.now())
    return c.body(null, 204)
  })
}

function addPhotos(routes: Hono<GraphEnv>, directory: Directory): void {
  const { state } = directory
  routes.put('/users/:id/photo/:value{\\$value}', async (c) => {
    const denied = lacksPermission(c, 'User.ReadWrite.All', 'ProfilePhoto.ReadWrite.All')
    if (denied) return denied
    const user = visibleUser(directory, c)
    if (!user) return graphNotFound(c.req.param('id'))
    const contentType = c.req.header('content-type') ?? ''
    if (!contentType.startsWith('image/'))
      return graphError(400, 'BadRequest', 'The content type must be an image type.')
    const bytes = Buffer.from(await c.req.arrayBuffer())
    if (bytes.byteLength === 0 || bytes.byteLength > photoMaxBytes)
      return graphError(413, 'RequestEntityTooLarge', 'The photo must not be empty nor larger than 4 MB.')
    state.photos.put(user.id, { contentType, base64: bytes.toString('base64') }, user.tenantId)
    return c.body(null, 200)
  })

  routes.get('/users/:id/photo/:value{\\$value}', (c) => {
    const denied = lacksPermission(c, 'User.Read.All', 'User.ReadWrite.All')
    if (denied) return denied
    const photo = state.photos.get(visibleUser(directory, c)?.id ?? '')
    if (!photo)
      return graphError(404, 'ImageNotFound', 'Exception of type ImageNotFoundException was thrown.')
    return c.body(Buffer.from(photo.base64, 'base64'), 200, { 'content-type': photo.contentType })
  })
}
