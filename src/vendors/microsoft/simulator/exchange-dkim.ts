import { randomInt } from 'node:crypto'
import { publishedRecords } from '#vendors/dns/simulator/published-records.ts'
import type { World } from '#vendors/sandbox/world.ts'
import { CmdletError, objectNotFound } from './answers.ts'
import { type Cmdlet, required } from './cmdlet.ts'
import { dueAt } from './delays.ts'
import { type DkimConfig, getDomain, type MicrosoftState, type Tenant } from './state.ts'

const key = ({ tenantId, domain }: DkimConfig) => `${tenantId}/${domain}`

function isPublished(world: World, config: DkimConfig): boolean {
  return [config.selector1Cname, config.selector2Cname].every((target, index) =>
    publishedRecords(world, `selector${index + 1}._domainkey.${config.domain}`).some(
      (record) => record.type === 'CNAME' && record.content.toLowerCase().replace(/\.$/, '') === target,
    ),
  )
}

/** Makes a domain's signing keys, as New-DkimSigningConfig and the security portal both do. */
export function createDkimConfig(state: MicrosoftState, tenant: Tenant, domain: string): DkimConfig {
  const tenantLabel = tenant.initialDomain.split('.')[0]
  // The letter says which of Microsoft's DNS clusters holds the key: no one outside can know it beforehand.
  const letter = String.fromCharCode(97 + randomInt(26))
  const target = (selector: number) =>
    `selector${selector}-${domain.replaceAll('.', '-')}._domainkey.${tenantLabel}.${letter}-v1.dkim.mail.microsoft`
  const config: DkimConfig = {
    domain,
    tenantId: tenant.tenantId,
    enabled: false,
    selector1Cname: target(1),
    selector2Cname: target(2),
  }
  state.dkim.put(key(config), config, tenant.tenantId)
  return config
}

/**
 * Switches signing on. The check looks at DNS through caches of its own, so it keeps missing the records for a
 * while after they are published.
 */
export function enableDkim(world: World, state: MicrosoftState, config: DkimConfig): void {
  const seenAt = isPublished(world, config) ? (config.seenAt ?? dueAt(world, 'dkimDns')) : undefined
  const enabled = seenAt !== undefined && seenAt <= world.now()
  state.dkim.put(key(config), { ...config, seenAt, enabled }, config.tenantId)
  if (enabled) return
  throw new CmdletError(
    'Microsoft.Exchange.Management.Tasks.DkimCnameMissingException',
    `CNAME record does not exist for this config. Please publish the following two CNAME records first. Domain Name : ${config.domain} Host Name : selector1._domainkey Points to address or value: ${config.selector1Cname} Host Name : selector2._domainkey Points to address or value: ${config.selector2Cname}.`,
  )
}

export function createDkimCmdlets(world: World, state: MicrosoftState): Record<string, Cmdlet> {
  const present = (config: DkimConfig) => ({
    Identity: config.domain,
    Name: config.domain,
    Domain: config.domain,
    Enabled: config.enabled,
    Status: isPublished(world, config) ? 'Valid' : 'CnameMissing',
    Selector1CNAME: config.selector1Cname,
    Selector2CNAME: config.selector2Cname,
    Selector1KeySize: 2048,
    Selector2KeySize: 2048,
  })

  function configOf(tenant: Tenant, domain: string): DkimConfig {
    const config = state.dkim.get(`${tenant.tenantId}/${domain.toLowerCase()}`)
    if (!config) throw objectNotFound(domain)
    return config
  }

  return {
    'Get-DkimSigningConfig': (tenant, { Identity: identity }) =>
      identity === undefined
        ? state.dkim.list({ parent: tenant.tenantId }).map(present)
        : [present(configOf(tenant, String(identity)))],

    'New-DkimSigningConfig': (tenant, parameters) => {
      const name = required(parameters, 'DomainName').toLowerCase()
      const domain = getDomain(state, tenant.tenantId, name)
      if (domain?.acceptedAt === undefined || domain.acceptedAt > world.now()) throw objectNotFound(name)
      if (state.dkim.get(`${tenant.tenantId}/${name}`))
        throw new CmdletError(
          'Microsoft.Exchange.Data.Directory.ADObjectAlreadyExistsException',
          `DKIM signing config for ${name} already exists.`,
        )
      return [present(createDkimConfig(state, tenant, name))]
    },

    'Set-DkimSigningConfig': (tenant, parameters) => {
      const config = configOf(tenant, required(parameters, 'Identity'))
      if (parameters.Enabled === true) enableDkim(world, state, config)
      else if (parameters.Enabled === false)
        state.dkim.put(key(config), { ...config, enabled: false }, tenant.tenantId)
      return []
    },
  }
}
