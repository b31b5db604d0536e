import * as z from 'zod/mini'
import { endpoint } from '#base/api/endpoint.ts'
import { planIds } from '#features/plans/rules/catalog.ts'
import type { Prices } from '#features/plans/rules/price-list.ts'

/** What the bulk-update tools can be tried with: credentials that open nothing but the sandbox. */
const bulkDemo = z.object({
  apiKey: z.string(),
  /** Separated by commas. */
  domains: z.string(),
})
export type BulkDemo = z.output<typeof bulkDemo>

const centsOfPlans = z.record(z.enum(planIds), z.number())

/** What the operator decides and every page may need; the same for all visitors. */
const publicConfig = z.object({
  /** Names the styles of the brand in their address; empty where there are none. */
  styles: z.string(),
  productName: z.string(),
  supportEmail: z.string(),
  helpUrl: z.nullable(z.string()),
  /** Shown only while its promotion is valid at the payment provider. */
  banner: z.nullable(
    z.object({
      text: z.string(),
      version: z.string(),
      /** The promotion's code, where the text names it: it is always readable whole. */
      code: z.optional(z.string()),
    }),
  ),
  /** On the sign-in page; `sample` marks the one the product ships with. */
  testimonial: z.object({ quote: z.string(), name: z.string(), role: z.string(), sample: z.boolean() }),
  plansEnabled: z.array(z.enum(planIds)),
  /** Of the plans that are called otherwise than the catalog does. */
  planNames: z.partialRecord(z.enum(planIds), z.string()),
  /** Cents per order before the current price, shown struck through. */
  originalPriceCents: z.partialRecord(z.enum(planIds), z.number()),
  purchasableTlds: z.array(z.string()),
  /** Cents, for who has no prices of their own: those come with the session. */
  prices: z.object({
    plans: centsOfPlans,
    spares: z.partialRecord(z.enum(planIds), z.number()),
    reinstated: centsOfPlans,
    tlds: z.record(z.string(), z.number()),
  }) satisfies z.ZodMiniType<Prices>,
  /** What customers point their own domains to. */
  nameServers: z.array(z.string()),
  /** Set while third parties are simulated. */
  sandbox: z.nullable(
    z.object({ consoleUrl: z.string(), bulkDemo: z.object({ instantly: bulkDemo, smartlead: bulkDemo }) }),
  ),
})
export type PublicConfig = z.output<typeof publicConfig>

export const getConfig = endpoint({
  method: 'GET',
  path: '/api/config',
  summary: 'Names, addresses and switches of this installation',
  access: 'public',
  response: publicConfig,
})

export const getHealth = endpoint({
  method: 'GET',
  path: '/api/health',
  summary: 'Whether this process and its database answer, and whether the mail relay takes mail',
  access: 'public',
  response: z.object({
    status: z.enum(['ok', 'starting', 'stopping']),
    database: z.boolean(),
    /** `stopped`: the relay refuses every mail, and everything waits. */
    mail: z.enum(['ok', 'stopped', 'unknown']),
  }),
})
