import { createPublicKey } from 'node:crypto'
import { Hono } from 'hono'
import { createBuckets } from '#vendors/sandbox/rate-limit.ts'
import type { Vendor, World } from '#vendors/sandbox/world.ts'
import { createAlertCenter } from './alert-center.ts'
import { googleError, notAuthorised, tokenError } from './answers.ts'
import { createGoogleControl } from './control.ts'
import { demoGoogleAccount } from './demo.ts'
import { createDomainRoutes } from './directory-domains.ts'
import { createUserRoutes } from './directory-users.ts'
import { createGmailMessages } from './gmail-messages.ts'
import { createGmailSettings } from './gmail-settings.ts'
import { createPostmasterTools } from './postmaster.ts'
import { googleSections } from './sections.ts'
import { createSiteVerification } from './site-verification.ts'
import { domainOf, type GoogleState, googleState, type WorkspaceAccount } from './state.ts'
import { createTokens, type GoogleEnv, type Tokens } from './tokens.ts'

/** What an administrator allows the product's service account to do. */
const delegatedScopes = [
  'admin.directory.domain',
  'admin.directory.user',
  'siteverification',
  'gmail.settings.basic',
  'gmail.send',
  'apps.alerts',
].map((scope) => `https://www.googleapis.com/auth/${scope}`)

/** Puts a Workspace account there whose service account may do everything the product needs. */
function createAccount(
  world: World,
  state: GoogleState,
  credentials: { clientEmail: string; privateKey: string; adminEmail: string; customerId: string },
): WorkspaceAccount {
  const { customerId, adminEmail, clientEmail } = credentials
  const publicKey = createPublicKey(credentials.privateKey).export({ type: 'spki', format: 'pem' }).toString()
  const account: WorkspaceAccount = {
    customerId,
    primaryDomain: domainOf(adminEmail),
    admins: [adminEmail],
    serviceAccounts: [{ clientEmail, publicKey, delegatedScopes }],
    userLimit: 100_000,
  }
  const now = world.now()
  state.accounts.put(customerId, account)
  state.domains.put(
    account.primaryDomain,
    { name: account.primaryDomain, customerId, isPrimary: true, createdAt: now, verifiedAt: now },
    customerId,
  )
  return account
}

const seedGoogle = (world: World, state: GoogleState) => createAccount(world, state, demoGoogleAccount)

const auth = 'https://www.googleapis.com/auth'

/** The Directory API: for administrators, 2,400 queries a minute each. */
function createDirectory(world: World, state: GoogleState, tokens: Tokens) {
  const queries = createBuckets(world, 2_400 / 60, 2_400)
  const directory = new Hono<GoogleEnv>()
  directory.use(async (c, next) => {
    const isDomainCall = c.req.path.includes('/customer/')
    const refused = tokens.authorise(c, `${auth}/admin.directory.${isDomainCall ? 'domain' : 'user'}`)
    if (refused) return refused
    const { account, subject, isAdmin } = c.get('session')
    if (!isAdmin) return notAuthorised()
    const onlyReads = !isDomainCall && account.readingAdmins?.includes(subject)
    if (onlyReads && c.req.method !== 'GET') return notAuthorised()
    if (!queries(subject).take().ok)
      return googleError(
        403,
        'quotaExceeded',
        "Quota exceeded for quota metric 'Queries' per minute per user.",
      )
    return next()
  })
  return directory.route('/', createDomainRoutes(world, state)).route('/', createUserRoutes(world, state))
}

/** Google's token endpoint, Directory, Site Verification, Alert Center, Postmaster Tools, Gmail's settings and messages, for any number of accounts. */
export function createGoogle(world: World): Vendor {
  const state = googleState(world.store)
  const tokens = createTokens(world, state)
  const app = new Hono()
    .route('/token', tokens.token)
    .route('/admin/directory/v1', createDirectory(world, state, tokens))
    .route('/siteVerification/v1', createSiteVerification(world, state, tokens))
    .route('/alertcenter/v1beta1', createAlertCenter(world, state, tokens))
    .route('/postmaster/v2', createPostmasterTools(world, state))
    .route('/gmail/v1', createGmailSettings(world, state, tokens))
    .route('/gmail/v1', createGmailMessages(world, state, tokens))
  app.onError((error) => googleError(500, 'backendError', error.message))
  return {
    name: 'google',
    prefix: '/google',
    app,
    control: createGoogleControl(world, state),
    seed: () => {
      seedGoogle(world, state)
    },
    sections: () => googleSections(world, state),
    playFault: ({ kind, retryAfter }, request) => {
      const retry = { 'retry-after': String(retryAfter ?? 1) }
      if (new URL(request.url).pathname === '/token' && kind.startsWith('429'))
        return tokenError(
          429,
          'rate_limit_exceeded',
          'Too many requests.',
          kind === '429' ? retry : undefined,
        )
      if (kind === '429') return googleError(429, 'rateLimitExceeded', 'Rate Limit Exceeded', retry)
      if (kind === '429_bare') return googleError(403, 'userRateLimitExceeded', 'User Rate Limit Exceeded')
      // As people met them; the description names neither. Of a picture it says that its user is being made.
      if (kind === 'conflict')
        return request.url.includes('/photos/')
          ? googleError(412, 'conditionNotMet', 'User creation is not complete.')
          : googleError(409, 'conflict', 'Conflicting requests, please try again.')
      if (kind === '500') return googleError(500, 'backendError', 'Backend Error')
      if (kind === '503') return googleError(503, 'backendError', 'Service unavailable', retry)
      return undefined
    },
  }
}
