import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const year = 365 * 24 * 3600
/** The page with the dashboard's code asked for at once. */
const dashboard = 'dashboard.html'

/**
 * Serves the built website. Files under `assets/` carry a hash in their name and never change; every other
 * address is the page itself, whose routes the browser resolves.
 */
export async function installWebsite(app: FastifyInstance, dir: string): Promise<void> {
  await app.register(staticFiles, {
    root: dir,
    index: false,
    wildcard: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      reply.header(
        'cache-control',
        path.includes('/assets/') ? `public, max-age=${year}, immutable` : 'no-cache',
      )
    },
  })
  app.get('/*', { schema: { hide: true } }, (request, reply) => {
    // No page has an ending: this asks for a file, and there is none. A page in its place would be taken for it.
    const [path] = request.url.split('?', 1)
    if (/\.\w+$/.test(path ?? '')) return reply.callNotFound()
    return reply.sendFile(path === '/dashboard' && isKnown(request) ? dashboard : 'index.html')
  })
}

/** A visitor who has been here before is most likely signed in; one who is not only loads more than they need. */
const isKnown = ({ headers }: FastifyRequest): boolean => headers.cookie !== undefined
