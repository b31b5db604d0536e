import { type Context, Hono } from 'hono'
import * as z from 'zod'
import { bodyOf } from '#vendors/sandbox/json-body.ts'
import type { World } from '#vendors/sandbox/world.ts'
import { googleError, notFound } from './answers.ts'
import { findUser, type GoogleState, putUser, type WorkspaceUser } from './state.ts'
import type { GoogleEnv, Tokens } from './tokens.ts'

const scope = 'https://www.googleapis.com/auth/gmail.settings.basic'

/** A user's own settings: the token must be in that user's name. */
export function createGmailSettings(world: World, state: GoogleState, tokens: Tokens) {
  const routes = new Hono<GoogleEnv>()

  function userOf(c: Context<GoogleEnv>): WorkspaceUser | undefined {
    const { account, subject } = c.get('session')
    const user = findUser(state, account.customerId, subject)
    return user && user.mailboxAt <= world.now() ? user : undefined
  }
  const noMail = () => googleError(400, 'failedPrecondition', 'Mail service not enabled')

  routes.use('/users/:user/settings/*', async (c, next) => {
    const refused = tokens.authorise(c, scope)
    if (refused) return refused
    const { subject } = c.get('session')
    const asked = c.req.param('user')
    if (asked !== 'me' && asked !== subject)
      return googleError(403, 'forbidden', `Delegation denied for ${subject}`)
    return next()
  })

  routes.get('/users/:user/settings/imap', (c) => {
    const user = userOf(c)
    return user ? c.json({ enabled: user.imapEnabled }) : noMail()
  })

  routes.put('/users/:user/settings/imap', async (c) => {
    const user = userOf(c)
    if (!user) return noMail()
    const { enabled } = await bodyOf(c, z.object({ enabled: z.unknown() }).partial())
    putUser(state, { ...user, imapEnabled: enabled === true })
    return c.json({ enabled: enabled === true, autoExpunge: true })
  })

  routes.patch('/users/:user/settings/sendAs/:address', async (c) => {
    const user = userOf(c)
    if (!user) return noMail()
    if (c.req.param('address') !== user.primaryEmail) return notFound('sendAsEmail')
    const body = await bodyOf(c, z.object({ displayName: z.string(), signature: z.string() }).partial())
    const sendAs = {
      ...user.sendAs,
      ...(body.displayName !== undefined && { displayName: body.displayName }),
      ...(body.signature !== undefined && { signature: body.signature }),
    }
    putUser(state, { ...user, sendAs })
    return c.json({ sendAsEmail: user.primaryEmail, isPrimary: true, isDefault: true, ...sendAs })
  })

  return routes
}
