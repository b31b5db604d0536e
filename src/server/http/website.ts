import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const year = 365 * 24 * 3600
/** The page with the dashboard's code asked for at once. */
const dashboard = 'dashboard.html'

/**
 * Serves the built website. Files under `assets/` carry a hash in their name and never change; every other
 * address is the page itself, whose routes the browser resolves. Both are looked for when they are asked for, so that
 * a page that was built under a running server finds its files.
 */
export async function installWebsite(app: FastifyInstance, dir: string): Promise<void> {
  await app.register(staticFiles, {
    root: dir,
    serve: false,
    preCompressed: true,
    dotfiles: 'ignore',
    setHeaders: (reply, path) => {
      reply.header(
        'cache-control',
        path.includes('/assets/') ? `public, max-age=${year}, immutable` : 'no-cache',
      )
    },
  })
  app.get('/*', { schema: { hide: true } }, (request, reply) => {
    const [path = '/'] = request.url.split('?', 1)
    // No page has an ending: what has one asks for a file. A page in its place would be taken for it.
    if (/\.\w+$/.test(path)) return reply.sendFile(path)
    return reply.sendFile(path === '/dashboard' && isKnown(request) ? dashboard : 'index.html')
  })
}

/** A visitor who has been here before is most likely signed in; one who is not only loads more than they need. */
const isKnown = ({ headers }: FastifyRequest): boolean => headers.cookie !== undefined
