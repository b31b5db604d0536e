import { spentLabel } from '#features/domains/rules/place-label.ts'
import type { HealthState } from '#features/health/rules/health-states.ts'
import type { DomainType } from '#features/names/rules/domain-type.ts'
import type { DomainStatus } from '#features/orders/rules/order-status.ts'
import { mailboxRetentionDays } from '#features/plans/rules/catalog.ts'
import { fallDays, overlapEnds, receiveDays } from '#features/replacement/rules/overlap.ts'
import {
  isFileTool,
  leastMailOf,
  limitCountsWarmup,
  type SendingToolId,
  sendingToolIds,
  sendingToolNames,
} from '#features/tools/rules/sending-tools.ts'
import { warmupDays } from './reserve.ts'

const day = 86_400_000

/** How far a spare is. `unfit`: it cannot take a place, for the reason beside it; `spent`: it has been replaced by one. */
export const spareStates = ['ready', 'warming', 'setting_up', 'unfit', 'spent'] as const
export type SpareState = (typeof spareStates)[number]

export const spareStateLabels: Record<SpareState, string> = {
  ready: 'Ready',
  warming: 'Warming up',
  setting_up: 'Being set up',
  unfit: 'Cannot be used now',
  spent: spentLabel,
}

/** What says how warm a delivered domain is. Moments are epoch ms. */
export interface WarmupFacts {
  deliveredAt: number
  /** Its mailboxes go to a tool that warms them up. */
  isWarmable: boolean
  /** Since when the tool warms up all of its mailboxes; null while it does not of one. */
  warmedFrom: number | null
  /** Null while nobody has looked. */
  health: HealthState | null
}

/** What is known of a domain in the reserve. */
export interface SpareFacts extends Omit<WarmupFacts, 'deliveredAt'> {
  status: DomainStatus
  deliveredAt: number | null
  /** When a spare took its place: it is in the reserve to be replaced there. Null of one that is a spare. */
  spentAt: number | null
  /** Another domain was ordered for it. */
  isLeaving: boolean
  /** A domain that it replaced still receives replies in its place. */
  hasFallingBefore: boolean
  /** Its order is paid and not on hold. */
  isServed: boolean
  /** It was bought, and the time that it is registered for is over. */
  hasEnded: boolean
  mailboxes: number
  /** Of these, those that the sending tool is signed in to. */
  connected: number
}

export interface SpareStanding {
  state: SpareState
  /** From when it may take a place; null while nobody can say, and of one that cannot. */
  readyAt: number | null
  /** Why it cannot, as a sentence. */
  why: string | null
  /** Of one whose place a spare took: until when mail to it arrives; absent once that is over. */
  receivesUntil?: number
}

const unwell: readonly HealthState[] = ['watch', 'rest', 'replace']

/**
 * The share of its cold mail that a spare sends, in hundredths; null where its limits are left alone. A tool that counts
 * warm-up into the limit would warm nothing up at 0: there a spare sends nothing as long as no campaign has it.
 */
export const shareOfSpare = (tool: SendingToolId): number | null => (limitCountsWarmup(tool) ? null : 0)

/** What a lower price of spares means, for whoever sets it. */
export const noteOnSparePrice = (): string =>
  `With ${sendingToolIds
    .filter(limitCountsWarmup)
    .map((tool) => sendingToolNames[tool])
    .join(
      ' and ',
    )} and in files only the customer keeps spares from sending: the lower price counts there as well.`

/** What is to be known of spares in a tool, as a sentence; nothing where they warm up and are kept from sending. */
export function noteOnSpares(tool: SendingToolId): string {
  if (isFileTool(tool))
    return 'In a file nothing warms them up: they save the set-up, and begin as new mailboxes do.'
  return limitCountsWarmup(tool)
    ? `${sendingToolNames[tool]} counts warm-up into the daily limit, so that stays as it is: leave them out of your campaigns until they take a place.`
    : ''
}

/** What happens when a spare is used, as sentences. */
export const whatUsingDoes = (tool: SendingToolId): string =>
  `There is nothing to pay. A spare leads where the domain does${
    isFileTool(tool) ? '' : ' and begins with a quarter of its cold mail, more every few days'
  }: add its mailboxes to your campaigns. The domain moves to your reserve, where mail to it arrives for ${receiveDays} days; ${
    isFileTool(tool)
      ? 'take it out of your campaigns.'
      : `it sends less each day and ${leastMailOf(tool)} after ${fallDays} days, or from now on where it rests or its health demands it.`
  }`

/**
 * When a spare has warmed up, and whether it has: in a file there is no warm-up, so it is ready as soon as it is delivered.
 * Null while its warm-up has not begun, or goes on beyond its time since its tool has counted too few mails.
 */
export function readyAtOf(
  { deliveredAt, isWarmable, warmedFrom, health }: WarmupFacts,
  now: number,
): { readyAt: number | null; isReady: boolean } {
  if (!isWarmable) return { readyAt: deliveredAt, isReady: now >= deliveredAt }
  if (warmedFrom === null) return { readyAt: null, isReady: false }
  const readyAt = warmedFrom + warmupDays * day
  const goesOn = health === 'warming' && now >= readyAt
  return { readyAt: goesOn ? null : readyAt, isReady: health !== 'warming' && now >= readyAt }
}

/** How far a domain of the reserve is: only one that is `ready` may take another one's place. */
export function standingOf(facts: SpareFacts, now: number): SpareStanding {
  const unfit = (why: string): SpareStanding => ({ state: 'unfit', readyAt: null, why })
  const receives = receivesOf(facts.spentAt, now)
  if (facts.isLeaving) return { ...unfit('Another domain has been ordered in its place.'), ...receives }
  if (facts.spentAt !== null) return spentStanding(receives)
  if (facts.hasFallingBefore)
    return unfit('The domain that it replaced still receives replies. End that overlap, then it can be used.')
  if (!facts.isServed) return unfit('Its order is on hold.')
  if (facts.hasEnded) return unfit('The registration of this domain has ended.')
  if (facts.deliveredAt === null || facts.status !== 'done')
    return { state: 'setting_up', readyAt: null, why: null }
  if (facts.health && unwell.includes(facts.health))
    return unfit('It is not well itself: its own page under Health says why.')
  if (facts.isWarmable && facts.connected < facts.mailboxes)
    return unfit('The sending tool is not signed in to all of its mailboxes.')
  const { readyAt, isReady } = readyAtOf({ ...facts, deliveredAt: facts.deliveredAt }, now)
  return { state: isReady ? 'ready' : 'warming', readyAt, why: null }
}

/** Until when mail to a domain arrives whose place a spare took; undefined once that is over. */
export function receivesUntilOf(spentAt: number, now: number): number | undefined {
  const until = overlapEnds(new Date(spentAt)).receives.getTime()
  return until > now ? until : undefined
}

/** Its last day stays what it is when another domain is ordered for it. */
function receivesOf(spentAt: number | null, now: number): Pick<SpareStanding, 'receivesUntil'> {
  const receivesUntil = spentAt === null ? undefined : receivesUntilOf(spentAt, now)
  return receivesUntil === undefined ? {} : { receivesUntil }
}

function spentStanding(receives: Pick<SpareStanding, 'receivesUntil'>): SpareStanding {
  const isOver = receives.receivesUntil === undefined
  return {
    state: 'spent',
    readyAt: null,
    ...receives,
    why: `A spare took its place${isOver ? ', and its time is over' : ''}. Replace it to have a spare here again.`,
  }
}

/** A ready spare, and the groups whose domains it may stand in for. */
export interface ReadySpare {
  domain: string
  domainType: DomainType
  /** Longest ready first. */
  readyAt: number
  fits: readonly string[]
}

/** A domain whose place is to be taken. */
export interface Wanting {
  domain: string
  domainType: DomainType
  groupId: string
}

/**
 * Gives each domain a spare that fits it, as far as there are some: none is given twice, and the one that has been ready
 * longest goes first. By the domain's name.
 */
export function sparesFor(wanting: readonly Wanting[], spares: readonly ReadySpare[]): Map<string, string> {
  const left = [...spares].sort((a, b) => a.readyAt - b.readyAt || (a.domain < b.domain ? -1 : 1))
  const given = new Map<string, string>()
  for (const { domain, domainType, groupId } of wanting) {
    const at = left.findIndex((spare) => spare.domainType === domainType && spare.fits.includes(groupId))
    const [spare] = at < 0 ? [] : left.splice(at, 1)
    if (spare) given.set(domain, spare.domain)
  }
  return given
}

export const spareMessages = {
  none: 'No spare is ready for {d} any more. Load the page again.',
  notYours: '{d} is not among your active domains.',
  isSpare: '{d} is a spare itself.',
  notDelivered: '{d} is not delivered yet.',
  ordered: 'A replacement for {d} has been ordered already.',
  twice: 'A domain can only be replaced once at a time.',
  onHold: 'The order of {d} is on hold: a spare takes its place once it goes on.',
  overlaps:
    '{d} took the place of a domain that still receives replies. End that overlap first, then a spare can take its place.',
  suspended: 'Nothing can be changed while your account is suspended.',
} as const

/** What the timelines of both say. */
export const spareSentences = {
  took: (original: string, share: number): string =>
    `Was a spare: takes the place of ${original}, and sends ${share} % of its cold mail at first`,
  tookInFile: (original: string): string => `Was a spare: takes the place of ${original}`,
  spent: (spare: string, share: number, tool: SendingToolId): string =>
    `${spare}, a spare, takes its place. ${
      share > 0
        ? `It sends less each day and ${leastMailOf(tool)} after ${fallDays} days`
        : `It sends ${leastMailOf(tool)} any more`
    }; mail to it arrives for ${receiveDays} days, or until it is replaced in the reserve`,
  /** In a file nothing can be lowered for its customer. */
  spentInFile: (spare: string, isStopped: boolean): string =>
    `${spare}, a spare, takes its place. It is handed over as a file, so what it sends is yours to set: ${
      isStopped
        ? 'take it out of your campaigns now, since its health demands it'
        : `take it out of your campaigns, or send less from it each day and nothing after ${fallDays} days`
    }. Mail to it arrives for ${receiveDays} days, or until it is replaced in the reserve`,
  ended: (): string =>
    `Its time after a spare took its place is over: its mailboxes are disabled, and their mail is kept for another ${mailboxRetentionDays} days`,
} as const

/** The share of its cold mail with which a spare begins, in hundredths. */
export const joiningShare = 25
