import { type Context, Hono } from 'hono'
import { findUser, type GoogleState, putUser, type WorkspaceUser } from '#vendors/google/simulator/state.ts'
import type { World } from '../../world.ts'
import { answerTo, appOfFlow, type Flow, type FlowProblem, type Flows } from '../flow.ts'
import { type Grants, markOf } from '../grants.ts'
import { faultMeets } from '../sign-in-faults.ts'
import * as pages from './pages.ts'

const linkProblems: Record<FlowProblem, string> = {
  'unknown client': 'Error 401: invalid_client',
  redirect: 'Error 400: redirect_uri_mismatch',
  'response type': 'Error 400: invalid_request',
  scope: 'Error 400: invalid_scope',
}

/** Pages that end a sign-in, each at an address of its own as the real ones are. */
const ends = {
  '/v3/signin/rejected': (c: Context) =>
    pages.noticePage(
      c,
      'Couldn’t sign you in',
      'This browser or app may not be secure. Try using a different browser.',
    ),
  '/v3/signin/challenge/totp': pages.codePage,
  '/v3/signin/challenge/recaptcha': pages.captchaPage,
  '/v3/signin/disabled/explanation': (c: Context) =>
    pages.noticePage(c, 'Your account has been disabled', 'Contact your administrator.'),
}
type End = keyof typeof ends

/** What every page of a sign-in needs. */
interface SignInServices {
  world: World
  state: GoogleState
  flows: Flows
  grants: Grants
}

/** Signing in at Google: identifier, password, the first sign-in's speedbump, consent, and back to the tool. */
export function googlePages(world: World, state: GoogleState, flows: Flows, grants: Grants) {
  const app = new Hono()
  const services: SignInServices = { world, state, flows, grants }
  for (const [path, page] of Object.entries(ends)) app.get(path, page)
  addIdentifier(app, services)
  addPassword(app, services)
  addSpeedbump(app, services)
  addConsent(app, services)
  return app
}

/** Links of tools, and the address that is typed. */
function addIdentifier(app: Hono, services: SignInServices): void {
  const { world, flows } = services
  app.get('/o/oauth2/v2/auth', (c) => {
    const flow = flows.begin(c, 'google', { tenant: '', isAdminConsent: false })
    if (typeof flow === 'string') return fail(c, linkProblems[flow])
    return c.redirect(`/v3/signin/identifier?${new URLSearchParams({ TL: flows.seal(flow) })}`)
  })

  app.get('/v3/signin/identifier', (c) => {
    const flow = flows.open(c.req.query('TL'))
    if (flow?.provider !== 'google') return ended(c)
    return pages.identifierPage(c, { token: flows.seal(flow), address: flow.hint })
  })

  app.post('/v3/signin/identifier', async (c) => {
    const { form, flow } = await formOf(services, c)
    if (!flow) return ended(c)
    if (isAutomated(c, form)) return goTo(c, '/v3/signin/rejected')
    const typed = form.get('identifier') ?? ''
    const user = userOf(services, typed)
    if (!user || (user.readableAt ?? 0) > world.now())
      return pages.identifierPage(c, {
        token: flows.seal(flow),
        address: typed.slice(0, 254),
        error: 'Couldn’t find your Google Account',
      })
    const named = flows.seal({ ...flow, address: user.primaryEmail })
    return c.redirect(`/v3/signin/challenge/pwd?${new URLSearchParams({ TL: named })}`, 303)
  })
}

function addPassword(app: Hono, services: SignInServices): void {
  const { world, state, flows } = services
  app.get('/v3/signin/challenge/pwd', (c) => {
    const flow = flows.open(c.req.query('TL'))
    if (flow?.provider !== 'google' || !flow.address) return ended(c)
    return pages.passwordPage(c, { token: flows.seal(flow), address: flow.address })
  })

  app.post('/v3/signin/challenge/pwd', async (c) => {
    const { form, flow } = await formOf(services, c)
    const user = flow?.address ? userOf(services, flow.address) : undefined
    if (!flow || !user) return ended(c)
    if (isAutomated(c, form)) return goTo(c, '/v3/signin/rejected')
    if (faultMeets(world, c, 'captcha')) return goTo(c, '/v3/signin/challenge/recaptcha')
    if (faultMeets(world, c, 'wrong_password') || form.get('Passwd') !== user.password)
      return pages.passwordPage(c, {
        token: flows.seal(flow),
        address: user.primaryEmail,
        error: 'Wrong password. Try again or click Forgot password to reset it.',
      })
    if (user.suspended) return goTo(c, '/v3/signin/disabled/explanation')
    if (faultMeets(world, c, 'second_factor')) return goTo(c, '/v3/signin/challenge/totp')
    putUser(state, { ...user, lastLoginAt: world.now() })
    const passed = flows.seal({ ...flow, userId: user.id, passwordMark: markOf(user.password) })
    const next = user.agreedAt === undefined ? '/speedbump/gaplustos' : '/signin/oauth/consent'
    return c.redirect(`${next}?${new URLSearchParams({ TL: passed })}`, 303)
  })
}

/** What is agreed to at the first sign-in. */
function addSpeedbump(app: Hono, services: SignInServices): void {
  const { world, state, flows } = services
  app.get('/speedbump/gaplustos', (c) => {
    const flow = flows.open(c.req.query('TL'))
    const user = userIn(services, flow)
    if (!flow || !user) return ended(c)
    return pages.speedbumpPage(c, { token: flows.seal(flow), address: user.primaryEmail })
  })

  app.post('/speedbump/gaplustos', async (c) => {
    const { flow } = await formOf(services, c)
    const user = userIn(services, flow)
    if (!flow || !user) return ended(c)
    putUser(state, { ...user, agreedAt: user.agreedAt ?? world.now() })
    return c.redirect(`/signin/oauth/consent?${new URLSearchParams({ TL: flows.seal(flow) })}`, 303)
  })
}

function addConsent(app: Hono, services: SignInServices): void {
  const { state, flows, grants } = services
  app.get('/signin/oauth/consent', (c) => {
    const flow = flows.open(c.req.query('TL'))
    const user = userIn(services, flow)
    const oauthApp = flow && appOfFlow(flow)
    if (!flow || !user || !oauthApp) return ended(c)
    // Trusting is done in the admin console only: https://support.google.com/a/answer/7281227
    const account = state.accounts.get(user.customerId)
    if (!account?.trustedApps?.includes(flow.clientId))
      return fail(
        c,
        `Error 400: admin_policy_enforced. Your organization’s policies do not allow ${oauthApp.name}. Ask your administrator.`,
      )
    return pages.consentPage(c, {
      token: flows.seal(flow),
      address: user.primaryEmail,
      app: oauthApp.name,
      scopes: flow.scopes,
    })
  })

  app.post('/signin/oauth/consent', async (c) => {
    const { form, flow } = await formOf(services, c)
    const user = userIn(services, flow)
    if (!flow || !user) return ended(c)
    const trusted = state.accounts.get(user.customerId)?.trustedApps
    if (form.get('decision') !== 'allow' || user.agreedAt === undefined || !trusted?.includes(flow.clientId))
      return c.redirect(answerTo(flow, { error: 'access_denied' }))
    const grant = {
      provider: 'google' as const,
      clientId: flow.clientId,
      holder: user.customerId,
      userId: user.id,
      email: user.primaryEmail,
      name: `${user.givenName} ${user.familyName}`,
      scopes: flow.scopes,
      passwordMark: markOf(user.password),
    }
    return c.redirect(
      answerTo(flow, { code: grants.issueCode(grant, flow.redirectUri), scope: flow.scopes.join(' ') }),
    )
  })
}

const fail = (c: Context, text: string) => pages.noticePage(c, 'Access blocked', text, 400)

const goTo = (c: Context, end: End) => c.redirect(end, 303)

async function formOf(
  services: SignInServices,
  c: Context,
): Promise<{ form: URLSearchParams; flow: Flow | undefined }> {
  const { flows } = services
  const form = new URLSearchParams(await c.req.text())
  const flow = flows.open(form.get('TL'))
  return { form, flow: flow?.provider === 'google' ? flow : undefined }
}

const ended = (c: Context) => fail(c, 'Your session has expired. Open the link again.')

/** Over all accounts, by main address or alias. */
function userOf(services: SignInServices, address: string): WorkspaceUser | undefined {
  const { state } = services
  const name = address.trim().toLowerCase()
  for (const account of state.accounts.list()) {
    const user = name.includes('@') ? findUser(state, account.customerId, name) : undefined
    if (user) return user
  }
  return undefined
}

/**
 * Automated browsers have been refused since 2021, and those that run no scripts before:
 * https://support.google.com/accounts/answer/7675428
 */
const isAutomated = (c: Context, form: URLSearchParams) =>
  form.get('bgRequest') !== 'person' || (c.req.header('user-agent') ?? '').includes('HeadlessChrome')

/** Whose password was right earlier in this flow. */
function userIn(services: SignInServices, flow: Flow | undefined): WorkspaceUser | undefined {
  const { state } = services
  const user = flow?.userId ? state.users.get(flow.userId) : undefined
  return user && markOf(user.password) === flow?.passwordMark ? user : undefined
}
