import * as z from 'zod/mini'
import { endpoint } from '#base/api/endpoint.ts'
import { boundedText } from '#base/text/outcome.ts'
import { customerStateNames } from '../rules/customer-states.ts'

const listedCustomer = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  state: z.enum(customerStateNames),
  /** Orders of which something is live. */
  orders: z.number(),
  /** Names that are set up, or kept as they are. */
  domains: z.number(),
  /** What is billed each period, in cents; nothing while it is paused. */
  /** Null for those who do not see money. */
  monthlyCents: z.nullable(z.number()),
  since: z.string(),
})
export type ListedCustomer = z.output<typeof listedCustomer>

export const customerList = endpoint({
  method: 'GET',
  path: '/api/operator/customers',
  summary: 'Customers, the newest first, a page at a time',
  access: 'staff:customers.read',
  query: z.strictObject({
    state: z.optional(z.enum(customerStateNames)),
    /** Part of a name or an address; or an id of ours or of the payment provider’s. */
    text: z.optional(boundedText(200)),
    /** The last customer of the page before. */
    after: z.optional(boundedText(60)),
  }),
  response: z.object({ customers: z.array(listedCustomer), hasMore: z.boolean() }),
})
