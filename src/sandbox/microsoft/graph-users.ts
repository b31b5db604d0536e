import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import * as z from 'zod'
import type { World } from '../world.ts'
import { graphBadRequest, graphError, graphNotFound } from './answers.ts'
import { dueAt } from './delays.ts'
import { type GraphContext, type GraphEnv, jsonBody, lacksPermission } from './graph-session.ts'
import {
  deleteUser,
  domainOf,
  findUser,
  getDomain,
  type MicrosoftState,
  putUser,
  type TenantUser,
} from './state.ts'

const pageMax = 999
const pageDefault = 100
const photoMaxBytes = 4 * 1024 * 1024
const profileForm = z.object({
  password: z.string().optional(),
  forceChangePasswordNextSignIn: z.boolean().optional(),
})

/** Directory objects of a tenant with a verified domain; without one it is 50,000. */
const objectsPerTenant = 300_000
const validNickname = /^[^\s@()\\[\]";:<>,]{1,64}$/

const writableFields = [
  'accountEnabled',
  'displayName',
  'givenName',
  'surname',
  'mailNickname',
  'userPrincipalName',
  'usageLocation',
  'passwordProfile',
]
const defaultFields = ['id', 'userPrincipalName', 'displayName', 'givenName', 'surname', 'mail']

/** Three of four kinds of characters and at least eight of them. */
const strongEnough = (password: string) =>
  password.length >= 8 &&
  password.length <= 256 &&
  [/[a-z]/, /[A-Z]/, /[0-9]/, /[^a-zA-Z0-9]/].filter((kind) => kind.test(password)).length >= 3

const conflict = (target: string) => {
  const message = `Another object with the same value for property ${target} already exists.`
  return graphError(400, 'Request_BadRequest', message, {
    details: [{ code: 'ObjectConflict', message, target }],
  })
}

export function createUserRoutes(world: World, state: MicrosoftState) {
  const routes = new Hono<GraphEnv>()

  function present(user: TenantUser, fields: readonly string[] = defaultFields) {
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
      assignedLicenses: user.skuIds.map((skuId) => ({ skuId, disabledPlans: [] })),
      createdDateTime: new Date(user.createdAt).toISOString(),
      deletedDateTime: user.deletedAt ? new Date(user.deletedAt).toISOString() : null,
    }
    return Object.fromEntries(['id', ...fields].map((field) => [field, all[field]]))
  }
  const selected = (c: GraphContext) => c.req.query('$select')?.split(',')

  function visibleUser(c: GraphContext): TenantUser | undefined {
    const user = findUser(state, c.get('session').tenant.tenantId, c.req.param('id') ?? '')
    return user && user.visibleAt <= world.now() ? user : undefined
  }

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
    if (filter && !endsWith && !equals)
      return graphError(
        400,
        'BadRequest',
        'Invalid filter clause: the sandbox knows endsWith and eq on userPrincipalName.',
      )
    if (endsWith && (c.req.header('consistencylevel') !== 'eventual' || c.req.query('$count') !== 'true'))
      return graphError(
        400,
        'Request_UnsupportedQuery',
        "Operator 'endsWith' is not supported because the required parameters might be missing. Try adding $count=true query parameter and ConsistencyLevel:eventual header.",
      )

    const page = equals
      ? [findUser(state, tenantId, equals)]
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
      value: users.map((user) => present(user, selected(c))),
    })
  })

  /** What is wrong with these fields of a new or changed user, as Graph says it. */
  function problem(
    tenantId: string,
    fields: Record<string, unknown>,
    self?: TenantUser,
  ): Response | undefined {
    const unknown = Object.keys(fields).find((field) => !writableFields.includes(field))
    if (unknown) return graphBadRequest(`Property '${unknown}' is read-only and cannot be set.`)
    const { userPrincipalName, mailNickname, passwordProfile } = fields
    if (userPrincipalName !== undefined) {
      if (typeof userPrincipalName !== 'string' || !/^[^\s@]{1,64}@[^\s@]+$/.test(userPrincipalName))
        return graphBadRequest("Invalid value specified for property 'userPrincipalName' of resource 'User'.")
      if (!getDomain(state, tenantId, domainOf(userPrincipalName))?.isVerified)
        return graphBadRequest(
          'The domain portion of the userPrincipalName property is invalid. You must use one of the verified domain names in your organization.',
        )
      const holder = findUser(state, tenantId, userPrincipalName)
      if (holder && holder.id !== self?.id) return conflict('userPrincipalName')
      const address = state.identities.get(`${tenantId}/smtp:${userPrincipalName.toLowerCase()}`)
      if (address && address !== self?.id) return conflict('proxyAddresses')
    }
    if (mailNickname !== undefined && !validNickname.test(String(mailNickname)))
      return graphBadRequest("Invalid value specified for property 'mailNickname' of resource 'User'.")
    if (passwordProfile !== undefined) {
      const { password } = profileForm.safeParse(passwordProfile).data ?? {}
      if (typeof password !== 'string' || !strongEnough(password))
        return graphBadRequest(
          'The specified password does not comply with password complexity requirements. Please provide a different password.',
        )
    }
    return undefined
  }

  function applied(user: TenantUser, fields: Record<string, unknown>): TenantUser {
    const { passwordProfile, ...plain } = fields
    const profile = profileForm.safeParse(passwordProfile).data
    return {
      ...user,
      ...(plain as Partial<TenantUser>),
      ...(profile?.password !== undefined && {
        password: profile.password,
        // Inferred: whoever says nothing is asked for a new password, as Microsoft's own portals do it.
        mustChangePassword: profile.forceChangePasswordNextSignIn !== false,
      }),
    }
  }

  routes.post('/users', async (c) => {
    const denied = lacksPermission(c, 'User.ReadWrite.All')
    if (denied) return denied
    const { tenantId } = c.get('session').tenant
    const fields = await jsonBody(c)
    for (const required of [
      'accountEnabled',
      'displayName',
      'mailNickname',
      'userPrincipalName',
      'passwordProfile',
    ])
      if (fields[required] === undefined)
        return graphBadRequest(`A value is required for property '${required}' of resource 'User'.`)
    const refused = problem(tenantId, fields)
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
    )
    putUser(state, user)
    return c.json(present(user), 201)
  })

  routes.get('/users/:id', (c) => {
    const denied = lacksPermission(c, 'User.Read.All', 'User.ReadWrite.All')
    if (denied) return denied
    const user = visibleUser(c)
    return user ? c.json(present(user, selected(c))) : graphNotFound(c.req.param('id'))
  })

  routes.patch('/users/:id', async (c) => {
    const denied = lacksPermission(c, 'User.ReadWrite.All')
    if (denied) return denied
    const fields = await jsonBody(c)
    if (fields.passwordProfile !== undefined) {
      const deniedPassword = lacksPermission(c, 'User-PasswordProfile.ReadWrite.All')
      if (deniedPassword) return deniedPassword
    }
    const user = visibleUser(c)
    if (!user) return graphNotFound(c.req.param('id'))
    const refused = problem(user.tenantId, fields, user)
    if (refused) return refused
    const changed = applied(user, fields)
    putUser(state, changed)
    const mailbox = state.mailboxes.get(user.id)
    if (mailbox)
      state.mailboxes.put(user.id, { ...mailbox, displayName: changed.displayName }, mailbox.tenantId)
    return c.body(null, 204)
  })

  routes.delete('/users/:id', (c) => {
    const denied = lacksPermission(c, 'User.ReadWrite.All')
    if (denied) return denied
    const user = visibleUser(c)
    if (!user) return graphNotFound(c.req.param('id'))
    deleteUser(state, user, world.now())
    return c.body(null, 204)
  })

  routes.put('/users/:id/photo/:value{\\$value}', async (c) => {
    const denied = lacksPermission(c, 'User.ReadWrite.All', 'ProfilePhoto.ReadWrite.All')
    if (denied) return denied
    const user = visibleUser(c)
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
    const photo = state.photos.get(visibleUser(c)?.id ?? '')
    if (!photo)
      return graphError(404, 'ImageNotFound', 'Exception of type ImageNotFoundException was thrown.')
    return c.body(Buffer.from(photo.base64, 'base64'), 200, { 'content-type': photo.contentType })
  })

  routes.get('/directory/deletedItems/microsoft.graph.user', (c) => {
    const denied = lacksPermission(c, 'User.Read.All', 'User.ReadWrite.All')
    if (denied) return denied
    const { tenantId } = c.get('session').tenant
    const deleted = state.deletedUsers.list({ parent: tenantId, limit: pageMax })
    return c.json({
      value: deleted.map((user) => ({
        ...present(user, [...defaultFields, 'deletedDateTime']),
        // Graph frees the name by putting the id before it.
        userPrincipalName: `${user.id.replaceAll('-', '')}${user.userPrincipalName}`,
      })),
    })
  })

  routes.post('/directory/deletedItems/:id/restore', (c) => {
    const denied = lacksPermission(c, 'User.ReadWrite.All')
    if (denied) return denied
    const user = state.deletedUsers.get(c.req.param('id'))
    if (!user || user.tenantId !== c.get('session').tenant.tenantId) return graphNotFound(c.req.param('id'))
    if (findUser(state, user.tenantId, user.userPrincipalName)) return conflict('userPrincipalName')
    const { deletedAt: _, ...restored } = user
    state.store.transaction(() => {
      state.deletedUsers.delete(user.id)
      putUser(state, restored)
    })
    return c.json(present(restored))
  })

  routes.delete('/directory/deletedItems/:id', (c) => {
    const denied = lacksPermission(c, 'User.ReadWrite.All')
    if (denied) return denied
    const user = state.deletedUsers.get(c.req.param('id'))
    if (!user || user.tenantId !== c.get('session').tenant.tenantId) return graphNotFound(c.req.param('id'))
    state.deletedUsers.delete(user.id)
    return c.body(null, 204)
  })

  return routes
}
