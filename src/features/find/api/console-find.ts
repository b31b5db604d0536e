import * as z from 'zod/mini'
import { endpoint } from '#base/api/endpoint.ts'
import { boundedText } from '#base/text/outcome.ts'
import { findMaxLength } from '../rules/find-anything.ts'

/** In the order in which they are shown. */
export const foundKinds = ['customer', 'domain', 'mailbox', 'order', 'payment', 'account'] as const
export type FoundKind = (typeof foundKinds)[number]

const pageKinds = ['customer', 'domain', 'mailbox', 'order', 'account'] as const

export const foundSchema = z.object({
  kind: z.enum(foundKinds),
  /** Its name: an address, a customer's name, an order's id. */
  title: z.string(),
  /** What it belongs to, or what became of it. */
  detail: z.string(),
  /** What agrees with the text where neither of the others does: an id at a third party. */
  matched: z.optional(z.string()),
  /** Whose page tells more: a payment has none of its own. */
  page: z.object({ kind: z.enum(pageKinds), id: z.string() }),
})
export type Found = z.output<typeof foundSchema>

export const findAnything = endpoint({
  method: 'GET',
  path: '/api/operator/find',
  summary: 'Customers, domains, mailboxes, orders and payments that a text may mean',
  access: 'staff:customers.read',
  limit: 'find',
  query: z.strictObject({ text: boundedText(findMaxLength) }),
  response: z.object({ found: z.array(foundSchema) }),
})
