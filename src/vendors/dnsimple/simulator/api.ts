import { Hono } from 'hono'
import type { World } from '#vendors/sandbox/world.ts'
import { createAccount } from './account.ts'
import { Refusal } from './answers.ts'
import { createContactRoutes } from './contacts.ts'
import { type DnsimpleOwner, dnsimpleAccounts } from './demo.ts'
import { createDomainRoutes } from './domains.ts'

import { createRecordRoutes } from './records.ts'
import { createRegistrarRoutes, createTldRoutes } from './registrar.ts'

const windowMs = 3_600_000

/** So many requests an hour, in windows of an hour, told in `X-RateLimit-…` headers. Runs on real time. */
function createHourlyQuota(world: World, perHour: number) {
  const limit = Math.max(1, Math.floor(perHour * world.limitsScale))
  let used = 0
  let endsAt = 0
  return {
    /** Counts one request; `false` when there was none left. */
    take(): boolean {
      if (Date.now() >= endsAt) {
        used = 0
        endsAt = Date.now() + windowMs
      }
      used++
      return used <= limit
    },
    headers: () => ({
      'X-RateLimit-Limit': String(limit),
      'X-RateLimit-Remaining': String(Math.max(0, limit - used)),
      'X-RateLimit-Reset': String(Math.ceil(endsAt / 1000)),
    }),
  }
}

/** Requests an hour for an account, as documented; without a valid token the same counts per no one. */
const requestsPerHour = 2_400
const anonymousRequestsPerHour = 30

/** The API below `/v2`: whose account is asked follows from the token. */
export function createApi(world: World): Hono {
  const owners = dnsimpleAccounts.map((owner) => ({
    authorization: `Bearer ${owner.token}`,
    quota: createHourlyQuota(world, requestsPerHour),
    app: createAccountApi(world, owner),
  }))
  const anonymousQuota = createHourlyQuota(world, anonymousRequestsPerHour)
  const app = new Hono()

  answerInWords(app, world)
  app.all('/v2/*', async (c) => {
    const owner = owners.find(({ authorization }) => authorization === c.req.header('authorization'))
    const counted = owner?.quota ?? anonymousQuota
    const allowed = counted.take()
    for (const [name, value] of Object.entries(counted.headers())) c.header(name, value)
    if (!allowed) throw new Refusal(429, 'quota exceeded')
    if (!owner) throw new Refusal(401, 'Authentication failed')
    const answer = await owner.app.fetch(c.req.raw)
    for (const [name, value] of Object.entries(counted.headers())) answer.headers.set(name, value)
    return answer
  })
  return app
}

/** What a token of one account reaches. */
function createAccountApi(world: World, owner: DnsimpleOwner): Hono {
  const account = createAccount(world, owner.accountId)
  const app = new Hono()
  answerInWords(app, world)
  app.use('/v2/*', async (c, next) => {
    const method = c.req.method
    if (['POST', 'PUT', 'PATCH'].includes(method) && c.req.header('content-length') !== '0' && c.req.raw.body)
      if (!c.req.header('content-type')?.startsWith('application/json'))
        throw new Refusal(415, 'Unsupported media type')
    const name = /\/(?:domains|zones)\/([^/]+)/.exec(c.req.path)?.[1]
    if (name) account.catchUp(decodeURIComponent(name).toLowerCase())
    await next()
  })

  app.get('/v2/whoami', (c) =>
    c.json({
      data: {
        user: null,
        account: {
          id: owner.accountId,
          email: owner.email,
          plan_identifier: `${account.settings().plan}-v2-monthly`,
          created_at: '2026-01-05T09:00:00Z',
          updated_at: '2026-01-05T09:00:00Z',
        },
      },
    }),
  )
  app.route('/v2', createTldRoutes())
  // "The account id", an integer: the wildcard of the API's first drafts is gone. https://developer.dnsimple.com/v2/#account-scope
  app.use('/v2/:account{\\d+}/*', async (c, next) => {
    const id = c.req.param('account')
    if (id !== String(owner.accountId)) throw new Refusal(404, `Account \`${id}\` not found`)
    await next()
  })
  for (const routes of [
    createRegistrarRoutes(world, account),
    createDomainRoutes(world, account, owner),
    createRecordRoutes(world, account),
    createContactRoutes(world, account, owner),
  ])
    app.route('/v2/:account{\\d+}', routes)
  return app
}

/** Errors as DNSimple words them. */
function answerInWords(app: Hono, world: World): void {
  app.onError((error, c) => {
    if (error instanceof Refusal)
      return c.json({ message: error.message, errors: error.errors }, error.status)
    if (error instanceof SyntaxError) return c.json({ message: 'Problems parsing JSON' }, 400)
    world.log(`dnsimple: ${error.stack}`)
    return c.json({ message: 'Internal server error' }, 500)
  })
  app.notFound((c) => c.json({ message: 'Not found' }, 404))
}
