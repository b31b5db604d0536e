import type { HealthSignal } from '#features/health/rules/health-signals.ts'
import {
  campaignFaults,
  type Incident,
  incidentsAfter,
  isHeldBack,
  type SaysBad,
} from '#features/health/rules/incidents.ts'
import { type HealthMemory, newHealth } from '#features/health/rules/memory.ts'
import { nextHealth } from '#features/health/rules/next-health.ts'
import { restsADay } from '#features/health/rules/rest-cap.ts'
import { burnAssumed, sparesRecommended } from '#features/reserve/rules/reserve.ts'
import { burns } from './burns.ts'
import { type Random, randomOf } from './random.ts'
import { countDay, type Failures, lookHourly, newFailures, Observed } from './sources.ts'
import { isBurnt, newDomain, newFleet, type RealDomain, stopTenants } from './world.ts'

const hour = 3_600_000
const day = 24 * hour
const begin = Date.UTC(2026, 0, 1)
/** A spare is bought and warmed up. */
const spareAfter = 23 * day

interface Member {
  real: RealDomain
  seen: Observed
  memory: HealthMemory
  saidBad: Map<string, number>
}

export interface Lived {
  seed: number
  burnt: number
  noticed: number
  late: { cause: string; hours: number | null }[]
  healthy: number
  wronglyRested: number
  customerDays: number
  daysAsSold: number
  /** Domain-days of domains that were not burnt, and those of them that were not called healthy. */
  wellDays: number
  doubtedDays: number
  incidents: number
  spares: number
}

/** Lives so many days, an hour at a time, by the product's own rules in the mode that acts by itself. */
export function liveFleet(seed: number, days: number): Lived {
  const random = randomOf(seed)
  const fleet = new Fleet(random, seed, days)
  for (let hours = 0; hours < days * 24; hours++) fleet.liveHour(begin + hours * hour, hours)
  return fleet.report(begin + days * day)
}

class Fleet {
  private readonly members: Member[]
  private readonly failures: Failures
  private readonly sold: Map<string, number>
  private readonly reserves: Map<string, number>
  private readonly spares = new Map<string, number>()
  private readonly ordered: { customer: string; readyAt: number }[] = []
  private readonly restedToday = new Map<string, number>()
  private readonly wronglyRested = new Set<string>()
  private incidents: readonly Incident[] = []
  private readonly counted = {
    customerDays: 0,
    daysAsSold: 0,
    wellDays: 0,
    doubtedDays: 0,
    incidents: 0,
    spares: 0,
  }
  private made = 0
  private readonly random: Random
  private readonly seed: number

  constructor(random: Random, seed: number, days: number) {
    this.random = random
    this.seed = seed
    const real = newFleet(random, begin)
    stopTenants(random, real, begin, days)
    this.made = real.length
    this.failures = newFailures(random, days)
    this.members = real.map((each) => memberOf(each, begin))
    this.sold = countBy(real, ({ customer }) => customer)
    this.reserves = new Map(
      [...this.sold].map(([customer, domains]) => [customer, sparesRecommended(domains, burnAssumed.burn)]),
    )
    for (const [customer, recommended] of this.reserves) {
      this.spares.set(customer, recommended)
      this.counted.spares += recommended
    }
  }

  liveHour(now: number, hours: number): void {
    if (hours % 24 === 0) this.beginDay(now)
    for (const { real: domain, seen } of this.members) {
      const look = { random: this.random, domain, seen, failures: this.failures, now, hours }
      lookHourly(look)
      if (hours % 24 === 0) countDay(look)
    }
    const voided = this.voided(now)
    for (const member of [...this.members]) this.judge(member, voided, now)
    if (hours % 24 === 23) this.endDay(now)
  }

  private beginDay(now: number): void {
    this.restedToday.clear()
    for (const spare of this.ordered.filter(({ readyAt }) => readyAt <= now)) {
      this.ordered.splice(this.ordered.indexOf(spare), 1)
      this.spares.set(spare.customer, (this.spares.get(spare.customer) ?? 0) + 1)
      this.fillUp(spare.customer, now)
    }
  }

  /** What is not believed this hour: sources that say too much at once, and faults that a whole campaign shares. */
  private voided(now: number): (member: Member, signal: HealthSignal) => boolean {
    const says: SaysBad[] = []
    const ofCampaign: SaysBad[] = []
    for (const { real, seen, saidBad } of this.members) {
      for (const { code, source, verdict, points } of seen.signals.values()) {
        if (verdict !== 'bad' && !(code === 'blocklist' && points > 0)) {
          saidBad.delete(code + source)
          continue
        }
        const turnedAt = saidBad.get(code + source) ?? now
        saidBad.set(code + source, turnedAt)
        const said = { domainId: real.id, code, source, turnedAt, campaigns: [real.campaign] }
        says.push(said)
        if (code === 'bounces' || code === 'replies') ofCampaign.push(said)
      }
    }
    const after = incidentsAfter(this.incidents, says, this.members.length, now)
    this.counted.incidents += after.filter(
      ({ source }) => !this.incidents.some((before) => before.source === source),
    ).length
    this.incidents = after
    const members = groupBy(this.members, ({ real }) => real.campaign)
    const faults = new Set(
      campaignFaults(ofCampaign, members).map(({ campaign, code }) => `${campaign} ${code}`),
    )
    return (member, { code, source }) =>
      faults.has(`${member.real.campaign} ${code}`) ||
      isHeldBack(this.incidents, { source, turnedAt: member.saidBad.get(code + source) ?? now })
  }

  private judge(
    member: Member,
    isVoid: (member: Member, signal: HealthSignal) => boolean,
    now: number,
  ): void {
    const signals = [...member.seen.signals.values()].map((signal) =>
      signal.verdict !== 'ok' && isVoid(member, signal)
        ? { ...signal, verdict: 'ok' as const, points: 0, gate: undefined }
        : signal,
    ) as HealthSignal[]
    const { memory } = nextHealth(member.memory, { signals, warmup: { days: 30, mails: 600 } }, now)
    const { real } = member
    const isNotice = memory.state === 'watch' || memory.state === 'rest' || memory.state === 'replace'
    if (isNotice && isBurnt(real, now)) real.noticedAt ??= now
    if (memory.state !== member.memory.state && (memory.state === 'rest' || memory.state === 'replace'))
      if (!this.mayRest(member, memory, now)) return
    member.memory = memory
  }

  /** Within the cap for a day; beyond it somebody is asked, who agrees on the next day. */
  private mayRest(member: Member, _memory: HealthMemory, now: number): boolean {
    const { customer } = member.real
    const rested = this.restedToday.get(customer) ?? 0
    if (rested >= restsADay(this.sold.get(customer) ?? 0)) return false
    this.restedToday.set(customer, rested + 1)
    if (!isBurnt(member.real, now)) this.wronglyRested.add(member.real.id)
    if (member.memory.state !== 'rest') {
      this.members.splice(this.members.indexOf(member), 1)
      this.gone.push(member.real)
      this.ordered.push({ customer, readyAt: now + spareAfter })
      this.fillUp(customer, now)
    }
    return true
  }
  private readonly gone: RealDomain[] = []

  /** Spares take the places of those that send no more. */
  private fillUp(customer: string, now: number): void {
    const sends = this.members.filter(({ real }) => real.customer === customer).length
    const missing = Math.min((this.sold.get(customer) ?? 0) - sends, this.spares.get(customer) ?? 0)
    for (let i = 0; i < missing; i++) {
      const real = newDomain(this.random, this.made++, Number(customer.slice(1)), now)
      this.members.push(memberOf(real, now))
      this.spares.set(customer, (this.spares.get(customer) ?? 0) - 1)
    }
  }

  private endDay(now: number): void {
    const well = this.members.filter(({ real }) => !isBurnt(real, now))
    this.counted.wellDays += well.length
    this.counted.doubtedDays += well.filter(({ memory }) => memory.state !== 'healthy').length
    const sends = countBy(this.members, ({ real }) => real.customer)
    for (const [customer, sold] of this.sold) {
      this.counted.customerDays++
      if ((sends.get(customer) ?? 0) >= sold) this.counted.daysAsSold++
    }
  }

  report(now: number): Lived {
    const all = [...this.gone, ...this.members.map(({ real }) => real)]
    const isDue = (each: RealDomain) => isBurnt(each, now - burns[each.burntBy].noticedWithin)
    const burnt = all.filter((each) => isDue(each) || (isBurnt(each, now) && each.noticedAt !== null))
    const hoursOf = ({ noticedAt, burntAt }: RealDomain) =>
      noticedAt === null ? null : (noticedAt - burntAt) / hour
    // What was given up for another reason before it burnt burns for nobody.
    const lived = burnt.filter((each) => !this.wronglyRested.has(each.id))
    const late = lived
      .map((each) => ({ cause: each.burntBy, hours: hoursOf(each) }))
      .filter(({ cause, hours }) => hours === null || hours * hour > burns[cause].noticedWithin)
    const healthy = all.filter((each) => !isBurnt(each, now)).length + this.wronglyRested.size
    return {
      seed: this.seed,
      burnt: lived.length,
      noticed: lived.length - late.length,
      late,
      healthy,
      wronglyRested: this.wronglyRested.size,
      ...this.counted,
    }
  }
}

const memberOf = (real: RealDomain, now: number): Member => ({
  real,
  seen: new Observed(),
  memory: newHealth(now),
  saidBad: new Map(),
})

function countBy<T>(of: readonly T[], keyOf: (each: T) => string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const each of of) counts.set(keyOf(each), (counts.get(keyOf(each)) ?? 0) + 1)
  return counts
}

function groupBy(of: readonly Member[], keyOf: (each: Member) => string): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const each of of) groups.set(keyOf(each), [...(groups.get(keyOf(each)) ?? []), each.real.id])
  return groups
}
