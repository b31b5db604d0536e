import type { FastifyInstance } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'
import type { Config } from '../config/config.ts'

/** Sets them on every answer. */
export function installSafeHeaders(app: FastifyInstance, config: Config): void {
  const set = helmet(safeHeaders(config))
  app.addHook('onRequest', (request, reply, next) =>
    set(request.raw, reply.raw, (error) => next(error instanceof Error ? error : undefined)),
  )
}

/**
 * No inline script but the one that a built page begins with (`website.ts`). Inline style is allowed because toasts and overlays are placed with it. `connect-src` is
 * open to https for the one call a browser makes straight to a customer's own Email Bison host.
 */
function safeHeaders(config: Config): HelmetOptions {
  const isSecure = config.publicUrl.startsWith('https:')
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", 'https:', ...config.vendors.bison.allowedOrigins],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(isSecure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: isSecure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
  }
}
