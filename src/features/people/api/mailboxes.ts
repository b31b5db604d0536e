import * as z from 'zod/mini'
import { endpoint } from '#base/api/endpoint.ts'
import { boundedText } from '#base/text/outcome.ts'
import { domainField } from '#features/names/rules/domain-name.ts'

/** A mailbox that is wanted on a running domain. */
const listedMailbox = z.object({
  address: z.string(),
  personId: z.string(),
  fullName: z.string(),
  /** It stands at its host, and the sending tool can use it where there is one. */
  isReady: z.boolean(),
  /** It is disabled at its host: by the host itself, or because its order stands still. */
  isSuspended: z.boolean(),
})
export type ListedMailbox = z.output<typeof listedMailbox>

export const listMailboxes = endpoint({
  method: 'GET',
  path: '/api/mailboxes',
  summary: 'The mailboxes of one domain, and the people that they may be for',
  access: 'customer',
  viewed: true,
  query: z.strictObject({ domain: domainField }),
  response: z.object({
    mailboxes: z.array(listedMailbox),
    people: z.array(z.object({ id: z.string(), fullName: z.string() })),
  }),
})

export const swapMailbox = endpoint({
  method: 'POST',
  path: '/api/mailboxes/swap',
  summary:
    'Put a mailbox with another address in the place of one, for the same person or another of the order',
  access: 'customer',
  limit: 'change',
  body: z.strictObject({
    address: boundedText(320),
    /** Whose the new one is. */
    personId: boundedText(64),
  }),
  response: z.object({ success: z.boolean(), message: z.string(), address: z.string() }),
})
