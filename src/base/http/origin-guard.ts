import type { FastifyInstance } from 'fastify'
import { forbidden } from './refusal.ts'

/** Calls from other companies' servers: signed instead of guarded. */
const exempt = /^\/api\/webhooks\//

/**
 * Refuses unsafe requests that a foreign page could have caused: they need the marker header, which a form or
 * an image cannot send, and an `Origin` of this site.
 */
export function installOriginGuard(app: FastifyInstance, origins: readonly string[]): void {
  app.addHook('onRequest', async (request) => {
    if (request.method === 'GET' || request.method === 'HEAD' || exempt.test(request.url)) return
    const isOurs = origins.includes(request.headers.origin ?? '')
    if (!isOurs || request.headers['x-requested-with'] !== 'XMLHttpRequest') {
      throw forbidden('This request did not come from this site. Please reload the page and try again.')
    }
  })
}
