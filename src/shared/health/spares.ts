import type { DomainType } from '../domains/domain-type.ts'
import { spentLabel } from '../domains/place-label.ts'
import type { DomainStatus } from '../orders/order-status.ts'
import {
  isFileTool,
  limitCountsWarmup,
  type SendingToolId,
  sendingToolNames,
} from '../tools/sending-tools.ts'
import type { HealthState } from './health-states.ts'
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

/** What is known of a domain in the reserve. Moments are epoch ms. */
export interface SpareFacts {
  status: DomainStatus
  deliveredAt: number | null
  /** A spare took its place: it is in the reserve to be replaced there. */
  isSpent: boolean
  /** Another domain was ordered for it. */
  isLeaving: boolean
  /** Its order is paid and not on hold. */
  isServed: boolean
  /** Its mailboxes go to a tool that warms them up. */
  isWarmable: boolean
  /** Null while nobody has looked. */
  health: HealthState | null
  mailboxes: number
  /** Of these, those that the sending tool is signed in to. */
  connected: number
}

export interface SpareStanding {
  state: SpareState
  /** From when it may take a place; null before its warm-up has begun, and of one that cannot. */
  readyAt: number | null
  /** Why it cannot, as a sentence. */
  why: string | null
}

const unwell: readonly HealthState[] = ['watch', 'rest', 'replace']

/**
 * The share of its cold mail that a domain in the reserve sends, in hundredths; null where its limits are left alone. A tool
 * that counts warm-up into the limit would warm nothing up at 0: there a spare sends nothing as long as no campaign has it.
 */
export const shareInReserve = (tool: SendingToolId, isSpent: boolean): number | null =>
  isSpent || !limitCountsWarmup(tool) ? 0 : null

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
  }: add its mailboxes to your campaigns. The domain moves to your reserve, where mail to it still arrives until you replace it; ${
    isFileTool(tool) ? 'take it out of your campaigns.' : 'it sends no cold mail any more.'
  }`

/** When a spare has warmed up; in a file there is no warm-up, so it is as soon as it is delivered. */
export const readyAtOf = (deliveredAt: number, isWarmable: boolean): number =>
  isWarmable ? deliveredAt + warmupDays * day : deliveredAt

/** How far a domain of the reserve is: only one that is `ready` may take another one's place. */
export function standingOf(facts: SpareFacts, now: number): SpareStanding {
  const unfit = (why: string): SpareStanding => ({ state: 'unfit', readyAt: null, why })
  if (facts.isLeaving) return unfit('Another domain has been ordered in its place.')
  if (facts.isSpent)
    return {
      state: 'spent',
      readyAt: null,
      why: 'A spare took its place. It sends no cold mail; replies still arrive. Replace it to have a spare here again.',
    }
  if (!facts.isServed) return unfit('Its order is on hold.')
  if (facts.deliveredAt === null || facts.status !== 'done')
    return { state: 'setting_up', readyAt: null, why: null }
  if (facts.health && unwell.includes(facts.health))
    return unfit('It is not well itself: its own page under Health says why.')
  if (facts.isWarmable && facts.connected < facts.mailboxes)
    return unfit('The sending tool is not signed in to all of its mailboxes.')
  const readyAt = readyAtOf(facts.deliveredAt, facts.isWarmable)
  return { state: now < readyAt ? 'warming' : 'ready', readyAt, why: null }
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
  suspended: 'Nothing can be changed while your account is suspended.',
} as const

/** What the timelines of both say. */
export const spareSentences = {
  took: (original: string, share: number): string =>
    `Was a spare: takes the place of ${original}, and sends ${share} % of its cold mail at first`,
  tookInFile: (original: string): string => `Was a spare: takes the place of ${original}`,
  spent: (spare: string): string =>
    `${spare}, a spare, takes its place. It sends no cold mail any more; mail to it still arrives until it is replaced in the reserve`,
} as const

/** The share of its cold mail with which a spare begins, in hundredths. */
export const joiningShare = 25
