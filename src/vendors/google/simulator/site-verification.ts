import { randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import * as z from 'zod'
import { publishedRecords } from '#vendors/dns/simulator/published-records.ts'
import { bodyOf } from '#vendors/sandbox/json-body.ts'
import type { World } from '#vendors/sandbox/world.ts'
import { googleError, invalidInput } from './answers.ts'
import { dueAt } from './delays.ts'
import type { GoogleState } from './state.ts'
import type { GoogleEnv, Tokens } from './tokens.ts'

const scope = 'https://www.googleapis.com/auth/siteverification'

const siteBody = z
  .object({
    site: z.object({ type: z.string(), identifier: z.string() }).partial(),
    verificationMethod: z.string(),
  })
  .partial()
type SiteBody = z.output<typeof siteBody>

export function createSiteVerification(world: World, state: GoogleState, tokens: Tokens) {
  const routes = new Hono<GoogleEnv>()
  routes.use(async (c, next) => tokens.authorise(c, scope) ?? next())

  const nameOf = (body: SiteBody) =>
    body.site?.type === 'INET_DOMAIN' && body.site.identifier ? body.site.identifier.toLowerCase() : undefined

  /** The same person gets the same token for the same name again. */
  function tokenOf(subject: string, name: string): string {
    const known = state.siteTokens.get(`${subject}/${name}`)
    if (known) return known
    const token = `google-site-verification=${randomBytes(32).toString('base64url')}`
    state.siteTokens.put(`${subject}/${name}`, token)
    return token
  }

  routes.post('/token', async (c) => {
    const body = await bodyOf(c, siteBody)
    const name = nameOf(body)
    if (!name) return invalidInput('site')
    if (body.verificationMethod !== 'DNS_TXT') return invalidInput('verificationMethod')
    return c.json({ method: 'DNS_TXT', token: tokenOf(c.get('session').subject, name) })
  })

  routes.post('/webResource', async (c) => {
    if (c.req.query('verificationMethod') !== 'DNS_TXT') return invalidInput('verificationMethod')
    const name = nameOf(await bodyOf(c, siteBody))
    if (!name) return invalidInput('site')
    const { account, subject, isAdmin } = c.get('session')
    const token = tokenOf(subject, name)
    const isPublished = publishedRecords(world, name).some(
      (record) => record.type === 'TXT' && record.content.replaceAll('"', '') === token,
    )
    if (!isPublished)
      return googleError(
        400,
        'badRequest',
        'The necessary verification token could not be found on your site.',
      )
    // The domain of the account counts as verified when its administrator has verified the site.
    const domain = state.domains.get(name)
    if (isAdmin && domain?.customerId === account.customerId && domain.verifiedAt === undefined)
      state.domains.put(name, { ...domain, verifiedAt: dueAt(world, 'verifiedDomain') }, domain.customerId)
    return c.json({
      id: encodeURIComponent(`dns://${name}`),
      site: { type: 'INET_DOMAIN', identifier: name },
      owners: [subject],
    })
  })

  return routes
}
