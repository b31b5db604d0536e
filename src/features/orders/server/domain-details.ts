import type { Fee } from '#base/db/left-of-payment.ts'
import type { domainEvents, domainNames, domains } from '#base/db/schema/index.ts'
import { owedCents } from '#delivery/domains/paid-for.ts'
import { factsOf } from '#delivery/provisioning/facts.ts'
import type { DomainDetails } from '#features/domains/api/domain-details.ts'
import { changeText } from '#features/domains/rules/domain-change.ts'
import { domainTypeOf } from '#features/names/rules/domain-type.ts'
import { lineOfKept } from '#features/names/rules/kept-records.ts'
import type { Platform } from '#features/plans/rules/catalog.ts'
import { platformContents, replacementDueHours } from '#features/plans/rules/catalog.ts'
import { countDelivered } from '#features/plans/rules/inbox-split.ts'
import { overlapEnds } from '#features/replacement/rules/overlap.ts'
import { isFileTool, leastMailOf, type SendingToolId } from '#features/tools/rules/sending-tools.ts'
import { isProvenWhenAsked, presentProof } from './domain-proof.ts'
import { anotherDomainFor, isOver, isUnderWay } from './domain-trouble.ts'
import { expectedEnd } from './expected-run.ts'
import { givenUpCause } from './given-up.ts'

/** A holding with what the reconciler knows of its name. */
export interface HeldDomain {
  domain: typeof domains.$inferSelect
  /** Absent before it is paid for. */
  name: Pick<
    typeof domainNames.$inferSelect,
    'facts' | 'nextRunAt' | 'stepSince' | 'registration' | 'problem'
  > | null
  /** Mailboxes that stand at the host. */
  made: number
  /** Mailboxes that its people are to have there: made, or to be made. */
  wantedMailboxes: number
  replacedBy: string | null
  /** Another holding of the group was ordered for it. */
  hasSuccessor: boolean
  /** The name that stays when this one, which was to replace it, is taken back. */
  keeps: Omit<NonNullable<DomainDetails['keeps']>, 'isInFile'> | null
  /** It is to go on for some weeks once the domain that takes its place is delivered. */
  isToOverlap: boolean
  /** A spare took its place. */
  isSpent: boolean
  /** Mailboxes that wait for a person to sign in to them. */
  toConnect: number
  /** What was paid for it, of one that could not be registered; the latest first. */
  fees: readonly Fee[]
}

export interface DetailsContext {
  tool: SendingToolId
  isServed: boolean
  events: readonly (typeof domainEvents.$inferSelect)[]
  expectedRuns: Partial<Record<Platform, number>>
  nameServers: readonly string[]
  now: Date
}

const iso = (time: Date | null | undefined): string | null => time?.toISOString() ?? null

/** Everything a customer is told about one domain. */
export function presentDomain(
  held: HeldDomain,
  { tool, isServed, events, expectedRuns, nameServers, now }: DetailsContext,
): DomainDetails {
  const { domain, name, replacedBy, hasSuccessor, keeps, isToOverlap, isSpent, toConnect, fees } = held
  // What is recorded of a name belongs to its present holder.
  const isCurrent = domain.releasedAt === null && name !== null
  const isGoingOn = isUnderWay({ domain, name })
  const isSettingUp = isGoingOn && isServed && domain.status !== 'error'
  const anotherDomain = anotherDomainFor({ domain, name, fees, isServed })
  const refundCents = anotherDomain === 'free' && !isOver(name) ? owedCents(fees) : 0
  const changing = isCurrent && domain.status === 'done' ? domain.changing : null
  const inTheWay = (isCurrent && isServed && factsOf(name).inTheWay?.records) || []
  const { inboxes, expected } = figures(held, tool, expectedRuns, now)
  const wanted = isSettingUp ? wantedValues(domain, name, nameServers) : []
  // What hangs on the customer ends when they have done it.
  const isForUs = isSettingUp && domain.status !== 'pending' && wanted.length === 0
  return {
    domain: domain.name,
    domainType: domainTypeOf[domain.platform],
    status: domain.status,
    source: domain.source,
    currentForwardingDomain: domain.forwardingUrl,
    note: changing ? changeText(changing, now) : domain.statusNote,
    changing: changing && {
      what: changing.what,
      since: changing.since,
      why: changing.why,
      until: changing.until ?? null,
    },
    wanted,
    ...(inTheWay.length > 0 && { inTheWay: inTheWay.map(lineOfKept) }),
    since: isGoingOn ? iso(name?.stepSince) : null,
    nextCheckAt: isSettingUp && name?.nextRunAt && name.nextRunAt > now ? iso(name.nextRunAt) : null,
    expectedAt: isForUs ? iso(expected) : null,
    inboxes,
    proof: isCurrent && domain.want === 'run' ? presentProof(factsOf(name), domain.status === 'done') : null,
    replacementOrdered: domain.replacedAt !== null,
    givenUp:
      givenUpCause(
        {
          ...domain,
          isReplaced: domain.replacedAt !== null,
          isTaken: domain.takenAt !== null,
          isDelivered: domain.deliveredAt !== null,
        },
        hasSuccessor,
      ) ?? null,
    isSpent,
    replacedBy,
    toConnect: isCurrent && isServed && domain.want === 'run' ? toConnect : 0,
    canCheckNow:
      (isSettingUp && domain.status !== 'to do') ||
      (changing !== null && changing.why !== 'failed') ||
      (isCurrent && isServed && domain.want === 'run' && isProvenWhenAsked(factsOf(name))),
    keeps: keeps && isCurrent && isServed ? { ...keeps, isInFile: isFileTool(tool) } : null,
    overlap: presentOverlap(domain, tool, isToOverlap, now),
    anotherDomain,
    ...(refundCents > 0 && { refundCents }),
    canTryAgain:
      (isGoingOn && isServed && domain.status === 'error' && !isOver(name)) || changing?.why === 'failed',
    timeline: events.map(({ id, at, kind, sentence, data }) => ({
      id,
      at: at.toISOString(),
      kind,
      sentence,
      ...(typeof data.since === 'string'
        ? { seconds: Math.max(0, Math.round((at.getTime() - Date.parse(data.since)) / 1000)) }
        : {}),
    })),
  }
}

/** How a replaced domain that goes on stands; null where it does not. */
function presentOverlap(
  domain: HeldDomain['domain'],
  tool: SendingToolId,
  isToOverlap: boolean,
  now: Date,
): DomainDetails['overlap'] {
  if (domain.want !== 'run' || domain.releasedAt !== null) return null
  const share = isFileTool(tool) ? null : (domain.fallShare ?? 100)
  const leastMail = leastMailOf(tool)
  if (domain.fallingSince === null)
    return isToOverlap ? { share, leastMail, isStopped: false, fallsUntil: null, receivesUntil: null } : null
  const ends = overlapEnds(domain.fallingSince)
  return {
    share,
    leastMail,
    isStopped: domain.fallShare === 0 || ends.falls <= now,
    fallsUntil: ends.falls.toISOString(),
    receivesUntil: ends.receives.toISOString(),
  }
}

function figures(
  { domain, made, wantedMailboxes }: HeldDomain,
  tool: SendingToolId,
  expectedRuns: DetailsContext['expectedRuns'],
  now: Date,
) {
  // Mailboxes for another tool are handed over with the file: delivered when that is sent.
  const standing = isFileTool(tool) ? (domain.status === 'done' ? made : 0) : domain.inboxes
  const { shown, spare } = countDelivered(domain.platform, standing)
  return {
    inboxes: {
      sold: platformContents[domain.platform].soldPerDomain,
      wanted: wantedMailboxes,
      made,
      delivered: shown,
      spare,
    },
    expected:
      domain.deliveredAt === null
        ? (expectedEnd(domain.setupStartedAt, expectedRuns[domain.platform], now) ??
          // What is promised of replacements holds where too little was measured.
          (domain.replacesId
            ? expectedEnd(domain.setupStartedAt, replacementDueHours * 3600_000, now)
            : undefined))
        : undefined,
  }
}

/**
 * An own domain waits for name servers, which only the customer can set: ours, unless our DNS provider wants to see
 * others first that show whose the name is.
 */
function wantedValues(
  { source }: HeldDomain['domain'],
  name: HeldDomain['name'],
  ours: readonly string[],
): DomainDetails['wanted'] {
  const facts = name ? factsOf(name) : undefined
  if (source !== 'own' || facts?.delegation?.ok === true || facts?.delegation?.isSigned) return []
  const proof = facts?.zone ? undefined : name?.problem?.nameServers
  return (proof ?? ours).map((value, index) => ({
    label: proof ? `Add name server ${index + 1}` : `Name server ${index + 1}`,
    value,
  }))
}
