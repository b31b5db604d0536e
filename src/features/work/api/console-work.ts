import * as z from 'zod/mini'
import { endpoint } from '#base/api/endpoint.ts'
import { boundedList, boundedRecord } from '#base/text/bounded.ts'
import { boundedText } from '#base/text/outcome.ts'
import { openedConnecting } from '#features/tools/api/connecting.ts'
import { connectedTools } from '#features/tools/rules/sending-tools.ts'
import { dkimTableMaxLines } from '../rules/dkim-table.ts'
import { answerMaxLength } from '../rules/work-item-answers.ts'
import { answersMax } from '../rules/work-item-kinds.ts'
import { workAges, workStates } from '../rules/work-list.ts'

const id = boundedText(64)
const domainName = boundedText(253)
/** The last row of the page before. */
const after = z.optional(id)
const customer = z.nullable(z.object({ id: z.string(), email: z.string() }))

const workItem = z.object({
  id: z.string(),
  kind: z.string(),
  /** What it is about: a domain, or a connection and an account. */
  subject: z.string(),
  customer,
  instructions: z.string(),
  createdAt: z.string(),
  answeredAt: z.nullable(z.string()),
  closedAt: z.nullable(z.string()),
})
export type ConsoleWorkItem = z.output<typeof workItem>

export const listWork = endpoint({
  method: 'GET',
  path: '/api/operator/work',
  summary: 'Staff: what people are asked to do, the oldest first; what is closed, the latest first',
  access: 'staff:work.do',
  query: z.object({
    state: z.enum(workStates),
    /** This one alone, whatever the rest says. */
    item: z.optional(id),
    kind: z.optional(boundedText(40)),
    /** A customer's id, or a part of the address. */
    customer: z.optional(boundedText(254)),
    /** Only what is so old, in days. */
    age: z.optional(z.enum(workAges)),
    after,
  }),
  response: z.object({ items: z.array(workItem), hasMore: z.boolean() }),
})

const answered = z.object({
  id: z.string(),
  /** Why it was refused; null where it was taken. */
  problem: z.nullable(z.string()),
})
export type WorkAnswered = z.output<typeof answered>

export const answerWork = endpoint({
  method: 'POST',
  path: '/api/operator/work/answers',
  summary: `Staff: answer up to ${answersMax} work items, each by itself; says of each whether it was taken`,
  access: 'staff:work.do',
  limit: 'staff',
  body: z.strictObject({
    answers: boundedList(
      z.strictObject({
        id,
        answer: boundedRecord(z.record(boundedText(40), boundedText(answerMaxLength)), { max: 10 }),
      }),
      { max: answersMax, none: 'Please choose what is answered' },
    ),
  }),
  response: z.object({ results: z.array(answered) }),
})

export const exportWork = endpoint({
  method: 'POST',
  path: '/api/operator/work/csv',
  summary: 'Staff: the mailboxes that somebody is asked to upload, with their passwords',
  access: 'staff:work.do',
  asksAgain: true,
  limit: 'staff',
  body: z.strictObject({ id }),
  response: z.object({ filename: z.string(), csv: z.string() }),
})

/**
 * `needed`: a key is asked for. `answered`: it is given. `published`: it is seen in DNS, and authentication is to be
 * started. `started`: someone says so. `on`: taken as done, and no message has shown it yet. `seen`: a real message was
 * signed with it.
 */
export const dkimStates = ['needed', 'answered', 'published', 'started', 'on', 'seen'] as const
export type DkimState = (typeof dkimStates)[number]

const dkimDomain = z.object({
  /** Of the work item that asks for the key. */
  id: z.string(),
  domain: z.string(),
  domainId: z.nullable(z.string()),
  customer,
  /** The label of its Google account. */
  account: z.nullable(z.string()),
  since: z.string(),
  state: z.enum(dkimStates),
  /** Of the work item that asks to start authentication, where that is to be done. */
  startId: z.nullable(z.string()),
})
export type DkimDomain = z.output<typeof dkimDomain>

export const listDkim = endpoint({
  method: 'GET',
  path: '/api/operator/work/dkim',
  summary: 'Staff: domains at Google whose DKIM is being set up, or was within a day',
  access: 'staff:work.do',
  query: z.object({ after }),
  response: z.object({ domains: z.array(dkimDomain), hasMore: z.boolean() }),
})

export const findDkim = endpoint({
  method: 'POST',
  path: '/api/operator/work/dkim/find',
  summary: 'Staff: which of these domains a DKIM key of Google’s is asked for',
  access: 'staff:work.do',
  limit: 'staff',
  body: z.strictObject({ domains: boundedList(domainName, { max: dkimTableMaxLines }) }),
  response: z.object({ found: z.array(z.object({ domain: z.string(), id: z.string() })) }),
})

const waitingToConnect = z.object({
  connectionId: z.string(),
  tool: z.enum(connectedTools),
  customer: z.object({ id: z.string(), email: z.string() }),
  account: z.object({ id: z.string(), label: z.string() }),
  /** Mailboxes that wait for a person there, for this cause. */
  count: z.number(),
  since: z.string(),
  /** In a word, as the browser found it; and in a sentence. */
  cause: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /** A mailbox of them of whose page there is a picture. */
  pictureOf: z.nullable(z.string()),
})
export type WaitingToConnect = z.output<typeof waitingToConnect>

export const listToConnect = endpoint({
  method: 'GET',
  path: '/api/operator/work/connect',
  summary: 'Staff: mailboxes that wait for a person to sign in to them, by sending tool, account and cause',
  access: 'staff:work.do',
  response: z.object({ waiting: z.array(waitingToConnect) }),
})

export const startConnecting = endpoint({
  method: 'POST',
  path: '/api/operator/work/connect',
  summary: 'Staff: half an hour in which mailboxes of one sending tool are connected, as with a printed link',
  access: 'staff:work.do',
  asksAgain: true,
  limit: 'staff',
  body: z.strictObject({ connectionId: id, accountId: z.nullable(id) }),
  response: openedConnecting,
})

export const signInPicture = endpoint({
  method: 'GET',
  path: '/api/operator/work/connect/pictures/:mailboxId',
  summary: 'Staff: the page that stopped the browser at a mailbox',
  access: 'staff:work.do',
  limit: 'staff',
  params: z.object({ mailboxId: id }),
  /** `png` in base 64. */
  response: z.object({ address: z.string(), takenAt: z.string(), png: z.string() }),
})
