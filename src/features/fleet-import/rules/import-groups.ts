import { type PlanId, type Platform, plans, platforms } from '#features/plans/rules/catalog.ts'

/** Where a domain of an order stands: the group it is paid with, and its place there. */
export interface ImportPlace {
  /** From 1 on. */
  group: number
  slot: number
}

/**
 * The groups that an order's domains make, in the order of the file: as many of each platform to a group as its plan has,
 * the last with what is left. Undefined where the plan has no domains on a platform.
 */
export function groupsOf(plan: PlanId, domains: readonly Platform[]): ImportPlace[] | undefined {
  const sizes = plans[plan].domains
  if (domains.some((platform) => sizes[platform] === 0)) return undefined
  const met = { azure: 0, google: 0 }
  return domains.map((platform) => {
    const at = met[platform]++
    return { group: Math.floor(at / sizes[platform]) + 1, slot: slotOf(plan, platform, at % sizes[platform]) }
  })
}

/** Places of a mixed group are counted through, one platform after the other. */
function slotOf(plan: PlanId, platform: Platform, at: number): number {
  const before = platforms.slice(0, platforms.indexOf(platform))
  return before.reduce((sum, each) => sum + plans[plan].domains[each], 0) + at
}

/** How many groups so many domains are. */
export const groupCount = (places: readonly ImportPlace[]): number =>
  Math.max(0, ...places.map(({ group }) => group))
