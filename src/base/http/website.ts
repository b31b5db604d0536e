import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Brand } from '../brand/brand.ts'
import { picturePath, pictureTypes } from '../brand/picture.ts'
import { brandStyles } from '../brand/server/brand-styles.ts'
import type { LiveBrand } from '../brand/server/live-brand.ts'
import { isConsoleAddress } from '../console-address.ts'
import { errorCode } from '../error-code.ts'
import { pathOf, rawPathOf } from './page-address.ts'
import type { ReleaseFile } from './release-files.ts'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign)

/** What of `index.html` is the brand's. */
const built = {
  title: '<title>Inboxyard</title>',
  name: '<meta name="application-name" content="Inboxyard" />',
  icon: '<link rel="icon" href="/favicon.svg" type="image/svg+xml" />',
}

/**
 * The built page with the name, the mark and the styles of a brand: it is drawn right from the first moment. Its styles
 * stand in no layer, and so above those of the page, wherever they come.
 */
function brandedPage(html: string, brand: Brand): string {
  const name = escaped(brand.productName)
  const { tag } = brandStyles(brand)
  const icon =
    brand.mark &&
    `<link rel="icon" href="${picturePath(brand.mark)}" type="${pictureTypes[brand.mark.type]}" />`
  return html
    .replace(built.title, () => `<title>${name}</title>`)
    .replace(built.name, () => `<meta name="application-name" content="${name}" />`)
    .replace(built.icon, () => icon ?? built.icon)
    .replace(
      '</head>',
      (end) => (tag && `<link id="brand" rel="stylesheet" href="/brand.css?v=${tag}" />`) + end,
    )
}

type ServedBrand = Pick<LiveBrand, 'now' | 'version'>

const forever = `public, max-age=${365 * 24 * 3600}, immutable`

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

/**
 * Addresses that programs ask about a server, and what is hidden on others: no page is at any of them, and one in its
 * place would say "yes" to whoever asks (https://w3c.github.io/webappsec-change-password-url/ has browsers try one that
 * cannot be there, and believe the others only where that one answers 404).
 */
const isForPrograms = (path: string): boolean =>
  /^\/(?:\.|(?:healthz|livez|readyz|metrics|ping|status)(?:\/|$))/.test(path)

/** Where password managers lead to, and where a password is changed. */
const changePassword = { wellKnown: '/.well-known/change-password', page: '/reset-password' }

/** Somebody has typed or followed the address: what a page loads, and programs, ask for anything. */
const wantsPage = (request: FastifyRequest): boolean =>
  isRead(request) && request.headers.accept?.includes('text/html') === true

const isRead = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD'

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
 * address is the page itself, whose routes the browser resolves, with the brand that counts now. Files of another release
 * than this process's come from where all processes put theirs (`release-files.ts`). All are looked for when
 * they are asked for, so that a page that was built under a running server finds its files.
 */
export async function installWebsite(
  app: FastifyInstance,
  dirs: WebsiteDirs,
  brand: ServedBrand,
  findOfOther: (path: string) => Promise<ReleaseFile | undefined> = async () => undefined,
): Promise<void> {
  await app.register(staticFiles, {
    root: [dirs.pages, dirs.console],
    serve: false,
    preCompressed: true,
    dotfiles: 'ignore',
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.includes('/assets/') ? forever : 'no-cache')
    },
  })
  const sendPage = createSendPage(dirs, brand)
  app.get(changePassword.wellKnown, { schema: { hide: true } }, (_, reply) =>
    reply.redirect(changePassword.page, 302),
  )
  app.get('/*', { schema: { hide: true } }, (request, reply) => {
    const path = pathOf(request.url)
    if (isForPrograms(path)) return reply.callNotFound()
    return isFile(path)
      ? reply.sendFile(rawPathOf(request.url))
      : sendPage(request, reply, fileFor(path, request))
  })
  app.setNotFoundHandler(async (request, reply) => {
    const path = pathOf(request.url)
    // The page says that there is nothing, and leads on: `/operator/domains/example.com` was typed by a person.
    if (wantsPage(request) && isFile(path) && !path.startsWith('/assets/') && !isForPrograms(path))
      return sendPage(request, reply, fileFor(path, request))
    const file = isRead(request) ? await findOfOther(path) : undefined
    if (file) return reply.type(file.type).header('cache-control', forever).send(file.bytes)
    // It may be there in a moment: another process has the release that it is of.
    void reply.header('cache-control', 'no-store')
    return reply.status(404).type('text/plain').send('There is nothing at this address.')
  })
}

/** A visitor who has been here before is most likely signed in; one who is not only loads more than they need. */
const isKnown = ({ headers }: FastifyRequest): boolean => headers.cookie !== undefined

/** Sends a page with the brand written into it. Until a brand is chosen here, it is the file as it was built and packed. */
function createSendPage(dirs: WebsiteDirs, brand: ServedBrand) {
  const made = new Map<string, { of: string; html: string; tag: string; scripts: string }>()

  async function make(file: string) {
    const path = join(file === consoleFile ? dirs.console : dirs.pages, file)
    const of = `${(await stat(path)).mtimeMs} ${brand.version}`
    const known = made.get(file)
    if (known?.of === of) return known
    const asBuilt = await readFile(path, 'utf8')
    const html = brandedPage(asBuilt, brand.now)
    const tag = `W/"${createHash('sha256').update(html).digest('base64url')}"`
    const fresh = { of, html, tag, scripts: scriptHashes(asBuilt) }
    made.set(file, fresh)
    return fresh
  }

  return async (request: FastifyRequest, reply: FastifyReply, file: string) => {
    const page = await make(file).catch(unlessMissing)
    if (!page) return reply.callNotFound()
    const { html, tag, scripts } = page
    allowScripts(reply, scripts)
    if (brand.version === 0 && brand.now.productName === builtName) return reply.sendFile(file)
    void reply.header('cache-control', 'no-cache').header('etag', tag)
    if (isKept(request.headers['if-none-match'], tag)) return reply.status(304).send()
    return reply.type('text/html; charset=utf-8').send(html)
  }
}

function unlessMissing(error: unknown): undefined {
  if (errorCode(error) !== 'ENOENT') throw error
}

/** As the policy names the scripts that a built page has within it. Nobody else writes any into it. */
const scriptHashes = (html: string): string =>
  html
    .split('<script>')
    .slice(1)
    .map((rest) => rest.slice(0, rest.indexOf('</script>')))
    .map((code) => ` 'sha256-${createHash('sha256').update(code).digest('base64')}'`)
    .join('')

function allowScripts(reply: FastifyReply, hashes: string): void {
  const policy = reply.raw.getHeader('content-security-policy')
  if (hashes && policy)
    void reply.header(
      'content-security-policy',
      String(policy).replace("script-src 'self'", (own) => own + hashes),
    )
}

/** Whether a browser has it already, of the tags it names. */
const isKept = (tags = '', tag: string): boolean => tags.split(',').some((each) => each.trim() === tag)

/** What the page is called as it is built. */
const builtName = 'Inboxyard'
