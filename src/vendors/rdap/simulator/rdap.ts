import { type Context, Hono } from 'hono'
import * as z from 'zod'
import { controlBody } from '#vendors/sandbox/json-body.ts'
import { stoppingWords } from '#vendors/sandbox/names/expiry.ts'
import { findRegistered, putRegistered } from '#vendors/sandbox/names/registered-names.ts'
import { splitName } from '#vendors/sandbox/names/universe.ts'
import { createBuckets } from '#vendors/sandbox/rate-limit.ts'
import type { Vendor, World } from '#vendors/sandbox/world.ts'

/** Registries do not publish their limits; this is the size that the product's figures assume. */
const perSecond = 1
const burst = 100

/** TLDs in IANA's bootstrap file, each with an address of its own. */
const published = ['com', 'net', 'org', 'info', 'biz', 'app', 'io'] as const
/** Answers as well, but is missing from the bootstrap file. */
const unpublished = ['co']
const tlds: readonly string[] = [...published, ...unpublished]

const rdapJson = { 'content-type': 'application/rdap+json' }

/** The registries' public look-up of names: a bootstrap file, and an address for each TLD. */
export function createRdap(world: World): Vendor {
  const buckets = createBuckets(world, perSecond, burst)
  const app = new Hono()

  app.get('/dns.json', (c) => {
    c.header('Cache-Control', 'max-age=86400')
    return c.json({
      description: 'RDAP bootstrap file for Domain Name System registrations',
      publication: '2026-11-19T20:00:01Z',
      services: published.map((tld) => [[tld], [`${world.origin()}/rdap/${tld}/v1/`]]),
      version: '1.0',
    })
  })
  app.get('/:tld/v1/domain/:name', (c) => {
    const moved = movedOf(world).get(c.req.param('tld'))
    if (!moved) return answer(c)
    return c.redirect(`${moved.base}domain/${c.req.param('name')}`, moved.status)
  })
  // Where a registry that has moved answers, unless it leads further away.
  app.get('/:tld/v2/domain/:name', (c) => answer(c))
  app.get('/:tld/domain/:name', (c) => answer(c))
  app.notFound((c) => c.body(null, 404))

  function answer(c: Context) {
    const tld = c.req.param('tld') ?? ''
    const name = decodeURIComponent(c.req.param('name') ?? '').toLowerCase()
    if (!tlds.includes(tld)) return refusal(404, 'Not Found', `No registry answers for .${tld} here.`)
    const place = buckets(tld).take()
    if (!place.ok) {
      const slowDown = refusal(429, 'Too Many Requests', 'Slow down.')
      slowDown.headers.set('retry-after', String(place.retryAfterSeconds))
      return slowDown
    }
    if (splitName(name).tld !== tld || !/^[a-z0-9][a-z0-9-]*\.[a-z]+$/.test(name))
      return refusal(400, 'Bad Request', `${name} is not a name below .${tld}.`)
    const entry = findRegistered(world, name)
    if (!entry) return refusal(404, 'Object not found', `Domain ${name} was not found.`)
    const event = (eventAction: string, at: number) => ({
      eventAction,
      eventDate: new Date(at).toISOString(),
    })
    return Response.json(
      {
        objectClassName: 'domain',
        handle: `SANDBOX-${name.toUpperCase()}`,
        ldhName: name.toUpperCase(),
        status: ['client transfer prohibited', ...stoppingWords(entry, world.now())],
        events: [event('registration', entry.registeredAt), event('expiration', entry.expiresAt)],
        nameservers: entry.nameServers.map((host) => ({
          objectClassName: 'nameserver',
          ldhName: host.toUpperCase(),
        })),
        entities: [],
        rdapConformance: ['rdap_level_0', 'icann_rdap_technical_implementation_guide_1'],
      },
      { headers: rdapJson },
    )
  }

  return { name: 'rdap', prefix: '/rdap', app, control: createControl(world) }
}

/** Registries that answer elsewhere (RFC 7480, 5.2), by TLD. */
const movedOf = (world: World) =>
  world.store.collection<{ status: 301 | 302 | 307; base: string }>('rdap.moved')

/**
 * `POST /_rdap/stopped {name, status}`: the registry stops a name with these words, or lets it go with none.
 * `POST /_rdap/moved {tld, status, base}`: the registry sends everybody to another address, its own without one.
 */
const createControl = (world: World): Hono =>
  new Hono()
    .post('/stopped', async (c) => {
      const { name, status } = await controlBody(
        c,
        z.object({ name: z.string().catch(''), status: z.array(z.string()).catch([]) }),
      )
      const entry = findRegistered(world, name.toLowerCase())
      if (!entry) return c.json({ message: 'nobody has this name' }, 422)
      putRegistered(world, { ...entry, stopped: status })
      return c.json({ name, status })
    })
    .post('/moved', async (c) => {
      const { tld, status, base } = await controlBody(
        c,
        z.object({
          tld: z.enum(published),
          status: z.union([z.literal(301), z.literal(302), z.literal(307)]).catch(301),
          base: z.optional(z.string()),
        }),
      )
      const moved = { status, base: base ?? `${world.origin()}/rdap/${tld}/v2/` }
      movedOf(world).put(tld, moved)
      return c.json({ tld, ...moved })
    })

const refusal = (errorCode: number, title: string, description: string) =>
  Response.json(
    { rdapConformance: ['rdap_level_0'], errorCode, title, description: [description] },
    { status: errorCode, headers: rdapJson },
  )
