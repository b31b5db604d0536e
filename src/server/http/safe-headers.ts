import type { FastifyHelmetOptions } from '@fastify/helmet'
import type { Config } from '../config.ts'

/**
 * No inline script. Inline style is allowed because toasts and overlays are placed with it. `connect-src` is
 * open to https for the one call a browser makes straight to a customer's own Email Bison host.
 */
export function contentSecurityPolicy(config: Config): FastifyHelmetOptions {
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
