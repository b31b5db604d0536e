import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isConsoleAddress } from '#shared/console-address.ts'
import type { LiveBrand } from '../brand/live-brand.ts'
import { brandedPage } from './branded-page.ts'
import { pathOf, rawPathOf } from './page-address.ts'

type ServedBrand = Pick<LiveBrand, 'now' | 'version'>

const year = 365 * 24 * 3600

/** Folders of the two builds: the customers' pages with all that lies beside them, and the staff's console. */
export interface WebsiteDirs {
  pages: string
  console: string
}

/**
 * What has an ending is a file, and a page in its place would be taken for it. The files of the pages, packed or not, are
 * sent as pages only, which have the brand.
 */
const isFile = (path: string): boolean =>
  /\.\w+$/.test(path) && !/^\/(?:index|dashboard|health|console)\.html(?:\.\w+)?$/.test(path)

/** Somebody has typed or followed the address: what a page loads, and programs, ask for anything. */
const wantsPage = ({ method, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && headers.accept?.includes('text/html') === true

/** Pages that show an outline until their code is there, and ask for what they show themselves. */
const outlined = new Map([
  ['/dashboard', 'dashboard.html'],
  ['/health', 'health.html'],
])

function fileFor(path: string, request: FastifyRequest): string {
  const file = outlined.get(path)
  if (file && isKnown(request)) return file
  return isConsoleAddress(path) ? consoleFile : 'index.html'
}
const consoleFile = 'console.html'

/**
 * Serves the built website. Files under `assets/` carry a hash in their name and never change; every other
 * address is the page itself, whose routes the browser resolves, with the brand that counts now. All are looked for when
 * they are asked for, so that a page that was built under a running server finds its files.
 */
export async function installWebsite(
  app: FastifyInstance,
  dirs: WebsiteDirs,
  brand: ServedBrand,
): Promise<void> {
  await app.register(staticFiles, {
    root: [dirs.pages, dirs.console],
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
  const sendPage = createSendPage(dirs, brand)
  app.get('/*', { schema: { hide: true } }, (request, reply) => {
    const path = pathOf(request.url)
    return isFile(path)
      ? reply.sendFile(rawPathOf(request.url))
      : sendPage(request, reply, fileFor(path, request))
  })
  app.setNotFoundHandler((request, reply) => {
    const path = pathOf(request.url)
    // The page says that there is nothing, and leads on: `/operator/domains/example.com` was typed by a person.
    if (wantsPage(request) && isFile(path) && !path.startsWith('/assets/'))
      return sendPage(request, reply, fileFor(path, request))
    return reply.status(404).type('text/plain').send('There is nothing at this address.')
  })
}

/** A visitor who has been here before is most likely signed in; one who is not only loads more than they need. */
const isKnown = ({ headers }: FastifyRequest): boolean => headers.cookie !== undefined

/** Sends a page with the brand written into it. Until a brand is chosen here, it is the file as it was built and packed. */
function createSendPage(dirs: WebsiteDirs, brand: ServedBrand) {
  const made = new Map<string, { of: string; html: string; tag: string }>()

  async function make(file: string) {
    const path = join(file === consoleFile ? dirs.console : dirs.pages, file)
    const of = `${(await stat(path)).mtimeMs} ${brand.version}`
    const known = made.get(file)
    if (known?.of === of) return known
    const html = brandedPage(await readFile(path, 'utf8'), brand.now)
    const tag = `W/"${createHash('sha256').update(html).digest('base64url')}"`
    const fresh = { of, html, tag }
    made.set(file, fresh)
    return fresh
  }

  return async (request: FastifyRequest, reply: FastifyReply, file: string) => {
    if (brand.version === 0 && brand.now.productName === builtName) return reply.sendFile(file)
    const { html, tag } = await make(file)
    void reply.header('cache-control', 'no-cache').header('etag', tag)
    if (isKept(request.headers['if-none-match'], tag)) return reply.status(304).send()
    return reply.type('text/html; charset=utf-8').send(html)
  }
}

/** Whether a browser has it already, of the tags it names. */
const isKept = (tags = '', tag: string): boolean => tags.split(',').some((each) => each.trim() === tag)

/** What the page is called as it is built. */
const builtName = 'Inboxyard'
