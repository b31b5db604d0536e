import { Hono } from 'hono'
import * as z from 'zod'
import { controlBody } from '../json-body.ts'
import type { World } from '../world.ts'
import { CmdletError } from './answers.ts'
import { setBlocked } from './exchange-blocked.ts'
import { createDkimConfig, enableDkim } from './exchange-dkim.ts'
import type { MicrosoftState, TenantDomain } from './state.ts'

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
      /** The Entra portal: what comes between a person and the mailbox. */
      .post('/sign-in', async (c) => {
        const { tenantId, securityDefaults, registrationCampaign, usersMayNotConsent } = await controlBody(
          c,
          z.object({
            tenantId: z.string(),
            securityDefaults: onOrOff.optional(),
            registrationCampaign: onOrOff.optional(),
            usersMayNotConsent: onOrOff.optional(),
          }),
        )
        const tenant = state.tenants.get(tenantId)
        if (!tenant) return c.json({ message: `No tenant here is ${tenantId}.` }, 404)
        const changed = {
          ...(securityDefaults && { securityDefaults: securityDefaults === 'on' }),
          ...(registrationCampaign && {
            registrationCampaign:
              registrationCampaign === 'on' ? ('enabled' as const) : ('disabled' as const),
          }),
          ...(usersMayNotConsent && { usersMayNotConsent: usersMayNotConsent === 'on' }),
        }
        state.tenants.put(tenantId, { ...tenant, ...changed })
        return c.json({ tenantId, ...changed })
      })
      .route('/', dkimPortal(world, state))
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
