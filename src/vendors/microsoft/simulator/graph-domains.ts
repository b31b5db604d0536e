import { randomInt, randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { publishedRecords } from '#vendors/dns/simulator/published-records.ts'
import type { World } from '#vendors/sandbox/world.ts'
import { graphBadRequest, graphError, graphNotFound } from './answers.ts'
import { dueAt } from './delays.ts'
import { type GraphEnv, jsonBody, lacksPermission } from './graph-session.ts'
import { getDomain, type MicrosoftState, putDomain, type TenantDomain } from './state.ts'

const domainsPerTenant = 5000
const validName = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/
/** Of all that a domain can have, what may be added or removed: https://learn.microsoft.com/graph/api/resources/domain */
const assignableServices = ['Email', 'OfficeCommunicationsOnline', 'Yammer']

/**
 * Names in the exchange's host: dots to dashes, sometimes with a suffix, as Microsoft gives them. Since July 2026 new
 * domains are below `mx.microsoft` (MC1048624), and those from before stay where they are: a tenant has of both.
 */
function mailExchangeOf(name: string, isNew: boolean): string {
  if (isNew) return `${name.replaceAll('.', '-')}.${'abcdefgh'[randomInt(8)]}-v1.mx.microsoft`
  const suffix = randomInt(4) === 0 ? `0${randomInt(10)}${'bcei'[randomInt(4)]}` : ''
  return `${name.replaceAll('.', '-')}${suffix}.mail.protection.outlook.com`
}

const present = (domain: TenantDomain) => ({
  id: domain.name,
  authenticationType: 'Managed',
  availabilityStatus: null,
  isAdminManaged: true,
  isDefault: domain.isDefault,
  isInitial: domain.isInitial,
  isRoot: true,
  isVerified: domain.isVerified,
  supportedServices: domain.supportedServices,
  state: null,
  model: null,
  manufacturer: null,
  passwordValidityPeriodInDays: null,
  passwordNotificationWindowInDays: null,
})

const record = (type: 'Txt' | 'Mx' | 'CName', label: string, more: Record<string, unknown>) => ({
  '@odata.type': `#microsoft.graph.domainDns${type === 'CName' ? 'Cname' : type}Record`,
  id: randomUUID(),
  isOptional: false,
  label,
  recordType: type,
  supportedService: 'Email',
  ttl: 3600,
  ...more,
})

export function createDomainRoutes(world: World, state: MicrosoftState) {
  const routes = new Hono<GraphEnv>()

  addTenantsDomains(routes, state)
  addOneDomain(routes, world, state)
  addVerification(routes, world, state)
  addUseOfDomain(routes, state)
  return routes
}

/** The domains of a tenant, and a new one. */
function addTenantsDomains(routes: Hono<GraphEnv>, state: MicrosoftState): void {
  routes.get('/domains', (c) => {
    const denied = lacksPermission(c, 'Domain.Read.All', 'Domain.ReadWrite.All')
    if (denied) return denied
    const { tenantId } = c.get('session').tenant
    return c.json({ value: state.domains.list({ parent: tenantId }).map(present) })
  })

  routes.post('/domains', async (c) => {
    const denied = lacksPermission(c, 'Domain.ReadWrite.All')
    if (denied) return denied
    const { tenantId } = c.get('session').tenant
    const { id } = await jsonBody(c)
    if (typeof id !== 'string' || !validName.test(id))
      return graphBadRequest('A value is required for property id of resource Domain, in lower case.')
    if (getDomain(state, tenantId, id))
      return graphError(
        400,
        'Request_BadRequest',
        'Another object with the same value for property id already exists.',
        {
          details: [
            {
              code: 'ObjectConflict',
              message: 'Another object with the same value for property id already exists.',
              target: 'id',
            },
          ],
        },
      )
    if (state.domains.count(tenantId) >= domainsPerTenant)
      return graphError(400, 'Directory_QuotaExceeded', 'The directory has reached its limit of domains.')
    const domain: TenantDomain = {
      name: id,
      tenantId,
      isInitial: false,
      isDefault: false,
      isVerified: false,
      supportedServices: [],
      verificationCode: `ms${randomInt(10_000_000, 100_000_000)}`,
      mailExchange: mailExchangeOf(id, state.domains.count(tenantId) % 2 === 0),
    }
    putDomain(state, domain)
    return c.json(present(domain), 201)
  })
}

/** One domain: read, given its services, taken away. */
function addOneDomain(routes: Hono<GraphEnv>, world: World, state: MicrosoftState): void {
  routes.get('/domains/:id', (c) => {
    const denied = lacksPermission(c, 'Domain.Read.All', 'Domain.ReadWrite.All')
    if (denied) return denied
    const domain = getDomain(state, c.get('session').tenant.tenantId, c.req.param('id'))
    return domain ? c.json(present(domain)) : graphNotFound(c.req.param('id'))
  })

  routes.patch('/domains/:id', async (c) => {
    const denied = lacksPermission(c, 'Domain.ReadWrite.All')
    if (denied) return denied
    const domain = getDomain(state, c.get('session').tenant.tenantId, c.req.param('id'))
    if (!domain) return graphNotFound(c.req.param('id'))
    if (!domain.isVerified) return graphBadRequest('The domain must be verified before it can be changed.')
    const { supportedServices } = await jsonBody(c)
    if (
      !Array.isArray(supportedServices) ||
      !supportedServices.every((service) => assignableServices.includes(service))
    )
      return graphBadRequest("Invalid value specified for property 'supportedServices' of resource 'Domain'.")
    const acceptedAt = supportedServices.includes('Email')
      ? (domain.acceptedAt ?? dueAt(world, 'acceptedDomain'))
      : undefined
    putDomain(state, { ...domain, supportedServices, acceptedAt })
    return c.body(null, 204)
  })

  routes.delete('/domains/:id', (c) => {
    const denied = lacksPermission(c, 'Domain.ReadWrite.All')
    if (denied) return denied
    const { tenantId } = c.get('session').tenant
    const domain = getDomain(state, tenantId, c.req.param('id'))
    if (!domain) return graphNotFound(c.req.param('id'))
    if (domain.isInitial || domain.isDefault)
      return graphBadRequest('The initial or default domain cannot be deleted.')
    if (state.userNames.count(`${tenantId}/${domain.name}`) > 0)
      return graphBadRequest(
        'Domain cannot be deleted because it is referenced by users or groups. Use domainNameReferences to list them.',
      )
    state.store.transaction(() => {
      state.domains.delete(`${tenantId}/${domain.name}`)
      state.dkim.delete(`${tenantId}/${domain.name}`)
      if (state.claims.get(domain.name)?.holder === tenantId) state.claims.delete(domain.name)
    })
    return c.body(null, 204)
  })
}

/** The proof that a domain is the tenant's, and who has proven it already. */
function addVerification(routes: Hono<GraphEnv>, world: World, state: MicrosoftState): void {
  routes.get('/domains/:id/verificationDnsRecords', (c) => {
    const denied = lacksPermission(c, 'Domain.Read.All', 'Domain.ReadWrite.All')
    if (denied) return denied
    const domain = getDomain(state, c.get('session').tenant.tenantId, c.req.param('id'))
    if (!domain) return graphNotFound(c.req.param('id'))
    return c.json({
      value: [
        record('Txt', domain.name, { text: `MS=${domain.verificationCode}` }),
        record('Mx', domain.name, {
          mailExchange: `${domain.verificationCode}.msv1.invalid`,
          preference: 32767,
        }),
      ],
    })
  })

  routes.post('/domains/:id/verify', (c) => {
    const denied = lacksPermission(c, 'Domain.ReadWrite.All')
    if (denied) return denied
    const { tenantId } = c.get('session').tenant
    const domain = getDomain(state, tenantId, c.req.param('id'))
    if (!domain) return graphNotFound(c.req.param('id'))
    if (domain.isVerified) return graphBadRequest('Domain is already verified.')
    const proven = publishedRecords(world, domain.name).some(
      (published) =>
        (published.type === 'TXT' && published.content === `MS=${domain.verificationCode}`) ||
        (published.type === 'MX' && published.content === `${domain.verificationCode}.msv1.invalid`),
    )
    if (!proven)
      return graphBadRequest(
        `Domain verification failed with the following error: 'Missing required DNS record for ${domain.name}.'`,
      )
    const claim = state.claims.get(domain.name)
    if (claim && claim.holder !== tenantId)
      return graphBadRequest(
        `Domain verification failed with the following error: 'The domain ${domain.name} is already verified in another organization.'`,
      )
    const verified = { ...domain, isVerified: true }
    state.store.transaction(() => {
      putDomain(state, verified)
      state.claims.put(domain.name, { holder: tenantId })
    })
    return c.json(present(verified))
  })
}

/** What stands in the way of deleting a domain, and what its zone needs for mail. */
function addUseOfDomain(routes: Hono<GraphEnv>, state: MicrosoftState): void {
  routes.get('/domains/:id/serviceConfigurationRecords', (c) => {
    const denied = lacksPermission(c, 'Domain.Read.All', 'Domain.ReadWrite.All')
    if (denied) return denied
    const domain = getDomain(state, c.get('session').tenant.tenantId, c.req.param('id'))
    if (!domain) return graphNotFound(c.req.param('id'))
    const hasMail = domain.isVerified && domain.supportedServices.includes('Email')
    return c.json({
      value: hasMail
        ? [
            record('Mx', domain.name, { mailExchange: domain.mailExchange, preference: 0 }),
            record('Txt', domain.name, { text: 'v=spf1 include:spf.protection.outlook.com -all' }),
            record('CName', `autodiscover.${domain.name}`, { canonicalName: 'autodiscover.outlook.com' }),
          ]
        : [],
    })
  })

  routes.get('/domains/:id/domainNameReferences', (c) => {
    const denied = lacksPermission(c, 'Domain.Read.All', 'Domain.ReadWrite.All')
    if (denied) return denied
    const { tenantId } = c.get('session').tenant
    const domain = getDomain(state, tenantId, c.req.param('id'))
    if (!domain) return graphNotFound(c.req.param('id'))
    const ids = state.userNames.list({ parent: `${tenantId}/${domain.name}`, limit: 100 })
    return c.json({ value: ids.map((id) => ({ '@odata.type': '#microsoft.graph.user', id })) })
  })
}
