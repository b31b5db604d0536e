import { type Context, Hono } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { createConsents } from '#vendors/microsoft/simulator/consent.ts'
import { type Person, passwordRefusal, personOf } from '#vendors/microsoft/simulator/sign-in.ts'
import type { MicrosoftState } from '#vendors/microsoft/simulator/state.ts'
import { createSignedTokens } from '../../signed-token.ts'
import type { World } from '../../world.ts'
import { answerTo, appOfFlow, type Flow, type FlowProblem, type Flows } from '../flow.ts'
import { type Grants, markOf } from '../grants.ts'
import { faultMeets } from '../sign-in-faults.ts'
import * as pages from './pages.ts'

const sessionCookie = 'ESTSAUTH'

/** Texts beside the code: https://learn.microsoft.com/entra/identity-platform/reference-error-codes, shortened. */
const linkProblems: Record<FlowProblem, [number, string]> = {
  'unknown client': [700016, 'Application was not found in the directory.'],
  redirect: [50011, 'The redirect URI specified in the request does not match the redirect URIs configured.'],
  'response type': [900144, "The request body must contain the following parameter: 'response_type'."],
  scope: [900144, "The request body must contain the following parameter: 'scope'."],
}
const flowEnded: [number, string] = [50089, 'Authentication failed due to flow token expired.']

const passwordTexts: Record<number, string> = {
  50053: "You've tried to sign in too many times with an incorrect account or password.",
  50056: 'Your account or password is incorrect.',
  50057: 'Your account has been locked. Contact your support person to unlock it, then try again.',
  50126: "Your account or password is incorrect. If you don't remember your password, reset it now.",
}

/** What every page of a sign-in needs. */
interface SignInServices {
  world: World
  state: MicrosoftState
  flows: Flows
  grants: Grants
  consents: ReturnType<typeof createConsents>
  sessions: ReturnType<typeof openSessions>
}

const openSessions = (world: World) =>
  createSignedTokens<{ id: string; address: string; passwordMark: string }>(
    world.store,
    'signIn.microsoftSessions',
  )

/** Signing in at Microsoft: user, password, interrupts, "Stay signed in?", consent, and back to the tool. */
export function microsoftPages(world: World, state: MicrosoftState, flows: Flows, grants: Grants) {
  const app = new Hono()
  const consents = createConsents(world, state)
  const services: SignInServices = { world, state, flows, grants, consents, sessions: openSessions(world) }
  addBeginning(app, services)
  addSession(app, services)
  addConsent(app, services)
  return app
}

/** Links of tools, and the name that is typed or chosen. */
function addBeginning(app: Hono, services: SignInServices): void {
  const { flows } = services
  app.get('/:tenant/oauth2/v2.0/authorize', (c) => begin(services, c, false))

  app.get('/:tenant/v2.0/adminconsent', (c) => begin(services, c, true))

  app.post('/:tenant/login', async (c) => {
    const { form, flow } = await formOf(services, c)
    if (!flow) return fail(c, flowEnded)
    const facts = { tenant: flow.tenant, ctx: flows.seal(flow) }
    if (form.has('tile')) {
      const signedIn = sessionOf(services, c)
      return form.get('tile') === 'known' && signedIn
        ? afterSignIn(services, c, known(flow, signedIn), signedIn)
        : pages.userPage(c, { ...facts, address: '' })
    }
    if (form.has('loginfmt')) return named(services, c, flow, form.get('loginfmt') ?? '')
    return flow.address
      ? passwordGiven(services, c, flow, flow.address, form.get('passwd') ?? '')
      : pages.userPage(c, { ...facts, address: '' })
  })
}

/** What comes after the password, and the end of the session. */
function addSession(app: Hono, services: SignInServices): void {
  const { flows, sessions } = services
  app.post('/common/ProofUp/later', async (c) => {
    const { flow } = await formOf(services, c)
    const person = personIn(services, flow)
    if (!flow || !person) return fail(c, flowEnded)
    return pages.staySignedInPage(c, { ctx: flows.seal(flow), address: person.address })
  })

  app.post('/kmsi', async (c) => {
    const { form, flow } = await formOf(services, c)
    const person = personIn(services, flow)
    if (!flow || !person) return fail(c, flowEnded)
    const session = { id: person.id, address: person.address, passwordMark: flow.passwordMark ?? '' }
    // "No" keeps the session for as long as the browser is open: it still continues without a word at the next link.
    setCookie(c, sessionCookie, sessions.issue(session), {
      httpOnly: true,
      sameSite: 'Lax',
      path: '/',
      ...(form.get('LoginOptions') !== '3' && { maxAge: 90 * 86_400 }),
    })
    return afterSignIn(services, c, flow, person)
  })

  app.get('/common/oauth2/logout', (c) => {
    deleteCookie(c, sessionCookie, { path: '/' })
    return pages.signedOutPage(c)
  })
}

function addConsent(app: Hono, services: SignInServices): void {
  const { world, consents } = services
  app.post('/:tenant/Consent/Set', async (c) => {
    const { form, flow } = await formOf(services, c)
    const person = personIn(services, flow)
    if (!flow || !person) return fail(c, flowEnded)
    if (form.get('decision') === 'cancel')
      return c.redirect(
        answerTo(flow, {
          error: 'access_denied',
          error_subcode: 'cancel',
          error_description: 'AADSTS65004: User declined to consent to access the app.',
        }),
      )
    const { tenantId } = person.tenant
    const isAdmin = person.user === undefined
    if (!isAdmin && (flow.isAdminConsent || person.tenant.usersMayNotConsent))
      return fail(c, [90094, 'The grant requires administrator permission.'])
    world.store.transaction(() =>
      consents.consent(tenantId, flow.clientId, flow.isAdminConsent ? null : person.id, flow.scopes),
    )
    if (flow.isAdminConsent) return c.redirect(answerTo(flow, { admin_consent: 'True', tenant: tenantId }))
    return backWithCode(services, c, flow, person)
  })
}

const fail = (c: Context, [code, text]: [number, string]) => pages.errorPage(c, code, text)

async function formOf(
  services: SignInServices,
  c: Context,
): Promise<{ form: URLSearchParams; flow: Flow | undefined }> {
  const { flows } = services
  const form = new URLSearchParams(await c.req.text())
  return { form, flow: flows.open(form.get('ctx')) }
}

/** Whoever this browser is signed in as, while the password is still the same. */
function sessionOf(services: SignInServices, c: Context): Person | undefined {
  const { world, state, sessions } = services
  const claims = sessions.read(getCookie(c, sessionCookie) ?? '')
  const person = claims && personOf(world, state, claims.address)
  const isSame = person?.id === claims?.id && markOf(person?.password ?? '') === claims?.passwordMark
  return person && isSame ? person : undefined
}

const known = (flow: Flow, person: Person): Flow => ({
  ...flow,
  address: person.address,
  userId: person.id,
  passwordMark: markOf(person.password ?? ''),
})

function begin(services: SignInServices, c: Context, isAdminConsent: boolean) {
  const { state, flows } = services
  const flow = flows.begin(c, 'microsoft', { tenant: c.req.param('tenant') ?? 'common', isAdminConsent })
  if (typeof flow === 'string') return fail(c, linkProblems[flow])
  if (!['common', 'organizations'].includes(flow.tenant) && !state.tenants.get(flow.tenant))
    return fail(c, [90002, `Tenant '${flow.tenant}' not found.`])
  const signedIn = sessionOf(services, c)
  const isWanted = signedIn && (!flow.hint || flow.hint.toLowerCase() === signedIn.address.toLowerCase())
  const form = { ctx: flows.seal(flow), tenant: flow.tenant }
  if (signedIn && flow.prompt === 'select_account')
    return pages.pickerPage(c, { ...form, address: signedIn.address })
  // Whoever is signed in continues without a word, whoever was meant: prompt and login_hint decide, nothing else.
  if (isWanted && flow.prompt !== 'login') return afterSignIn(services, c, known(flow, signedIn), signedIn)
  if (flow.prompt === 'none')
    return c.redirect(answerTo(flow, { error: 'login_required', error_description: 'AADSTS50058' }))
  return pages.userPage(c, { ...form, address: flow.hint })
}

function named(services: SignInServices, c: Context, flow: Flow, typed: string) {
  const { world, state, flows } = services
  const person = personOf(world, state, typed)
  const isOfTenant =
    ['common', 'organizations'].includes(flow.tenant) || person?.tenant.tenantId === flow.tenant
  if (!person || !isOfTenant)
    return pages.userPage(c, {
      ctx: flows.seal(flow),
      tenant: flow.tenant,
      address: typed.slice(0, 113),
      error: {
        code: person ? 50020 : 50034,
        text: 'This username may be incorrect. Make sure you typed it correctly. Otherwise, contact your admin.',
      },
    })
  const address = person.address
  return pages.passwordPage(c, { ctx: flows.seal({ ...flow, address }), tenant: flow.tenant, address })
}

function passwordGiven(services: SignInServices, c: Context, flow: Flow, address: string, password: string) {
  const { world, state, flows } = services
  const person = personOf(world, state, address)
  if (!person) return fail(c, [50034, 'The user account does not exist in the directory.'])
  if (faultMeets(world, c, 'captcha')) return pages.captchaPage(c, { address })
  const code = faultMeets(world, c, 'wrong_password')
    ? 50126
    : passwordRefusal(world, state, person, password)
  const ctx = flows.seal(known(flow, person))
  if (code === 50055) return pages.changePasswordPage(c, { address })
  if (code === 50072) return pages.moreInformationPage(c, { ctx: '', address, code, mayWait: false })
  if (code !== undefined)
    return pages.passwordPage(c, {
      ctx: flows.seal(flow),
      tenant: flow.tenant,
      address,
      error: { code, text: passwordTexts[code] ?? '' },
    })
  if (faultMeets(world, c, 'second_factor')) return pages.secondFactorPage(c, { address })
  if (person.tenant.registrationCampaign === 'enabled')
    return pages.moreInformationPage(c, { ctx, address, code: 50072, mayWait: true })
  return pages.staySignedInPage(c, { ctx, address })
}

/** Whose password was right earlier in this flow. */
function personIn(services: SignInServices, flow: Flow | undefined): Person | undefined {
  const { world, state } = services
  const person = flow?.address && flow.userId ? personOf(world, state, flow.address) : undefined
  const isSame = person?.id === flow?.userId && markOf(person?.password ?? '') === flow?.passwordMark
  return isSame ? person : undefined
}

function afterSignIn(services: SignInServices, c: Context, flow: Flow, person: Person) {
  const { world, flows, consents } = services
  const { tenantId } = person.tenant
  const oauthApp = appOfFlow(flow)
  if (!oauthApp) return fail(c, linkProblems['unknown client'])
  const isAdmin = person.user === undefined
  if (flow.isAdminConsent && !isAdmin)
    return pages.adminApprovalPage(c, {
      app: oauthApp.name,
      backTo: answerTo(flow, { error: 'access_denied', error_description: 'AADSTS90094' }),
    })
  const isAsked = flow.isAdminConsent || flow.prompt === 'consent' || faultMeets(world, c, 'consent')
  if (!isAsked && consents.isConsented(tenantId, flow.clientId, person.id, flow.scopes))
    return backWithCode(services, c, flow, person)
  if (!isAdmin && person.tenant.usersMayNotConsent)
    return pages.adminApprovalPage(c, {
      app: oauthApp.name,
      backTo: answerTo(flow, { error: 'access_denied', error_description: 'AADSTS90094' }),
    })
  return pages.consentPage(c, {
    ctx: flows.seal(flow),
    tenant: flow.tenant,
    address: person.address,
    app: oauthApp.name,
    publisher: oauthApp.publisher,
    scopes: flow.scopes,
    isForAll: flow.isAdminConsent,
  })
}

function backWithCode(services: SignInServices, c: Context, flow: Flow, person: Person) {
  const { state, grants } = services
  const mailbox = state.mailboxes.get(person.id)
  const grant = {
    provider: 'microsoft' as const,
    clientId: flow.clientId,
    holder: person.tenant.tenantId,
    userId: person.id,
    // Inferred: tools take the mailbox's address where there is one, else the name signed in with.
    email: (mailbox?.primarySmtpAddress ?? person.address).toLowerCase(),
    name: person.user?.displayName ?? person.address,
    scopes: flow.scopes,
    passwordMark: markOf(person.password ?? ''),
  }
  return c.redirect(
    answerTo(flow, {
      code: grants.issueCode(grant, flow.redirectUri),
      session_state: person.tenant.tenantId,
    }),
  )
}
