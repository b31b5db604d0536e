import type { FastifyInstance } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'
import type { Config } from '../config/config.ts'
import { isCustomersPage } from './page-address.ts'

/** Sets them on every answer. */
export function installSafeHeaders(app: FastifyInstance, config: Config): void {
  const toBisonHosts = helmet(safeHeaders(config, ['https:', ...config.vendors.bison.allowedOrigins]))
  const toUs = helmet(safeHeaders(config, []))
  app.addHook('onRequest', (request, reply, next) => {
    void reply.header('permissions-policy', unusedFeatures)
    const set = isCustomersPage(request.url) ? toBisonHosts : toUs
    set(request.raw, reply.raw, (error) => next(error instanceof Error ? error : undefined))
  })
}

const unusedFeatures = [
  'camera',
  'display-capture',
  'geolocation',
  'hid',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ')

/**
 * No inline script but the one that a built page begins with (`website.ts`). Inline style is allowed because toasts and
 * overlays are placed with it. `elsewhere` is what a page may ask besides us: customers' pages ask their own Email Bison
 * host, whichever that is, with a key that they have typed.
 */
function safeHeaders(config: Config, elsewhere: string[]): HelmetOptions {
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
        connectSrc: ["'self'", ...elsewhere],
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
