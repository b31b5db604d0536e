import * as z from 'zod/mini'
import { domainField } from '#features/names/rules/domain-name.ts'
import { type DomainType, parseDomainType, platformsOfDomains } from '#features/names/rules/domain-type.ts'
import { noGroup } from '#features/orders/rules/order-groups.ts'
import { type DomainStatus, parseDomainStatus } from '#features/orders/rules/order-status.ts'
import { domainsPerCallMax, type PlanId, type Platform, planIds } from '#features/plans/rules/catalog.ts'

/** A cancelled domain that was chosen on the orders screen. */
export interface SelectedDomain {
  domain: string
  domainType: DomainType
  status: DomainStatus
  groupId: string
  /** What its group was bought as, where the address says so. */
  plan?: PlanId | undefined
}

export const reinstateSelectionTexts = {
  nothing: 'No Domains Selected',
  nothingHint: 'No domains were selected for reinstatement.',
} as const

/** Longer addresses are not looked at; 100 domains need a third of this. */
const parameterMaxLength = 40_000

const text = z.catch(z.optional(z.string()), undefined)
const plan = z.catch(z.optional(z.enum(planIds)), undefined)
const item = z.object({ domain: domainField, domainType: text, status: text, groupId: text, plan })

function readJson(parameter: string): unknown {
  for (const candidate of [parameter, () => decodeURIComponent(parameter)]) {
    try {
      return JSON.parse(typeof candidate === 'string' ? candidate : candidate())
    } catch {
      // Not JSON as it stands: perhaps encoded twice.
    }
  }
  return undefined
}

/**
 * Reads the `domains` parameter of the page's address. An address can hold anything: entries that name no
 * domain are left out, unknown words become their usual values, each name counts once, and what is more than
 * one call may hold is cut off.
 */
export function readSelectedDomains(parameter: string | null): SelectedDomain[] {
  if (!parameter || parameter.length > parameterMaxLength) return []
  const list = readJson(parameter)
  if (!Array.isArray(list)) return []
  const selected = new Map<string, SelectedDomain>()
  for (const entry of list) {
    const parsed = item.safeParse(entry)
    if (!parsed.success) continue
    const { domain, domainType = '', status = '', groupId, plan } = parsed.data
    if (selected.has(domain)) continue
    selected.set(domain, {
      domain,
      domainType: parseDomainType(domainType) ?? 'Azure',
      status: parseDomainStatus(status) ?? 'cancelled',
      groupId: groupId?.slice(0, 64) || noGroup,
      ...(plan && { plan }),
    })
    if (selected.size === domainsPerCallMax) break
  }
  return [...selected.values()]
}

export interface OrderCard {
  /** "Order #1" */
  label: string
  groupId: string
  domains: SelectedDomain[]
}

/** The cards of the selection: one per group, numbered as they come. */
export const orderCards = (domains: readonly SelectedDomain[]): OrderCard[] =>
  [...Map.groupBy(domains, ({ groupId }) => groupId)].map(([groupId, members], index) => ({
    label: `Order #${index + 1}`,
    groupId,
    domains: members,
  }))

/** What each order of the selection was bought as; where the address does not say so, what its domains tell. */
export const plansOfCards = (domains: readonly SelectedDomain[]): PlanId[] =>
  orderCards(domains).map(
    ({ domains: of }) => of.find(({ plan }) => plan)?.plan ?? selectedPlatforms(of)[0] ?? 'azure',
  )

/** The platforms that the people and the sending tool have to serve. */
export const selectedPlatforms = (domains: readonly SelectedDomain[]): Platform[] =>
  platformsOfDomains(domains)
