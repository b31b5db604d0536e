import * as z from 'zod/mini'
import { endpoint } from '#base/api/endpoint.ts'
import { boundedList } from '#base/text/bounded.ts'
import { actedOn } from '#features/domains/api/domains.ts'
import { domainField } from '#features/names/rules/domain-name.ts'
import { domainTypes } from '#features/names/rules/domain-type.ts'
import { domainsPerCallMax, planIds } from '#features/plans/rules/catalog.ts'
import { sendingToolIds } from '#features/tools/rules/sending-tools.ts'
import { spareStates } from '../rules/spares.ts'

const spare = z.object({
  id: z.string(),
  domain: z.string(),
  domainType: z.enum(domainTypes),
  orderId: z.string(),
  state: z.enum(spareStates),
  /** From when it may take a place; null while nobody can say, and of one that cannot. */
  readyAt: z.nullable(z.string()),
  /** Why it cannot, as a sentence. */
  why: z.nullable(z.string()),
  /** Of one whose place a spare took: until when mail to it arrives; null of any other, and once that is over. */
  receivesUntil: z.nullable(z.string()),
})

/** Domains that may stand in for one another: of one plan, in one account of a sending tool, with the same people. */
const pool = z.object({
  plan: z.enum(planIds),
  tool: z.enum(sendingToolIds),
  /** Whom its orders are for. */
  companies: z.array(z.string()),
  /** Groups of orders that send, and whose places may be taken: none that is on hold. */
  groupIds: z.array(z.string()),
  /** Their domains. */
  sending: z.number(),
  spares: z.array(spare),
  /** Spares to keep ready. */
  recommended: z.number(),
  /** What an order of spares for them begins with; null where none of them sends any more. */
  order: z.nullable(
    z.object({
      forwardUrl: z.string(),
      companyName: z.string(),
      stealthMode: z.boolean(),
      profilePictureLink: z.string(),
      people: z.array(z.object({ firstName: z.string(), lastName: z.string() })),
      connectionId: z.string(),
      /** The values of its credentials as they may be shown. */
      shown: z.record(z.string(), z.string()),
    }),
  ),
})
export type ReservePool = z.output<typeof pool>

export const readReserve = endpoint({
  method: 'GET',
  path: '/api/reserve',
  summary: "The customer's spares, how far they are, and how many they should have",
  access: 'customer',
  viewed: true,
  response: z.object({
    /** Share of the domains that burn in a month. */
    burn: z.number(),
    /** Too little is known of their own: it is what the field reports. */
    isAssumed: z.boolean(),
    /** Where the most spares are missing first. */
    pools: z.array(pool),
  }),
})
export type Reserve = z.output<typeof readReserve.response>

export const useSpares = endpoint({
  method: 'POST',
  path: '/api/domains/use-spares',
  summary: 'Have ready spares take the places of domains at once; there is nothing to pay',
  access: 'customer',
  limit: 'change',
  body: z.strictObject({
    domains: boundedList(domainField, { max: domainsPerCallMax, none: 'Name a domain' }),
  }),
  response: z.extend(actedOn, {
    results: z.array(z.object({ originalDomain: z.string(), newDomain: z.string() })),
  }),
})
