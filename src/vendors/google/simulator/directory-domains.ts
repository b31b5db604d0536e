import { Hono } from 'hono'
import * as z from 'zod'
import { bodyOf } from '#vendors/sandbox/json-body.ts'
import type { World } from '#vendors/sandbox/world.ts'
import { duplicate, googleError, invalidInput, notFound } from './answers.ts'
import { type GoogleState, isVerified, type WorkspaceDomain } from './state.ts'
import type { GoogleEnv } from './tokens.ts'

const domainsPerAccount = 600
const validName = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/

export function createDomainRoutes(world: World, state: GoogleState) {
  const present = (domain: WorkspaceDomain) => ({
    kind: 'admin#directory#domain',
    etag: `"${domain.createdAt}"`,
    domainName: domain.name,
    isPrimary: domain.isPrimary,
    verified: isVerified(domain, world.now()),
    creationTime: String(domain.createdAt),
    domainAliases: [],
  })
  const routes = new Hono<GoogleEnv>()

  function ownDomain(customerId: string, name: string): WorkspaceDomain | undefined {
    const domain = state.domains.get(name.toLowerCase())
    return domain?.customerId === customerId ? domain : undefined
  }

  routes.use('/customer/:customer/*', async (c, next) => {
    const { customerId } = c.get('session').account
    const asked = c.req.param('customer')
    return asked === 'my_customer' || asked === customerId ? next() : notFound('customerId')
  })

  routes.get('/customer/:customer/domains', (c) => {
    const domains = state.domains.list({ parent: c.get('session').account.customerId })
    return c.json({ kind: 'admin#directory#domains', domains: domains.map(present) })
  })

  routes.post('/customer/:customer/domains', async (c) => {
    const { customerId } = c.get('session').account
    const { domainName } = await bodyOf(c, z.object({ domainName: z.unknown() }).partial())
    if (typeof domainName !== 'string' || !validName.test(domainName.toLowerCase()))
      return invalidInput('domainName')
    const name = domainName.toLowerCase()
    const held = state.domains.get(name)
    if (held?.customerId === customerId) return duplicate()
    if (held)
      return googleError(403, 'forbidden', 'This domain is already in use by another Google customer.')
    if (state.domains.count(customerId) >= domainsPerAccount)
      return googleError(412, 'conditionNotMet', 'The maximum number of domains has been reached.')
    const domain: WorkspaceDomain = { name, customerId, isPrimary: false, createdAt: world.now() }
    state.domains.put(name, domain, customerId)
    return c.json(present(domain), 201)
  })

  routes.get('/customer/:customer/domains/:name', (c) => {
    const domain = ownDomain(c.get('session').account.customerId, c.req.param('name'))
    return domain ? c.json(present(domain)) : notFound('domainName')
  })

  routes.delete('/customer/:customer/domains/:name', (c) => {
    const domain = ownDomain(c.get('session').account.customerId, c.req.param('name'))
    if (!domain) return notFound('domainName')
    if (domain.isPrimary || state.emails.count(domain.name) > 0)
      return googleError(
        412,
        'conditionNotMet',
        'The domain cannot be deleted while it is primary or has users.',
      )
    state.domains.delete(domain.name)
    state.dkim.delete(domain.name)
    return c.body(null, 204)
  })

  return routes
}
