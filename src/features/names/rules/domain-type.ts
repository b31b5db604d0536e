import { type Platform, platforms } from '#features/plans/rules/catalog.ts'

/** How the API spells the platform of a domain. */
export const domainTypes = ['Azure', 'Google'] as const
export type DomainType = (typeof domainTypes)[number]

export const domainTypeOf: Record<Platform, DomainType> = { azure: 'Azure', google: 'Google' }
export const platformOf: Record<DomainType, Platform> = { Azure: 'azure', Google: 'google' }

/** The platform a text names, however it is spelt: "azure", "Entra", "GOOGLE". */
export function parseDomainType(text: string): DomainType | undefined {
  const word = text.trim().toLowerCase()
  if (word === 'azure' || word === 'entra' || word === 'microsoft') return 'Azure'
  if (word === 'google' || word === 'gmail') return 'Google'
  return undefined
}

/** The platforms that some domains are on, in their usual order. */
export function platformsOfDomains(domains: Iterable<{ domainType: DomainType }>): Platform[] {
  const present = new Set<Platform>()
  for (const { domainType } of domains) present.add(platformOf[domainType])
  return platforms.filter((platform) => present.has(platform))
}
