import { type BurnCause, burnPerMonth, pickCause } from './burns.ts'
import type { Random } from './random.ts'

const day = 24 * 3_600_000

/** A domain as it really is, which nobody can see: only the sources tell of it. */
export interface RealDomain {
  id: string
  customer: string
  campaign: string
  tenant: string
  sendsADay: number
  hasGmailData: boolean
  hasReports: boolean
  /** Rates of a domain that is well: no two are alike. */
  usual: { bounces: number; junk: number; landed: number }
  /** When it began to send; `null` for a spare. */
  sendsSince: number | null
  burntAt: number
  burntBy: BurnCause
  noticedAt: number | null
}

export const fleetSize = { domains: 1_000, customers: 20, tenants: 60, campaigns: 60 } as const

/** Days until it burns, while the chance is the same each day. */
const daysToBurn = (random: Random) => (-Math.log(1 - random.next()) * 30) / -Math.log(1 - burnPerMonth)

export function newDomain(random: Random, n: number, customer: number, now: number): RealDomain {
  const hasGmailData = random.chance(0.3)
  return {
    id: `d${n}`,
    customer: `c${customer}`,
    campaign: `c${customer}/${n % 3}`,
    tenant: `t${Math.floor(random.next() * fleetSize.tenants)}`,
    sendsADay: random.chance(0.8) ? 100 : 60,
    hasGmailData,
    hasReports: random.chance(0.6),
    usual: {
      bounces: 0.005 + random.next() * 0.02,
      junk: 0.02 + random.next() * 0.12,
      landed: 0.93 + random.next() * 0.06,
    },
    sendsSince: now,
    burntAt: now + daysToBurn(random) * day,
    burntBy: pickCause(random, hasGmailData),
    noticedAt: null,
  }
}

/** 1,000 domains of 20 customers, the largest with a fifth of all. */
export function newFleet(random: Random, now: number): RealDomain[] {
  return Array.from({ length: fleetSize.domains }, (_, n) => {
    const customer = n < 200 ? 0 : 1 + (n % (fleetSize.customers - 1))
    return newDomain(random, n, customer, now)
  })
}

/** A whole tenant is stopped now and then, and takes all of its domains with it. */
export function stopTenants(
  random: Random,
  domains: readonly RealDomain[],
  from: number,
  days: number,
): void {
  const stopped = random.pick(domains).tenant
  const at = from + (10 + random.next() * (days - 20)) * day
  for (const domain of domains) {
    if (domain.tenant !== stopped || domain.burntAt < at) continue
    domain.burntAt = at
    domain.burntBy = 'tenant'
  }
}

export const isBurnt = (domain: RealDomain, now: number): boolean => now >= domain.burntAt
export const isBurntBy = (domain: RealDomain, cause: BurnCause, now: number): boolean =>
  domain.burntBy === cause && isBurnt(domain, now)
