import * as z from 'zod/mini'
import { endpoint } from '#base/api/endpoint.ts'
import { boundedText } from '#base/text/outcome.ts'
import { linkStates } from '#features/tools/rules/sending-chain.ts'

const moment = z.string()
const params = z.object({ mailboxId: boundedText(60) })

const link = z.object({
  id: z.string(),
  label: z.string(),
  state: z.enum(linkStates),
  /** What was seen, or what is missing. */
  detail: z.string(),
  at: z.nullable(moment),
})

export const consoleMailboxPage = endpoint({
  method: 'GET',
  path: '/api/operator/mailboxes/:mailboxId',
  summary: 'Staff: one mailbox, and why it is not sending',
  access: 'staff:customers.read',
  params,
  response: z.object({
    address: z.string(),
    person: z.string(),
    domain: z.object({ id: z.string(), name: z.string() }),
    customer: z.object({ id: z.string(), name: z.string() }),
    orderId: z.string(),
    companyName: z.string(),
    tool: z.string(),
    /** Why it is not sending, and what helps. */
    sentence: z.object({ what: z.string(), canDo: z.string() }),
    /** From the order to the first mail: each holds up those that follow. */
    chain: z.array(link),
    /** SPF, DKIM and DMARC: what is wanted, and when all of it was seen from outside. */
    dns: z.array(z.object({ label: z.string(), wanted: z.string(), seenAt: z.nullable(moment) })),
    /** A day, as it was set when it was connected. */
    dailyLimit: z.number(),
    /** When the tool itself listed it last. */
    lastSignAt: z.nullable(moment),
    hasPassword: z.boolean(),
    /** It has a password of its own, with which it was taken over. */
    isUnheld: z.boolean(),
    reconnect: z.object({ refusal: z.nullable(z.string()) }),
    timeline: z.array(z.object({ at: moment, who: z.string(), sentence: z.string() })),
  }),
})
export type ConsoleMailboxPage = z.output<(typeof consoleMailboxPage)['response']>

export const reconnectConsoleMailbox = endpoint({
  method: 'POST',
  path: '/api/operator/mailboxes/:mailboxId/reconnect',
  summary: 'Staff: have a mailbox signed in to, or pushed to its sending tool, again',
  access: 'staff:domains.manage',
  limit: 'staff',
  params,
  body: z.optional(z.nullable(z.object({}))),
  response: z.object({ message: z.string() }),
})

export const setConsolePassword = endpoint({
  method: 'POST',
  path: '/api/operator/mailboxes/:mailboxId/new-password',
  summary: 'Staff: give a mailbox that was taken over a new password, which is held from then on',
  access: 'staff:secrets.reveal',
  asksAgain: true,
  limit: 'staff',
  params,
  body: z.optional(z.nullable(z.object({}))),
  response: z.object({ message: z.string() }),
})

export const revealConsolePassword = endpoint({
  method: 'POST',
  path: '/api/operator/mailboxes/:mailboxId/password',
  summary: 'Staff: the password of a mailbox; who read it is noted',
  access: 'staff:secrets.reveal',
  asksAgain: true,
  limit: 'staff',
  params,
  body: z.optional(z.nullable(z.object({}))),
  response: z.object({ value: z.string() }),
})
