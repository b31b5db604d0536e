import { Hono } from 'hono'
import * as z from 'zod'
import { bodyOf } from '#vendors/sandbox/json-body.ts'
import { createSeconds } from '#vendors/sandbox/rate-limit.ts'
import type { World } from '#vendors/sandbox/world.ts'
import { duplicate, googleError, invalidInput, notAuthorised, notFound } from './answers.ts'
import { dueAt } from './delays.ts'
import { applied, type Directory, isTaken, problemOf, userBody } from './directory-user-fields.ts'
import {
  deleteUser,
  domainOf,
  findUser,
  type GoogleState,
  isTooNew,
  outsideCustomer,
  putUser,
  type WorkspaceUser,
} from './state.ts'
import type { GoogleEnv } from './tokens.ts'

const pageMax = 500
const pageDefault = 100
const aliasesPerUser = 30
const undeleteDays = 20

export function createUserRoutes(world: World, state: GoogleState) {
  const routes = new Hono<GoogleEnv>()
  const directory = { world, state }
  addList(routes, directory)
  addCreation(routes, directory)
  addOneUser(routes, directory)
  addUndeletion(routes, directory)
  addThumbnail(routes, directory)
  addAliases(routes, directory)
  return routes
}

/**
 * What insert and patch answer: half a name, and neither `suspended` nor anything of signing in. The reference
 * requires no field of a User (https://developers.google.com/workspace/admin/directory/reference/rest/v1/users);
 * recorded answers of insert: the GSuiteAdmin integration of demisto/content, tests of gitlab-it's SDK.
 */
const written = (world: World, user: WorkspaceUser, name: object | undefined) => ({
  kind: 'admin#directory#user',
  id: user.id,
  etag: `"${user.createdAt}"`,
  primaryEmail: user.primaryEmail,
  ...(name && { name }),
  isAdmin: false,
  isDelegatedAdmin: false,
  creationTime: new Date(user.createdAt).toISOString(),
  customerId: user.customerId,
  orgUnitPath: '/',
  isMailboxSetup: user.mailboxAt <= world.now(),
})

/** What reading and listing answer: https://developers.google.com/workspace/admin/directory/reference/rest/v1/users */
const present = ({ world, state }: Directory, user: WorkspaceUser) => {
  const aliases = state.aliases.list({ parent: user.id }).map(({ alias }) => alias)
  return {
    ...written(world, user, {
      givenName: user.givenName,
      familyName: user.familyName,
      fullName: `${user.givenName} ${user.familyName}`,
    }),
    // The beginning of time for who has never signed in.
    lastLoginTime: new Date(user.lastLoginAt ?? 0).toISOString(),
    agreedToTerms: user.agreedAt !== undefined,
    suspended: user.suspended,
    ...(user.suspended && { suspensionReason: user.suspensionReason ?? 'ADMIN' }),
    archived: false,
    changePasswordAtNextLogin: false,
    ipWhitelisted: false,
    emails: [{ address: user.primaryEmail, primary: true }],
    ...(aliases.length > 0 && { aliases }),
    ...(user.externalIds !== undefined && { externalIds: user.externalIds }),
    ...(user.deletedAt !== undefined && { deletionTime: new Date(user.deletedAt).toISOString() }),
    isEnrolledIn2Sv: false,
    isEnforcedIn2Sv: false,
    includeInGlobalAddressList: true,
  }
}

function addList(routes: Hono<GoogleEnv>, directory: Directory): void {
  const { world, state } = directory
  routes.get('/users', (c) => {
    const { customerId } = c.get('session').account
    const { customer, domain, pageToken, maxResults, fields, showDeleted } = c.req.query()
    if (!customer && !domain) return googleError(400, 'badRequest', 'Bad Request')
    if (customer && customer !== 'my_customer' && customer !== customerId) return notFound('customer')
    if (domain) {
      const held = state.domains.get(domain.toLowerCase())
      if (!held) return notFound('domain')
      // https://github.com/66degrees/agm/issues/9
      if (held.customerId !== customerId || isTooNew(held, world.now())) return notAuthorised()
    }
    const size = Number(maxResults ?? pageDefault)
    if (!Number.isInteger(size) || size < 1 || size > pageMax) return invalidInput('maxResults')
    const offset = Number(Buffer.from(pageToken ?? '', 'base64url').toString() || 0)
    const window = { limit: size + 1, offset }
    const page =
      showDeleted === 'true'
        ? state.deletedUsers
            .list({ parent: customerId })
            .filter(
              (user) =>
                isKept(world, user) && (!domain || domainOf(user.primaryEmail) === domain.toLowerCase()),
            )
            .slice(offset, offset + size + 1)
        : domain
          ? state.emails.list({ parent: domain.toLowerCase(), ...window }).map((id) => state.users.get(id))
          : state.users.list({ parent: customerId, ...window })
    const users = page
      .slice(0, size)
      .filter((user) => user !== undefined)
      .filter((user) => user.listedAt <= world.now())
      .map((user) => partial(present(directory, user), fields))
    return c.json({
      kind: 'admin#directory#users',
      ...(users.length > 0 && { users }),
      ...(page.length > size && { nextPageToken: Buffer.from(String(offset + size)).toString('base64url') }),
    })
  })
}

function addCreation(routes: Hono<GoogleEnv>, directory: Directory): void {
  const { world, state } = directory
  // "more than 10 users per domain per second": https://developers.google.com/workspace/admin/directory/v1/limits
  const creations = createSeconds(world, 10)
  routes.post('/users', async (c) => {
    const { account } = c.get('session')
    const body = await bodyOf(c, userBody)
    if (typeof body.primaryEmail !== 'string') return invalidInput('primary_user_email')
    const taken = creations(domainOf(body.primaryEmail)).take()
    if (!taken.ok)
      return googleError(429, 'rateLimitExceeded', 'Quota exceeded for user creations of this domain.')
    if (body.name?.givenName === undefined) return invalidInput('name.givenName')
    if (body.name?.familyName === undefined) return invalidInput('name.familyName')
    if (body.password === undefined) return invalidInput('password')
    const refused = problemOf(directory, account.customerId, body)
    if (refused) return refused
    if (keptAt(directory, account.customerId, body.primaryEmail)) return userIsDeleted()
    if (state.users.count(account.customerId) >= account.userLimit)
      return googleError(412, 'conditionNotMet', 'Domain user limit reached.')
    const user = applied(
      {
        id: `1${String(state.store.next('google.userId')).padStart(20, '0')}`,
        customerId: account.customerId,
        primaryEmail: '',
        givenName: '',
        familyName: '',
        password: '',
        suspended: false,
        createdAt: world.now(),
        mailboxAt: dueAt(world, 'mailbox'),
        readableAt: dueAt(world, 'readableUser'),
        listedAt: dueAt(world, 'listedUser'),
        imapEnabled: false,
      },
      body,
    )
    putUser(state, user)
    return c.json({ ...written(world, user, body.name), isMailboxSetup: false })
  })
}

const isKept = (world: World, { deletedAt = 0 }: WorkspaceUser) =>
  deletedAt > world.now() - undeleteDays * 86_400_000

const keptAt = ({ world, state }: Directory, customerId: string, address: string) =>
  state.deletedUsers
    .list({ parent: customerId })
    .some((user) => user.primaryEmail === address.toLowerCase() && isKept(world, user))

/** What was removed answers so for as long as it can be restored: https://github.com/firezone/firezone/pull/15169 */
const userIsDeleted = () => googleError(412, 'conditionNotMet', 'User is deleted.')

/** Of a key that is no user here: the same 403 as to strangers where its domain is another customer's or a consumer's. */
const unknownUser = ({ world, state }: Directory, key: string) => {
  const removed = state.deletedUsers.get(key)
  if (removed && isKept(world, removed)) return userIsDeleted()
  const isAddress = key.includes('@')
  const holder = isAddress ? state.domains.get(domainOf(key))?.customerId : undefined
  return isAddress && (holder === undefined || holder === outsideCustomer)
    ? notAuthorised()
    : notFound('userKey')
}

/** One user: read, changed, deleted. */
function addOneUser(routes: Hono<GoogleEnv>, directory: Directory): void {
  const { world, state } = directory
  routes.get('/users/:key', (c) => {
    const user = findUser(state, c.get('session').account.customerId, c.req.param('key'))
    return user && (user.readableAt ?? 0) <= world.now()
      ? c.json(present(directory, user))
      : user
        ? notFound('userKey')
        : unknownUser(directory, c.req.param('key'))
  })

  routes.on(['PUT', 'PATCH'], '/users/:key', async (c) => {
    const { customerId } = c.get('session').account
    const user = findUser(state, customerId, c.req.param('key'))
    if (!user) return unknownUser(directory, c.req.param('key'))
    const body = await bodyOf(c, userBody)
    const refused = problemOf(directory, customerId, body, user)
    if (refused) return refused
    const changed = applied(user, body)
    putUser(state, changed)
    return c.json(written(world, changed, body.name))
  })

  routes.delete('/users/:key', (c) => {
    const user = findUser(state, c.get('session').account.customerId, c.req.param('key'))
    if (!user) return unknownUser(directory, c.req.param('key'))
    deleteUser(state, user, world.now())
    return c.body(null, 204)
  })
}

function addUndeletion(routes: Hono<GoogleEnv>, directory: Directory): void {
  const { world, state } = directory
  routes.post('/users/:id/undelete', (c) => {
    const user = state.deletedUsers.get(c.req.param('id'))
    const { customerId } = c.get('session').account
    if (user?.customerId !== customerId || !isKept(world, user)) return notFound('userKey')
    if (isTaken(state, user.primaryEmail)) return duplicate()
    const { deletedAt: _, ...restored } = user
    state.store.transaction(() => {
      state.deletedUsers.delete(user.id)
      putUser(state, restored)
    })
    return c.body(null, 204)
  })
}

function addThumbnail(routes: Hono<GoogleEnv>, directory: Directory): void {
  const { state } = directory
  routes.put('/users/:key/photos/thumbnail', async (c) => {
    const user = findUser(state, c.get('session').account.customerId, c.req.param('key'))
    if (!user) return notFound('userKey')
    const { photoData } = await bodyOf(c, z.object({ photoData: z.unknown() }).partial())
    // Web-safe base64 of Google's own kind: `*` or `.` where others pad with `=`.
    if (typeof photoData !== 'string' || !/^[A-Za-z0-9_-]+[*.]{0,2}$/.test(photoData))
      return invalidInput('photoData')
    const image = Buffer.from(photoData.replace(/(?<![*.])[*.]+$/, ''), 'base64url')
    state.photos.put(user.id, image.toString('base64'), user.customerId)
    return c.json({
      kind: 'admin#directory#user#photo',
      id: user.id,
      primaryEmail: user.primaryEmail,
      mimeType: 'image/jpeg',
      width: 96,
      height: 96,
      photoData,
    })
  })
}

function addAliases(routes: Hono<GoogleEnv>, directory: Directory): void {
  const { state } = directory
  routes.get('/users/:key/aliases', (c) => {
    const user = findUser(state, c.get('session').account.customerId, c.req.param('key'))
    if (!user) return notFound('userKey')
    const aliases = state.aliases
      .list({ parent: user.id })
      .map(({ alias }) => ({ kind: 'admin#directory#alias', id: user.id, alias }))
    return c.json({ kind: 'admin#directory#aliases', ...(aliases.length > 0 && { aliases }) })
  })

  routes.post('/users/:key/aliases', async (c) => {
    const { customerId } = c.get('session').account
    const user = findUser(state, customerId, c.req.param('key'))
    if (!user) return notFound('userKey')
    const { alias } = await bodyOf(c, z.object({ alias: z.unknown() }).partial())
    const refused = problemOf(directory, customerId, { primaryEmail: alias ?? '' })
    if (refused) return refused
    if (state.aliases.count(user.id) >= aliasesPerUser)
      return googleError(412, 'conditionNotMet', 'The user has too many aliases.')
    const address = String(alias).toLowerCase()
    state.aliases.put(address, { alias: address, userId: user.id }, user.id)
    return c.json({
      kind: 'admin#directory#alias',
      id: user.id,
      primaryEmail: user.primaryEmail,
      alias: address,
    })
  })
}

/** `fields=nextPageToken,users(id,primaryEmail)`: only what was asked for of each user. */
function partial(user: Record<string, unknown>, fields: string | undefined): Record<string, unknown> {
  const wanted = fields?.match(/users\(([^()]*)\)/)?.[1]?.split(',')
  return wanted ? Object.fromEntries(wanted.map((field) => [field, user[field]])) : user
}
