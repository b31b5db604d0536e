import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import * as z from 'zod'
import { controlBody } from '#vendors/sandbox/json-body.ts'
import type { World } from '#vendors/sandbox/world.ts'
import { CmdletError } from './answers.ts'
import { setBlocked } from './exchange-blocked.ts'
import { createDkimConfig, enableDkim } from './exchange-dkim.ts'
import {
  type AppRegistration,
  domainOf,
  type MicrosoftState,
  putRecipient,
  refusalCodes,
  type TenantDomain,
} from './state.ts'
import { traceRefused } from './trace-refused.ts'

const outsideHolder = 'another organization'
const onOrOff = z.enum(['on', 'off'])

/** What people do in Microsoft's portals, and what other organizations do. */
export function createMicrosoftControl(world: World, state: MicrosoftState) {
  return (
    new Hono()
      /** Another organization has verified this name before us, or gives it up. */
      .post('/claim', async (c) => {
        const { domain } = await controlBody(c, z.object({ domain: z.string() }))
        state.claims.put(domain.toLowerCase(), { holder: outsideHolder })
        return c.json({ domain, holder: outsideHolder })
      })
      .post('/release', async (c) => {
        const { domain } = await controlBody(c, z.object({ domain: z.string() }))
        if (state.claims.get(domain.toLowerCase())?.holder === outsideHolder)
          state.claims.delete(domain.toLowerCase())
        return c.json({ domain })
      })
      /** Microsoft stops a mailbox from sending for what it sent, or the security portal lets it go. */
      .post('/blocked', async (c) => {
        const { address, isBlocked } = await controlBody(
          c,
          z.object({ address: z.string(), isBlocked: z.boolean() }),
        )
        setBlocked(world, address, isBlocked)
        return c.json({ address, isBlocked })
      })
      /** The admin centers: a group or a contact has this address, in the tenant that has its domain. */
      .post('/recipient', async (c) => {
        const { address, type } = await controlBody(
          c,
          z.object({
            address: z.string().includes('@'),
            type: z.enum(['MailUniversalDistributionGroup', 'GroupMailbox', 'MailContact']),
          }),
        )
        const domain = state.domains.list().find((each) => each.name === domainOf(address) && each.isVerified)
        if (!domain) return c.json({ message: `No tenant here has verified ${domainOf(address)}.` }, 404)
        const recipient = { id: randomUUID(), displayName: address, primarySmtpAddress: address, type }
        putRecipient(state, { ...recipient, tenantId: domain.tenantId })
        return c.json(recipient)
      })
      .route('/', traceControl(world, state))
      /** What a tenant has paid for, and how many outside recipients its mailboxes have reached in a day. */
      .post('/limits', async (c) => {
        const { tenantId, ...change } = await controlBody(
          c,
          z.object({
            tenantId: z.string(),
            licenses: z.int().min(0).optional(),
            isTrial: z.boolean().optional(),
            reachedOutside: z.int().min(0).optional(),
            hidesLimits: z.boolean().optional(),
          }),
        )
        const tenant = state.tenants.get(tenantId)
        if (!tenant) return c.json({ message: `No tenant here is ${tenantId}.` }, 404)
        const { licenses, isTrial, ...others } = change
        const skus = tenant.skus.map((sku) =>
          sku.skuPartNumber === 'EXCHANGESTANDARD'
            ? { ...sku, units: licenses ?? sku.units, isTrial: isTrial ?? sku.isTrial ?? false }
            : sku,
        )
        state.tenants.put(tenantId, { ...tenant, ...others, skus })
        return c.json({ tenantId, ...change })
      })
      /** Microsoft refuses all that a tenant sends, or lets it out again. */
      .post('/outbound', async (c) => {
        const { tenantId, refuses } = await controlBody(
          c,
          z.object({ tenantId: z.string(), refuses: z.literal([...refusalCodes, 'nothing']) }),
        )
        const tenant = state.tenants.get(tenantId)
        if (!tenant) return c.json({ message: `No tenant here is ${tenantId}.` }, 404)
        const { refuses: _, ...open } = tenant
        state.tenants.put(tenantId, refuses === 'nothing' ? open : { ...tenant, refuses })
        return c.json({ tenantId, refuses })
      })
      /** The Entra portal: what comes between a person and the mailbox. */
      .post('/sign-in', async (c) => {
        const { tenantId, ...asked } = await controlBody(
          c,
          z.object({
            tenantId: z.string(),
            securityDefaults: onOrOff.optional(),
            registrationCampaign: onOrOff.optional(),
            usersMayNotConsent: onOrOff.optional(),
            unlicensedSmtp: onOrOff.optional(),
          }),
        )
        const tenant = state.tenants.get(tenantId)
        if (!tenant) return c.json({ message: `No tenant here is ${tenantId}.` }, 404)
        const { securityDefaults, registrationCampaign, usersMayNotConsent, unlicensedSmtp } = asked
        const changed = {
          ...(securityDefaults && { securityDefaults: securityDefaults === 'on' }),
          ...(registrationCampaign && {
            registrationCampaign:
              registrationCampaign === 'on' ? ('enabled' as const) : ('disabled' as const),
          }),
          ...(usersMayNotConsent && { usersMayNotConsent: usersMayNotConsent === 'on' }),
          ...(unlicensedSmtp && { refusesUnlicensedSmtp: unlicensedSmtp === 'off' }),
        }
        state.tenants.put(tenantId, { ...tenant, ...changed })
        return c.json({ tenantId, ...changed })
      })
      .route('/', dkimPortal(world, state))
  )
}

const tracePermission = 'ExchangeMessageTrace.Read.All'

function traceControl(world: World, state: MicrosoftState) {
  return (
    new Hono()
      /** Servers refuse what an address of a tenant here has sent: with the events that the words come in, or with others. */
      .post('/trace', async (c) => {
        const given = await controlBody(
          c,
          z.object({
            from: z.string().includes('@'),
            to: z.array(z.string()).min(1),
            words: z.string().default('550 5.1.1 User unknown'),
            server: z.string().default(''),
            status: z.string().default('failed'),
            agoMs: z.number().min(0).default(0),
            /** Times that it was put off before it was refused. */
            deferrals: z.int().min(0).default(0),
            /** Others saw lists of details that are empty, be it that nobody has described when. */
            isUnfinished: z.boolean().default(false),
            raw: z.unknown().optional(),
          }),
        )
        const name = given.from.slice(given.from.indexOf('@') + 1).toLowerCase()
        const domain = state.domains.list().find((each) => each.name === name && each.isVerified)
        if (!domain) return c.json({ message: `No tenant here has verified ${name}.` }, 404)
        const id = traceRefused(world, state, domain.tenantId, given)
        return c.json({ id })
      })
      /** The Entra portal: whether the tenant's apps may read the message trace, and whether its service has an entry. */
      .post('/trace/access', async (c) => {
        const { tenantId, permission, service } = await controlBody(
          c,
          z.object({ tenantId: z.string(), permission: onOrOff.optional(), service: onOrOff.optional() }),
        )
        const tenant = state.tenants.get(tenantId)
        if (!tenant) return c.json({ message: `No tenant here is ${tenantId}.` }, 404)
        const others = (app: AppRegistration) => app.permissions.filter((each) => each !== tracePermission)
        const apps = tenant.apps.map((app) => ({
          ...app,
          permissions: permission === 'off' ? others(app) : [...others(app), tracePermission],
        }))
        state.tenants.put(tenantId, {
          ...tenant,
          ...(permission && { apps }),
          ...(service && { hasTransportDataPlatform: service === 'on' }),
        })
        return c.json({ tenantId, permission, service })
      })
  )
}

function dkimPortal(world: World, state: MicrosoftState) {
  const verifiedDomain = (name: string): TenantDomain | undefined =>
    state.domains.list().find((domain) => domain.name === name && domain.isVerified)

  return (
    new Hono()
      /** The security portal: creates a domain's DKIM keys and shows the records to publish. */
      .post('/dkim', async (c) => {
        const { domain } = await controlBody(c, z.object({ domain: z.string() }))
        const verified = verifiedDomain(domain)
        const tenant = verified && state.tenants.get(verified.tenantId)
        if (!tenant) return c.json({ message: `No tenant here has verified ${domain}.` }, 404)
        const config =
          state.dkim.get(`${tenant.tenantId}/${domain}`) ?? createDkimConfig(state, tenant, domain)
        return c.json({
          domain,
          enabled: config.enabled,
          records: [
            { host: 'selector1._domainkey', type: 'CNAME', value: config.selector1Cname },
            { host: 'selector2._domainkey', type: 'CNAME', value: config.selector2Cname },
          ],
        })
      })
      /** The security portal: "Sign messages for this domain with DKIM signatures". */
      .post('/dkim/start', async (c) => {
        const { domain } = await controlBody(c, z.object({ domain: z.string() }))
        const config = state.dkim.list().find((candidate) => candidate.domain === domain)
        if (!config) return c.json({ message: `No DKIM keys saved for ${domain}.` }, 404)
        try {
          enableDkim(world, state, config)
          return c.json({ domain, enabled: true })
        } catch (error) {
          if (error instanceof CmdletError) return c.json({ message: error.message }, 400)
          throw error
        }
      })
  )
}
