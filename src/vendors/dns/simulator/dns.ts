import { Hono } from 'hono'
import * as z from 'zod'
import { currentHosts, isDnsimpleServer } from '#vendors/dnsimple/simulator/name-servers.ts'
import type { ConsoleSection } from '#vendors/sandbox/console/sections.ts'
import { controlBody } from '#vendors/sandbox/json-body.ts'
import {
  findRegistered,
  outsideNameServers,
  outsideNames,
  publishTxt,
  setNameServers,
  setSigned,
} from '#vendors/sandbox/names/registered-names.ts'
import type { Vendor, World } from '#vendors/sandbox/world.ts'
import { setListed, setMood, simulatedLists } from './blocklists.ts'
import { redirectOf } from './redirect.ts'
import { resolve } from './resolve.ts'
import { openDnsServer } from './server.ts'

const portDistance = 2
/** What one character string of a TXT record holds (RFC 1035, 3.3). */
const txtMax = 255
const host = /^([a-z0-9_]([a-z0-9_-]*[a-z0-9])?\.)+[a-z]{2,63}\.?$/i

const listName = z.enum(simulatedLists)
const listAddress = z.string().regex(/^(127\.\d{1,3}\.\d{1,3}\.\d{1,3})?$/)
const listingBody = z.object({ list: listName, name: z.string().regex(host), address: listAddress })
const moodBody = z.object({ list: listName, answer: z.union([listAddress, z.literal('nothing')]) })

/** The world's DNS, and what owners of outside domains do at their own registrars. */
export function createDns(world: World): Vendor {
  return {
    name: 'dns',
    prefix: '/dns',
    app: new Hono(),
    control: createControl(world),
    sections: () => [outsideDomains(world)],
    async listen(plan) {
      const server = await openDnsServer(world, plan.host, plan.port(portDistance))
      return { ports: { dns: server.port }, close: server.close }
    },
  }
}

/**
 * `POST /_dns/delegation {name, nameServers}` points a name somewhere else, as its owner would; a name that no one
 * has becomes one that is registered elsewhere. `POST /_dns/txt {host, content}` has its DNS host there show a TXT
 * record, as its owner would add it; `POST /_dns/signed {name, signed}` switches DNSSEC on or off for it. `POST /_dns/listed {list, name, address}` puts a name on a blocklist, or takes it
 * off with an empty address; `POST /_dns/mood {list, answer}` has a list answer everybody so. `GET /_dns/resolve?name=&type=` and `GET /_dns/visit?url=` look.
 */
const createControl = (world: World): Hono =>
  new Hono()
    .get('/delegation', (c) => c.json(findRegistered(world, c.req.query('name') ?? '') ?? null))
    .post('/delegation', async (c) => {
      const { name, nameServers } = await controlBody(
        c,
        z.object({ name: z.unknown(), nameServers: z.unknown() }).partial(),
      )
      if (typeof name !== 'string' || !host.test(name))
        return c.json({ message: 'name must be a domain name' }, 422)
      if (
        !Array.isArray(nameServers) ||
        nameServers.length === 0 ||
        !nameServers.every((each) => host.test(each))
      )
        return c.json({ message: 'nameServers must be a list of host names' }, 422)
      return c.json(setNameServers(world, name.trim().toLowerCase(), nameServers))
    })
    .post('/txt', async (c) => {
      const { host: at, content } = await controlBody(
        c,
        z.object({ host: z.unknown(), content: z.unknown() }).partial(),
      )
      if (typeof at !== 'string' || !host.test(at))
        return c.json({ message: 'host must be a host name' }, 422)
      if (typeof content !== 'string' || content === '' || content.length > txtMax)
        return c.json({ message: `content must be a text of at most ${txtMax} characters` }, 422)
      return c.json(publishTxt(world, at.trim().toLowerCase().replace(/\.$/, ''), content))
    })
    .post('/signed', async (c) => {
      const body = z.object({ name: z.string().regex(host), signed: z.boolean() })
      const signing = body.safeParse(await controlBody(c, z.object({}).catchall(z.unknown())))
      if (!signing.success) return c.json({ message: 'name and signed, a domain name and whether' }, 422)
      const { name, signed } = signing.data
      return c.json(setSigned(world, name.trim().toLowerCase().replace(/\.$/, ''), signed))
    })
    .post('/listed', async (c) => {
      const listing = listingBody.safeParse(await controlBody(c, z.object({}).catchall(z.unknown())))
      if (!listing.success) return c.json({ message: 'list, name and address (or "") are needed' }, 422)
      const { list, name, address } = listing.data
      setListed(world, list, name, address)
      return c.json(listing.data)
    })
    .post('/mood', async (c) => {
      const mood = moodBody.safeParse(await controlBody(c, z.object({}).catchall(z.unknown())))
      if (!mood.success)
        return c.json({ message: 'list and answer (an address, "nothing" or "") are needed' }, 422)
      setMood(world, mood.data.list, mood.data.answer)
      return c.json(mood.data)
    })
    .get('/resolve', (c) =>
      c.json(resolve(world, c.req.query('name') ?? '', (c.req.query('type') ?? 'A').toUpperCase())),
    )
    .get('/visit', (c) => {
      const url = c.req.query('url') ?? ''
      const target = URL.canParse(url) ? redirectOf(world, new URL(url)) : undefined
      return target ? c.redirect(target, 301) : c.json({ message: 'Nothing redirects there.' }, 404)
    })

function outsideDomains(world: World): ConsoleSection {
  const names = outsideNames(world)
  return {
    title: 'Outside domains',
    hint: 'Names that customers own elsewhere, and where they point them.',
    columns: ['Domain', 'Name servers', 'State'],
    empty: 'No outside domain has been used yet.',
    total: names.length,
    rows: names.reverse().map(({ name, nameServers }) => ({
      cells: [
        { text: name, mono: true },
        nameServers.join(' '),
        nameServers.every(isDnsimpleServer)
          ? { text: 'points to DNSimple', tone: 'good' as const }
          : { text: 'points elsewhere', tone: 'wait' as const },
      ],
      actions: [
        nameServers.every(isDnsimpleServer)
          ? pointing('Point elsewhere', name, outsideNameServers)
          : pointing('Point to DNSimple', name, currentHosts),
        {
          label: 'Change name servers',
          path: '/_dns/delegation',
          values: { name },
          inputs: [
            { name: 'nameServers', label: 'Name servers', value: nameServers.join('\n'), lines: true },
          ],
        },
        {
          label: 'Add TXT record',
          path: '/_dns/txt',
          inputs: [
            { name: 'host', label: 'Host', value: name },
            { name: 'content', label: 'Value' },
          ],
        },
      ],
    })),
    actions: [
      {
        label: 'Add outside domain',
        path: '/_dns/delegation',
        inputs: [
          { name: 'name', label: 'Domain' },
          { name: 'nameServers', label: 'Name servers', value: outsideNameServers.join('\n'), lines: true },
        ],
      },
    ],
  }
}

const pointing = (label: string, name: string, nameServers: string[]) => ({
  label,
  path: '/_dns/delegation' as const,
  values: { name },
  inputs: [{ name: 'nameServers', label: 'Name servers', value: nameServers.join('\n'), lines: true }],
})
