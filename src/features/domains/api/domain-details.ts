import * as z from 'zod/mini'
import { domainProofs } from '#features/names/rules/domain-proof.ts'
import { domainTypes } from '#features/names/rules/domain-type.ts'
import { domainStatuses } from '#features/orders/rules/order-status.ts'
import { changeReasons, domainChanges } from '../rules/domain-change.ts'
import { anotherDomainPrices } from '../rules/domain-trouble.ts'
import { givenUpCauses } from '../rules/given-up.ts'

/** A moment as an ISO text. */
const time = z.string()

/** Something to copy: the name servers we want, a record, a code. */
const wantedValue = z.object({ label: z.string(), value: z.string() })

/** Something that happened to a domain, as a sentence; the newest come first. */
const timelineEntry = z.object({
  id: z.number(),
  at: time,
  /** The step or the kind of happening. */
  kind: z.string(),
  sentence: z.string(),
  /** How long the step took. */
  seconds: z.optional(z.number()),
})

/** How far a domain is, and what it waits for. */
export const domainDetails = z.object({
  domain: z.string(),
  domainType: z.enum(domainTypes),
  status: z.enum(domainStatuses),
  /** Registered by us, or the customer's own. */
  source: z.enum(['bought', 'own']),
  currentForwardingDomain: z.string(),
  /** What is under way or wanted, for the customer. */
  note: z.nullable(z.string()),
  /** What is being changed about a domain that stays delivered; the note says it as a sentence. */
  changing: z.nullable(
    z.object({
      what: z.enum(domainChanges),
      since: time,
      why: z.enum(changeReasons),
      /** When it continues, where that is known. */
      until: z.nullable(time),
    }),
  ),
  /** What the customer is asked to set or to do, ready to be copied. */
  wanted: z.array(wantedValue),
  /** DNS records that are in the way of what it needs, a line each; they go when the customer says so. */
  inTheWay: z.optional(z.array(z.string())),
  /** Since when the present step lasts. */
  since: z.nullable(time),
  nextCheckAt: z.nullable(time),
  /** When it is expected to be finished; null while too few were measured. */
  expectedAt: z.nullable(time),
  inboxes: z.object({
    /** Promised by the plan. */
    sold: z.number(),
    /** Of the people of its order there: made, or to be made. */
    wanted: z.number(),
    /** Made at the mailbox host. */
    made: z.number(),
    /** Confirmed by the sending tool, of those sold. */
    delivered: z.number(),
    /** Confirmed beyond those sold. */
    spare: z.number(),
  }),
  /** Whether its mail was seen to be authentic elsewhere; null while there is nothing to say about that. */
  proof: z.nullable(
    z.object({
      state: z.enum(domainProofs),
      at: time,
      sentence: z.string(),
      /** When it is tried again. */
      againAt: z.nullable(time),
    }),
  ),
  replacementOrdered: z.boolean(),
  /** Why it lost its place, where it is not that it was replaced after it had served; null otherwise. */
  givenUp: z.nullable(z.enum(givenUpCauses)),
  /** A spare took its place: it waits in the reserve to be replaced. */
  isSpent: z.boolean(),
  /** The domain that takes this one's place. */
  replacedBy: z.nullable(z.string()),
  /** The domain that stays when this one is taken back, which was to replace it; it still runs. */
  keeps: z.nullable(
    z.object({
      domain: z.string(),
      /** A spare took its place: it stays in the reserve, on its way out. */
      isSpent: z.boolean(),
      /** What it sends is its customer's to set. */
      isInFile: z.boolean(),
    }),
  ),
  /** Of a replaced one that goes on for some weeks; null where it does not. */
  overlap: z.nullable(
    z.object({
      /** Hundredths of its cold mail that it sends now; null where that is its customer's to set, as in a file. */
      share: z.nullable(z.number()),
      /** What it sends in the end, in words: some tools take no limit of 0. */
      leastMail: z.string(),
      /** It is to send none any more, whoever sets that: its time for sending is over, or its health demands it. */
      isStopped: z.boolean(),
      /** When it sends none any more, and when it is taken down; null before its replacement is delivered. */
      fallsUntil: z.nullable(time),
      receivesUntil: z.nullable(time),
    }),
  ),
  /** Whether another domain may be chosen for one that is not set up, and whether that is paid for. */
  anotherDomain: z.nullable(z.enum(anotherDomainPrices)),
  /** What goes back when one that could not be registered is given up, in cents. */
  refundCents: z.optional(z.number()),
  /** Mailboxes that the sending tool lets in only once a person has signed in to them. */
  toConnect: z.number(),
  canCheckNow: z.boolean(),
  canTryAgain: z.boolean(),
  timeline: z.array(timelineEntry),
})
export type DomainDetails = z.output<typeof domainDetails>
