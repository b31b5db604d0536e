import * as z from 'zod/mini'
import { endpoint } from '#base/api/endpoint.ts'
import { keysOf } from '#base/records/keys-of.ts'
import { boundedList } from '#base/text/bounded.ts'
import { boundedText } from '#base/text/outcome.ts'
import { healthStateNames } from '#features/health/rules/health-states.ts'
import { domainField } from '#features/names/rules/domain-name.ts'
import { domainStatuses } from '#features/orders/rules/order-status.ts'
import { platforms } from '#features/plans/rules/catalog.ts'
import { sendingToolIds } from '#features/tools/rules/sending-tools.ts'
import { moveStates } from '../rules/domain-move.ts'
import { anotherDomainPrices } from '../rules/domain-trouble.ts'
import { standstills } from '../rules/standstill.ts'

const moment = z.string()
const id = boundedText(60)

/** What the list can be narrowed to: a status, those that stand still for whatever reason, those that let go of a name. */
export const listedStates = [...domainStatuses, 'stuck', 'released'] as const

const account = z.object({ id: z.string(), label: z.string() })

const consoleDomain = z.object({
  id: z.string(),
  name: z.string(),
  status: z.enum(domainStatuses),
  platform: z.enum(platforms),
  tool: z.enum(sendingToolIds),
  customer: z.object({ id: z.string(), name: z.string() }),
  orderId: z.string(),
  companyName: z.string(),
  /** A spare took its place: it waits in the reserve to be replaced. */
  isSpent: z.boolean(),
  /** The tenant or Google account it is placed at. */
  account: z.nullable(account),
  /** Whom it waits for, where it does not go on. */
  standstill: z.nullable(z.enum(keysOf(standstills))),
  since: z.nullable(moment),
  /** What was answered last, or what the customer is told. */
  why: z.nullable(z.string()),
})
export type ConsoleDomain = z.output<typeof consoleDomain>

export const consoleDomains = endpoint({
  method: 'GET',
  path: '/api/operator/domains',
  summary: 'Staff: domains by name, a hundred at a time',
  access: 'staff:customers.read',
  query: z.object({
    state: z.optional(z.enum(listedStates)),
    cause: z.optional(z.enum(keysOf(standstills))),
    customer: z.optional(id),
    order: z.optional(id),
    /** A tenant or Google account. */
    account: z.optional(id),
    host: z.optional(z.enum(platforms)),
    tool: z.optional(z.enum(sendingToolIds)),
    /** What the name begins with. */
    text: z.optional(boundedText(253)),
    /** The last one of the page before. */
    after: z.optional(id),
  }),
  response: z.object({ domains: z.array(consoleDomain), next: z.nullable(z.string()) }),
})

export const consoleAccounts = endpoint({
  method: 'GET',
  path: '/api/operator/accounts',
  summary: 'Staff: the tenants and Google accounts that domains are placed at',
  access: 'staff:customers.read',
  response: z.object({ accounts: z.array(account) }),
})

/** As many as one press may touch. */
export const domainsPerAct = 500

export const retryConsoleDomains = endpoint({
  method: 'POST',
  path: '/api/operator/domains/retry',
  summary: 'Staff: try domains again now, or look at everything about them anew',
  access: 'staff:domains.manage',
  limit: 'staff',
  body: z.strictObject({
    ids: boundedList(id, { max: domainsPerAct, none: 'Please choose domains.' }),
    /** What is known of them counts as stale: everything is read again. */
    looksAnew: z.boolean(),
    /** A renewal that may have been paid is asked for again, as was warned of: for one domain alone, which was looked at. */
    renewsAgain: z.optional(z.boolean()),
    /** See `features/names/rules/typed-word`. */
    word: z.optional(boundedText(20)),
  }),
  /**
   * `skipped`: no paid order holds them any more. `renewalsLeft`: of those that were done, so many wait for a renewal that
   * may have been paid and was not asked for again, and the first of their names.
   */
  response: z.object({
    done: z.number(),
    skipped: z.number(),
    renewalsLeft: z.object({ count: z.number(), first: z.array(z.string()) }),
  }),
})

const params = z.object({ domainId: id })

/** What is known of one matter, beside what is wanted. */
const fact = z.object({
  label: z.string(),
  /** As it was seen last; null where nobody has looked yet. */
  seen: z.nullable(z.string()),
  wanted: z.string(),
  at: z.nullable(moment),
  /** Whether it is as wanted, and was looked at recently enough. */
  agrees: z.nullable(z.boolean()),
})
export type DomainFact = z.output<typeof fact>

export const consoleDomainPage = endpoint({
  method: 'GET',
  path: '/api/operator/domains/:domainId',
  summary: 'Staff: one domain, with what is known of it and what was done',
  access: 'staff:customers.read',
  params,
  response: z.object({
    domain: consoleDomain,
    customerEmail: z.string(),
    groupId: z.string(),
    isReleased: z.boolean(),
    /** What is so, why, what comes next and what staff can do: a sentence each. */
    sentence: z.object({
      what: z.string(),
      why: z.nullable(z.string()),
      next: z.string(),
      nextAt: z.nullable(moment),
      canDo: z.string(),
    }),
    /** What the account that it is placed at is to be suspended for, the worst first. */
    accusations: z.array(z.object({ what: z.string(), since: z.nullable(moment) })),
    facts: z.array(fact),
    /** How it is, where it is watched. */
    health: z.nullable(z.enum(healthStateNames)),
    /** It waits for a renewal that may have been paid, and trying it again may ask for that once more. */
    waitsForRenewal: z.boolean(),
    /** What a third party said last where it said no. */
    answer: z.nullable(
      z.object({ who: z.string(), asked: z.string(), said: z.string(), kind: z.string(), at: moment }),
    ),
    timeline: z.array(z.object({ at: moment, who: z.string(), sentence: z.string() })),
    workItems: z.array(
      z.object({ id: z.string(), kind: z.string(), since: moment, isAnswered: z.boolean() }),
    ),
    mailboxes: z.array(z.object({ id: z.string(), address: z.string(), state: z.string() })),
    move: z.object({ refusal: z.nullable(z.string()), targets: z.array(account) }),
    rename: z.object({ refusal: z.nullable(z.string()), price: z.nullable(z.enum(anotherDomainPrices)) }),
  }),
})
export type ConsoleDomainPage = z.output<(typeof consoleDomainPage)['response']>

export const moveConsoleDomain = endpoint({
  method: 'POST',
  path: '/api/operator/domains/:domainId/move',
  summary: 'Staff: place a domain at another tenant or Google account, while nothing of it stands at a host',
  access: 'staff:domains.manage',
  asksAgain: true,
  limit: 'staff',
  params,
  body: z.strictObject({ account: id }),
  response: z.object({ message: z.string() }),
})

const chosenDomains = boundedList(id, { max: domainsPerAct, none: 'Please choose domains.' })

export const planDomainMove = endpoint({
  method: 'POST',
  path: '/api/operator/domains/move/plan',
  summary: 'Staff: which of several domains could be placed at another account now, and why the others stay',
  access: 'staff:domains.manage',
  limit: 'staff',
  body: z.strictObject({ ids: chosenDomains, account: id }),
  response: z.object({
    /** Those that would go, in the order in which they were given. */
    ids: z.array(z.string()),
    /** By reason, with the first names. */
    stay: z.array(z.object({ why: z.string(), domains: z.number(), first: z.array(z.string()) })),
  }),
})
export type MovePlan = z.output<(typeof planDomainMove)['response']>

export const moveConsoleDomains = endpoint({
  method: 'POST',
  path: '/api/operator/domains/move',
  summary: 'Staff: have several domains placed at another tenant or Google account, those that may be',
  access: 'staff:domains.manage',
  asksAgain: true,
  limit: 'staff',
  body: z.strictObject({
    ids: chosenDomains,
    account: id,
    /** See `features/names/rules/typed-word`. */
    word: z.optional(boundedText(20)),
  }),
  response: z.object({ moveId: z.string() }),
})

const moveParams = z.object({ moveId: id })

export const readDomainMove = endpoint({
  method: 'GET',
  path: '/api/operator/domain-moves/:moveId',
  summary: 'Staff: how far it is with domains that are placed elsewhere together',
  access: 'staff:customers.read',
  params: moveParams,
  response: z.object({
    state: z.enum(moveStates),
    /** All that were chosen. */
    domains: z.number(),
    /** How many were placed there. */
    moved: z.number(),
    /** Those that stay where they are, and why. */
    stay: z.array(z.object({ id: z.string(), name: z.string(), why: z.string() })),
    message: z.string(),
  }),
})
export type DomainMove = z.output<(typeof readDomainMove)['response']>

export const stopDomainMove = endpoint({
  method: 'POST',
  path: '/api/operator/domain-moves/:moveId/stop',
  summary:
    'Staff: move no more of the domains that are placed elsewhere together; what was moved stays there',
  access: 'staff:domains.manage',
  limit: 'staff',
  params: moveParams,
  body: z.strictObject({}),
  response: z.object({ message: z.string() }),
})

export const renameConsoleDomain = endpoint({
  method: 'POST',
  path: '/api/operator/domains/:domainId/rename',
  summary: 'Staff: another name in the place of one that cannot be had',
  access: 'staff:domains.manage',
  asksAgain: true,
  limit: 'staff',
  params,
  body: z.strictObject({
    name: domainField,
    /** The customer has it already; otherwise it is registered for them. */
    isOwn: z.boolean(),
  }),
  /** `paymentUrl`: where the customer pays for it first. */
  response: z.object({ message: z.string(), paymentUrl: z.nullable(z.string()) }),
})
