import type { HealthSignal, SignalCode } from '#features/health/rules/health-signals.ts'
import {
  afterAnswer,
  type Blocklist,
  judgeList,
  type ListState,
} from '#features/health/rules/signals/blocklists.ts'
import {
  judgeBounces,
  judgeDmarc,
  judgeMailboxes,
  judgeReplies,
  judgeWarmup,
} from '#features/health/rules/signals/counted.ts'
import { judgePlacement } from '#features/health/rules/signals/placement.ts'
import { judgeRecords } from '#features/health/rules/signals/records.ts'
import { judgeRefusals, type RefusalCount } from '#features/health/rules/signals/refusals.ts'
import { judgeSpamRate } from '#features/health/rules/signals/spam-rate.ts'
import type { Random } from './random.ts'
import { isBurnt, isBurntBy, type RealDomain } from './world.ts'

const hour = 3_600_000
const day = 24 * hour

/** When each source fails, and how: hours since the beginning, from and until. */
export interface Failures {
  /** A list that names everybody while its test points are right. */
  lying: { list: Blocklist; from: number; until: number }
  /** A list that answers nobody. */
  away: { list: Blocklist; from: number; until: number }
  /** A customer whose tool says nothing at all. */
  silent: { customer: string; from: number; until: number }
  /** A customer whose tool calls every mail bounced. */
  broken: { customer: string; from: number; until: number }
  /** A seed that finds everything in junk: the canary shows it, and its hours count for nobody. */
  drifting: { from: number; until: number }
}

export function newFailures(random: Random, days: number): Failures {
  const from = (length: number) => (5 + random.next() * (days - 10 - length)) * 24
  const span = (length: number) => {
    const begin = from(length)
    return { from: begin, until: begin + length * 24 }
  }
  return {
    lying: { list: 'surbl', ...span(0.2) },
    away: { list: 'dbl', ...span(0.2) },
    silent: { customer: 'c3', ...span(3) },
    broken: { customer: 'c5', ...span(1) },
    drifting: span(5),
  }
}

const isDuring = ({ from, until }: { from: number; until: number }, hours: number) =>
  hours >= from && hours < until

/** What has been counted of one domain: one entry a day, the newest last. */
interface Counts {
  sent: number[]
  bounced: number[]
  replied: number[]
  warmup: number[]
  landed: number[]
  spam: { day: number; rate: number }[]
  probes: { at: number; provider: 'Microsoft' | 'Google'; isJunk: boolean }[]
}

/** What the sources have told of one domain so far. */
export class Observed {
  readonly signals = new Map<string, HealthSignal>()
  lists: ListState[] = (['dbl', 'surbl', 'uribl'] as const).map((list) => ({
    list,
    answer: 'unavailable',
    listed: null,
  }))
  readonly counts: Counts = {
    sent: [],
    bounced: [],
    replied: [],
    warmup: [],
    landed: [],
    spam: [],
    probes: [],
  }

  put(code: SignalCode, source: string, observedAt: number, finding: ReturnType<typeof judgeBounces>): void {
    this.signals.set(code === 'blocklist' ? source : code, { ...finding, code, source, observedAt })
  }
}

/** What is looked at every hour. */
export function lookHourly({ random, domain, seen, failures, now, hours }: Look): void {
  seen.lists = seen.lists.map((state) => {
    if (isDuring(failures.away, hours) && state.list === failures.away.list)
      return afterAnswer(state, 'unavailable', now)
    if (random.chance(0.01)) return afterAnswer(state, 'unavailable', now)
    const isLying = isDuring(failures.lying, hours) && state.list === failures.lying.list
    const isListed = state.list === 'dbl' && isBurntBy(domain, 'listed', now)
    return afterAnswer(state, isLying || isListed || random.chance(0.0002) ? 'critical' : 'clean', now)
  })
  for (const state of seen.lists) {
    // A source that is not reached leaves what was known before; it only grows old.
    if (state.answer !== 'unavailable') seen.put('blocklist', state.list, now, judgeList(state))
  }
  if (random.chance(0.99)) {
    const isHeld = isBurntBy(domain, 'registry', Math.floor(now / day) * day)
    const registry = isHeld ? ['client hold'] : []
    const broken = random.chance(0.0003) ? ['DMARC'] : []
    seen.put('dns', 'dns', now, judgeRecords({ nameServers: 'ours', broken, registry }))
  }
  seen.put('ban', 'hosts', now, judgeRefusals(refusalsOf(random, domain, now)))
  seen.put(
    'mailboxes',
    'hosts',
    now,
    judgeMailboxes({ cutOff: isBurntBy(domain, 'cut off', now) ? 30 : 0, of: 52 }),
  )
}

function refusalsOf(random: Random, domain: RealDomain, now: number): RefusalCount[] {
  const counts: RefusalCount[] = []
  if (isBurntBy(domain, 'banned', now)) counts.push({ code: '5.7.800', recipients: 2, confirmed: false })
  if (isBurntBy(domain, 'tenant', now)) counts.push({ code: '5.7.708', recipients: 5, confirmed: true })
  // One company's own rule, and a recipient that does not exist.
  if (random.chance(0.002)) counts.push({ code: '5.7.1', recipients: 1, confirmed: false })
  if (random.chance(0.05)) counts.push({ code: '5.1.1', recipients: 3, confirmed: false })
  return counts
}

/** One domain at one moment, with everything that a source may say of it. */
export interface Look {
  random: Random
  domain: RealDomain
  seen: Observed
  failures: Failures
  /** Epoch ms. */
  now: number
  /** Since the fleet began to live. */
  hours: number
}

/** What is counted at the end of each whole day. */
export function countDay(look: Look): void {
  const { random, domain, seen, failures, now, hours } = look
  const { counts } = seen
  const isSilent = isDuring(failures.silent, hours) && domain.customer === failures.silent.customer
  const isBroken = isDuring(failures.broken, hours) && domain.customer === failures.broken.customer
  const burnt = isBurnt(domain, now)
  const inJunk = isBurntBy(domain, 'junk', now)
  if (!isSilent) {
    const bounceRate = isBroken ? 1 : isBurntBy(domain, 'bounces', now) ? 0.14 : domain.usual.bounces
    counts.sent.push(domain.sendsADay)
    counts.bounced.push(random.hits(domain.sendsADay, bounceRate))
    counts.replied.push(random.hits(domain.sendsADay, inJunk ? 0.004 : 0.02))
    counts.warmup.push(20)
    counts.landed.push(random.hits(20, inJunk ? 0.6 : domain.usual.landed))
    const week = (list: readonly number[]) => list.slice(-7).reduce((sum, each) => sum + each, 0)
    const fortnight = (list: readonly number[]) => list.slice(-14).reduce((sum, each) => sum + each, 0)
    const tool = `tool of ${domain.customer}`
    seen.put('bounces', tool, now, judgeBounces({ sent: week(counts.sent), bounced: week(counts.bounced) }))
    seen.put('warmup', tool, now, judgeWarmup({ sent: week(counts.warmup), landed: week(counts.landed) }))
    const peers = { sent: 100_000, replied: 2_000 }
    const replies = { sent: fortnight(counts.sent), replied: fortnight(counts.replied), peers }
    seen.put('replies', tool, now, judgeReplies(replies))
  }
  probe(look)
  if (domain.hasReports)
    seen.put(
      'dmarc',
      'reports',
      now,
      judgeDmarc({
        messages: 400,
        passed: random.hits(400, 0.998),
        reporters: 4,
        hijacked: 0,
        sentInWeek: undefined,
      }),
    )
  else seen.put('dmarc', 'reports', now, { verdict: 'unwatched', points: 0, evidence: '' })
  if (domain.hasGmailData && random.chance(0.8)) {
    const told = now - 2 * day
    const rate = isBurntBy(domain, 'marked', told) ? 0.006 : burnt ? 0.0008 : random.next() * 0.0007
    counts.spam.push({ day: told, rate })
  }
  const days = counts.spam.filter((each) => each.day > now - 9 * day).map(({ rate }) => rate)
  seen.put('spamRate', 'postmaster', now, judgeSpamRate({ days, sends: true, hadData: false }))
}

/** Two seeds at each provider, each day; what a drifting seed says is void, since the canary shows it. */
function probe({ random, domain, seen, failures, now, hours }: Look): void {
  const { probes } = seen.counts
  const junk = isBurntBy(domain, 'junk', now) ? 0.85 : domain.usual.junk
  for (const provider of ['Microsoft', 'Google'] as const) {
    for (const seed of [0, 1]) {
      if (seed === 0 && provider === 'Google' && isDuring(failures.drifting, hours)) continue
      if (random.chance(0.97)) probes.push({ at: now, provider, isJunk: random.chance(junk) })
    }
  }
  const recent = probes.filter(({ at }) => at > now - 7 * day)
  seen.counts.probes = recent
  const of = (provider: 'Microsoft' | 'Google') => {
    const own = recent.filter((each) => each.provider === provider)
    return { arrived: own.length, junk: own.filter(({ isJunk }) => isJunk).length }
  }
  const before = seen.signals.get('placement')
  const hadWord = before !== undefined && !['unwatched', 'unknown'].includes(before.verdict)
  seen.put(
    'placement',
    'probes',
    now,
    judgePlacement({ Microsoft: of('Microsoft'), Google: of('Google') }, hadWord),
  )
}
