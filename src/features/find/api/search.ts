import * as z from 'zod/mini'
import { endpoint } from '#base/api/endpoint.ts'
import { boundedText } from '#base/text/outcome.ts'
import { mailboxSearchMaxLength } from '../rules/mailbox-search.ts'

const foundMailbox = z.object({
  address: z.string(),
  fullName: z.string(),
  orderId: z.string(),
  groupId: z.string(),
})
export type FoundMailbox = z.output<typeof foundMailbox>

export const findMailboxes = endpoint({
  method: 'GET',
  path: '/api/search/mailboxes',
  summary: 'The mailboxes whose addresses begin with a text',
  access: 'customer',
  viewed: true,
  limit: 'find',
  query: z.strictObject({ text: boundedText(mailboxSearchMaxLength) }),
  response: z.object({ mailboxes: z.array(foundMailbox) }),
})
