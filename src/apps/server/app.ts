import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import swagger from '@fastify/swagger'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  LogController,
  type RouteOptions,
} from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { newRequestId } from '#base/db/ids.ts'
import { createAuthenticate, createFindCaller } from '#base/http/authenticate.ts'
import { bodyMaxBytes, createBind } from '#base/http/binding.ts'
import { refuseManyValues } from '#base/http/bounded-values.ts'
import { brotliOptions } from '#base/http/brotli.ts'
import { createPassLookup } from '#base/http/connect-pass.ts'
import { boundConnections } from '#base/http/connections.ts'
import { createViewCookie, createViewLookup } from '#base/http/customer-view.ts'
import { installErrorHandling } from '#base/http/errors.ts'
import { endConnectionsWhenStopping } from '#base/http/last-answers.ts'
import { installOriginGuard } from '#base/http/origin-guard.ts'
import { readableAddress } from '#base/http/page-address.ts'
import { notFound } from '#base/http/refusal.ts'
import { findReleaseFile } from '#base/http/release-files.ts'
import { installSafeHeaders } from '#base/http/safe-headers.ts'
import { createSessionCookies } from '#base/http/session-cookies.ts'
import { createSessionLookup } from '#base/http/session-lookup.ts'
import { createStaffCookies, createStaffLookup } from '#base/http/staff-session.ts'
import { createTurns } from '#base/http/turns.ts'
import { refuseUnstorableText } from '#base/http/unstorable-text.ts'
import { installWebsite, type WebsiteDirs } from '#base/http/website.ts'
import { httpSeconds } from '#base/telemetry/metrics.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { accountRoutes, passkeyRoutes } from '#features/accounts/server/account-routes.ts'
import { authRoutes } from '#features/accounts/server/routes.ts'
import { installBrandFiles } from '#features/brand/server/brand-files.ts'
import { brandRoutes } from '#features/brand/server/console/routes.ts'
import { siteRoutes } from '#features/brand/server/routes.ts'
import { bulkUpdateRoutes } from '#features/bulk-update/server/routes.ts'
import { cancellationRoutes } from '#features/cancellation/server/routes.ts'
import { dnsAccountRoutes } from '#features/capacity/server/console/dns-account-routes.ts'
import { capacityRoutes } from '#features/capacity/server/console/routes.ts'
import { noticeWebhook } from '#features/capacity/server/registrars/notice-webhook.ts'
import { doctorRoutes } from '#features/checks/server/routes.ts'
import {
  consoleCustomerActRoutes,
  consoleCustomerRoutes,
  consoleNoteRoutes,
  consoleViewRoutes,
} from '#features/customers/server/console/routes.ts'
import { consoleDomainRoutes } from '#features/domains/server/console/routes.ts'
import { domainRoutes } from '#features/domains/server/routes.ts'
import { findRoutes } from '#features/find/server/console/routes.ts'
import { searchRoutes } from '#features/find/server/routes.ts'
import { fleetImportRoutes } from '#features/fleet-import/server/routes.ts'
import { forwardingRoutes } from '#features/forwarding/server/routes.ts'
import { consoleHealthRoutes } from '#features/health/server/console/routes.ts'
import { healthRoutes } from '#features/health/server/routes.ts'
import { homeRoutes } from '#features/home/server/routes.ts'
import { moneyRoutes } from '#features/money/server/routes.ts'
import { claimRoutes } from '#features/names/server/claims/routes.ts'
import { findingRoutes } from '#features/names/server/finding/routes.ts'
import { orderingRoutes } from '#features/ordering/server/routes.ts'
import { consoleOrderRoutes } from '#features/orders/server/console/routes.ts'
import { liveRoutes } from '#features/orders/server/live/routes.ts'
import { orderRoutes } from '#features/orders/server/routes.ts'
import { checkoutRoutes } from '#features/payments/server/routes.ts'
import { stripeWebhook } from '#features/payments/server/stripe-webhook.ts'
import { consoleMailboxRoutes } from '#features/people/server/console/routes.ts'
import { peopleRoutes } from '#features/people/server/routes.ts'
import { planRoutes } from '#features/plans/server/routes.ts'
import { reinstatementRoutes } from '#features/reinstatement/server/routes.ts'
import { replacementRoutes } from '#features/replacement/server/routes.ts'
import { reserveRoutes } from '#features/reserve/server/routes.ts'
import { staffFactorRoutes } from '#features/staff/server/factor-routes.ts'
import { staffRoutes, staffSignInRoutes } from '#features/staff/server/routes.ts'
import { connectingRoutes } from '#features/tools/server/connecting/routes.ts'
import { connectionRoutes } from '#features/tools/server/routes.ts'
import { workRoutes } from '#features/work/server/console/routes.ts'
import { taskRoutes } from '#features/work/server/routes.ts'

export interface AppOptions {
  /** Parses every answer by its record (tests). */
  strictAnswers?: boolean
  /** How often live streams show that they are alive, and look whether their session is (tests). */
  heartbeatMs?: number
  /** Is told of every route there is (tests). */
  onRoute?: (route: RouteOptions) => void
  /** Folders of the built website; without them only the API is served. */
  website?: WebsiteDirs
}

/** The whole HTTP side of the product, from its dependencies; the caller listens or injects. */
export async function buildApp(deps: Dependencies, options: AppOptions = {}): Promise<FastifyInstance> {
  const { config, db } = deps
  const app = await createHttp(deps)
  if (options.onRoute) app.addHook('onRoute', options.onRoute)
  const lookUp = createSessionLookup(db)
  const viewCookie = createViewCookie(config.secureCookies)
  const findViewer = createViewLookup(db, viewCookie)
  const findCaller = createFindCaller(createSessionCookies(config.secureCookies), lookUp, findViewer)
  const authenticate = createAuthenticate(findCaller)
  const takeTurn = createTurns()
  const staffCookies = createStaffCookies(config.secureCookies)
  const findStaff = createStaffLookup(db, staffCookies)
  await app.register(async (api) => {
    refuseManyValues(api)
    const bind = createBind(api, authenticate, {
      strictAnswers: options.strictAnswers ?? false,
      limits: deps.limits,
      takeTurn,
      findPass: createPassLookup(db, config.secureCookies, authenticate),
      findStaff,
    })
    const parts = [
      siteRoutes(deps),
      authRoutes(deps, { lookUp, findCaller, findViewer, viewCookie }),
      accountRoutes(deps),
      passkeyRoutes(deps),
      orderingRoutes(deps),
      orderRoutes(deps),
      checkoutRoutes(deps),
      claimRoutes(deps),
      connectingRoutes(deps),
      connectionRoutes(deps),
      domainRoutes(deps),
      forwardingRoutes(deps),
      findingRoutes(deps),
      replacementRoutes(deps),
      reserveRoutes(deps),
      healthRoutes(deps),
      peopleRoutes(deps),
      searchRoutes(deps),
      cancellationRoutes(deps),
      reinstatementRoutes(deps),
      bulkUpdateRoutes(deps),
      taskRoutes(deps),
      staffSignInRoutes(deps, staffCookies, findStaff),
      staffRoutes(deps),
      staffFactorRoutes(deps),
      consoleCustomerRoutes(deps),
      consoleNoteRoutes(deps),
      consoleCustomerActRoutes(deps),
      consoleViewRoutes(deps, viewCookie),
      liveRoutes(deps, findCaller, api, { heartbeatMs: options.heartbeatMs }),
      workRoutes(deps),
      consoleDomainRoutes(deps),
      consoleOrderRoutes(deps),
      consoleMailboxRoutes(deps),
      fleetImportRoutes(deps),
      moneyRoutes(deps),
      capacityRoutes(deps),
      dnsAccountRoutes(deps),
      findRoutes(deps),
      homeRoutes(deps),
      consoleHealthRoutes(deps),
      doctorRoutes(deps),
      planRoutes(deps),
      brandRoutes(deps),
    ]
    for (const routes of parts) routes(bind)
  })
  await stripeWebhook(app, deps)
  noticeWebhook(app, deps)
  app.get('/api/openapi.json', { schema: { hide: true } }, async (request, reply) => {
    const { id } = await authenticate(request)
    await takeTurn(id, reply.raw)
    void reply.header('cache-control', 'no-store')
    return app.swagger()
  })
  app.all('/api/*', { schema: { hide: true } }, async () => {
    throw notFound('There is nothing at this address.')
  })
  installBrandFiles(app, deps)
  if (options.website)
    await installWebsite(app, options.website, deps.brand, (path) => findReleaseFile(db, path))
  return app
}

/** What holds for every request, whatever it asks for. */
async function createHttp({
  config,
  brand,
  log,
}: Pick<Dependencies, 'config' | 'brand' | 'log'>): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newRequestId,
    trustProxy: trusting(config.trustProxy),
    bodyLimit: bodyMaxBytes.public,
    requestTimeout: 60_000,
    // The first lines of a request fit into a packet or two: a connection that does not send them makes room soon.
    // The page that brings orders back has up to a hundred domains in its address.
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 5_000, maxHeaderSize: 64 * 1024 },
    rewriteUrl: ({ url = '/' }) => readableAddress(url),
    forceCloseConnections: 'idle',
    // A request that came in before the door closed is answered like any other.
    return503OnClosing: false,
  })
  app.removeContentTypeParser('text/plain')
  installErrorHandling(app)
  boundConnections(app, { isBehindProxy: config.trustProxy !== false })
  endConnectionsWhenStopping(app)
  installSafeHeaders(app, config)
  installOriginGuard(app, config.origins)
  refuseUnstorableText(app)
  app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
    const labels = { method, route: routeOptions.url ?? 'none', status: reply.statusCode }
    httpSeconds.observe(labels, reply.elapsedTime / 1000)
  })
  await app.register(cookie)
  // Without zstd, which at its usual level makes a long order list a fifth larger.
  await app.register(compress, {
    encodings: ['br', 'gzip', 'identity'],
    // A few bytes unpack to megabytes, and no client of ours packs what it sends.
    globalDecompression: false,
    brotliOptions,
  })
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: brand.shipped.productName, version: '1' } },
    transform: jsonSchemaTransform,
  })
  return app
}

/** A number means that many proxies in front, nearest first. */
const trusting = (proxies: number | string[] | false) =>
  typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies
