import * as z from 'zod/mini'
import { boundedText } from '#base/text/outcome.ts'
import { domainTypes } from '#features/names/rules/domain-type.ts'
import { sendingToolIds } from '#features/tools/rules/sending-tools.ts'
import { actBys, actStates } from './acts.ts'
import { healthModeNames } from './health-mode.ts'
import { verdicts } from './health-signals.ts'
import { healthStateNames } from './health-states.ts'
import { stripsMost } from './strips.ts'

const state = z.enum(healthStateNames)

/** A domain in the reserve. */
const spareOfDomain = z.object({
  /** When its warm-up is over, null while nobody can say; of one in a file when it was delivered. */
  readyAt: z.nullable(z.string()),
  /** A spare took its place: it waits for another domain to be bought there. */
  isSpent: z.boolean(),
  /** Of such a one: until when mail to it arrives; null of any other, and once that is over. */
  receivesUntil: z.nullable(z.string()),
})
export type SpareOfDomain = z.output<typeof spareOfDomain>

/** A text for each domain, where many have the same: each is told once, and `of` has its place for each domain. */
const shared = z.object({ texts: z.array(z.string()), of: z.array(z.int()) })

/**
 * Domains as they travel, worst first: a list for each column, and what is at one place in each is one domain; spares say their row. There are
 * up to ten thousand, and objects would repeat every key and what they share.
 */
const healthColumns = z.object({
  ids: z.array(z.string()),
  domains: z.array(z.string()),
  /** What they belong to: the order, or for staff the account that their mailboxes are at. */
  groups: shared,
  /** A letter of `healthStates` each. */
  states: z.string(),
  /** In ms. */
  since: z.array(z.int()),
  /** Hundredths of the picture that are known. */
  coverage: z.array(z.number()),
  why: shared,
  /** Of the few that are in the reserve, by their place among the rows. */
  spares: z.array(z.object({ row: z.int(), spare: spareOfDomain })),
})
export type HealthColumns = z.output<typeof healthColumns>

const idMost = 40
export const stripsQuery = z.strictObject({ ids: boundedText(stripsMost * (idMost + 1)) })

/** By the domain: its last 30 days in one letter each, a space where nothing was seen; today is the last. */
export const healthStrips = z.object({ strips: z.record(z.string(), z.string()) })
export type HealthStrips = z.output<typeof healthStrips>['strips']

const need = z.object({
  state,
  why: z.string(),
  count: z.number(),
  /** The first few. */
  domains: z.array(z.object({ id: z.string(), domain: z.string() })),
  /** What to do about it, where that is to be said. */
  todo: z.nullable(z.string()),
})

/** How many domains are, worst first. */
export const healthOverview = z.object({
  /** What is done about it; null where they are several customers'. */
  mode: z.nullable(z.enum(healthModeNames)),
  counts: z.object({
    unknown: z.number(),
    warming: z.number(),
    healthy: z.number(),
    watch: z.number(),
    rest: z.number(),
    replace: z.number(),
  }),
  needs: z.array(need),
  /** Kinds of needs that are not among those. */
  moreNeeds: z.number(),
  domains: healthColumns,
  /** What nobody looks at, of what would tell more of those that are unknown: the most first. */
  missing: z.array(z.string()),
  /** Lists without a key, probes where none are sent, and Gmail's marks where nobody tells us of them. */
  unwatched: z.array(z.string()),
  /** Sources that are doubted at present, and since when. */
  doubted: z.array(z.object({ source: z.string(), since: z.string() })),
  lookedAt: z.nullable(z.string()),
})
export type HealthOverview = z.output<typeof healthOverview>

/** The last rest of a domain that still says something, and what may be done about it. */
const actOfDomain = z.object({
  state: z.enum(actStates),
  /** What was seen when it was suggested or begun. */
  why: z.string(),
  tool: z.enum(sendingToolIds),
  by: z.nullable(z.enum(actBys)),
  share: z.nullable(z.number()),
  /** It has never rested: it was a spare, and begins to send. */
  isJoining: z.boolean(),
  since: z.string(),
  /** When the sending tool showed the limits of this share; null until it does. */
  confirmedAt: z.nullable(z.string()),
  /** Why it does not yet, in the tool's words. */
  problem: z.nullable(z.string()),
  /** What is left to the customer, as a sentence. */
  yours: z.nullable(z.string()),
  /** The first day on which it may come back; null where it does not, or is on its way. */
  earliest: z.nullable(z.string()),
  /** Something tells how its mail arrives while it rests: without, it comes back by hand alone. */
  isMailSeen: z.boolean(),
  may: z.object({ rest: z.boolean(), dismiss: z.boolean(), return: z.boolean() }),
})
export type ActOfDomain = z.output<typeof actOfDomain>

const probeDay = z.object({
  day: z.string(),
  inbox: z.number(),
  tab: z.number(),
  junk: z.number(),
  missing: z.number(),
  /** They say nothing: nobody could look, or has yet, or the canary's of their hour lay in junk too. */
  unknown: z.number(),
})
export type ProbeDay = z.output<typeof probeDay>

const sendingDay = z.object({
  day: z.string(),
  /** Cold mails of the seven whole days before, as the sending tool counts them, and those that came back. */
  sent: z.number(),
  bounced: z.number(),
})

/** Everything seen of one domain. */
export const healthOfDomain = z.object({
  id: z.string(),
  domain: z.string(),
  domainType: z.enum(domainTypes),
  groupId: z.string(),
  state,
  since: z.string(),
  sentence: z.string(),
  todo: z.nullable(z.string()),
  spare: z.nullable(spareOfDomain),
  /** It sends, and nothing else is on its way to its place: a spare may take it. */
  takesSpare: z.boolean(),
  act: z.nullable(actOfDomain),
  score: z.number(),
  coverage: z.number(),
  lookedAt: z.nullable(z.string()),
  /** The last 90 days, as in a strip. */
  days: z.string(),
  /** The day that the last letter stands for. */
  lastDay: z.string(),
  /** Of the last 30 of these days, those on which probes were sent: by host, as it is called on pages. */
  probes: z.array(z.object({ host: z.string(), days: z.array(probeDay) })),
  /** The same of what was sent: days on which the tool was asked. */
  sending: z.array(sendingDay),
  /** Those of them on which its state changed. */
  changed: z.array(z.string()),
  signals: z.array(
    z.object({
      label: z.string(),
      source: z.string(),
      verdict: z.enum(verdicts),
      points: z.number(),
      evidence: z.string(),
      observedAt: z.string(),
      isFresh: z.boolean(),
    }),
  ),
  missing: z.array(z.string()),
  decisions: z.array(z.object({ at: z.string(), from: state, to: state, why: z.string() })),
})
export type HealthOfDomain = z.output<typeof healthOfDomain>
