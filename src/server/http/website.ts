import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type HeldFile, holdFiles } from './held-files.ts'

const year = 365 * 24 * 3600
/** The page with the dashboard's code asked for at once. */
const dashboard = '/dashboard.html'

/**
 * Serves the website as it was built when the process started: its pages, the files they name and the calls they
 * make belong together, whatever is built in its folder meanwhile. Files under `assets/` carry a hash in their name
 * and never change; every other address is the page itself, whose routes the browser resolves.
 */
export async function installWebsite(app: FastifyInstance, dir: string): Promise<void> {
  const files = await holdFiles(dir)
  const pageFor = (path: string, request: FastifyRequest) =>
    files.get(path === '/dashboard' && isKnown(request) ? dashboard : '/index.html')

  app.get('/*', { schema: { hide: true } }, (request, reply) => {
    const [path = '/'] = request.url.split('?', 1)
    // No page has an ending: what has one asks for a file. A page in its place would be taken for it.
    const file = files.get(path) ?? (/\.\w+$/.test(path) ? undefined : pageFor(path, request))
    if (!file) return reply.callNotFound()
    const age = path.startsWith('/assets/') ? `public, max-age=${year}, immutable` : 'no-cache'
    return send(file, request, reply.header('cache-control', age))
  })
}

/** A visitor who has been here before is most likely signed in; one who is not only loads more than they need. */
const isKnown = ({ headers }: FastifyRequest): boolean => headers.cookie !== undefined

/** Sends a file in the shortest form that the browser takes, or only says that it has not changed. */
function send({ type, tag, content, packed }: HeldFile, { headers }: FastifyRequest, reply: FastifyReply) {
  void reply.headers({ 'content-type': type, etag: tag, vary: 'accept-encoding' })
  if (headers['if-none-match']?.includes(tag)) return reply.code(304).send()
  const form = packed.find(({ coding }) => takes(headers['accept-encoding'], coding))
  if (form) void reply.header('content-encoding', form.coding)
  return reply.send(form?.content ?? content)
}

/** Whether a browser says that it reads a coding, and not that it does so with a weight of nothing. */
const takes = (accepted: string | string[] | undefined, coding: string): boolean =>
  String(accepted)
    .split(',')
    .some((each) => {
      const [name = '', weight = ''] = each.split(';')
      return name.trim() === coding && !/=\s*0[.0]*$/.test(weight.trim())
    })
