import * as z from 'zod/mini'
import { endpoint } from '#base/api/endpoint.ts'
import { boundedList } from '#base/text/bounded.ts'
import { boundedText } from '#base/text/outcome.ts'
import { passwordMaxLength } from '#features/accounts/rules/password.ts'
import { domainField } from '#features/names/rules/domain-name.ts'
import { mailboxesCsvMessages } from '#features/orders/rules/mailboxes-csv-messages.ts'
import { platforms } from '#features/plans/rules/catalog.ts'
import { connectedTools } from '../rules/sending-tools.ts'

const params = z.object({ pass: boundedText(64).check(z.minLength(1)) })

/**
 * The place of one page: a secret that it has made, under which it holds one mailbox at a time. Asked for again, after a
 * reload or an answer that was lost, the same mailbox comes.
 */
const seat = boundedText(64).check(z.regex(/^[\w-]{20,64}$/))
/** A press that comes late is about the mailbox that it was meant for, or about none. */
const atSeat = z.strictObject({ seat, mailbox: boundedText(64) })

/** Skipped ones that a page may name; whoever has skipped more meets the first of them again. */
export const skippedMax = 1_000

/** What a pass opens, and until when. */
export const openedConnecting = z.object({
  pass: z.string(),
  /** What is connected, in words: "Instantly of ada@acme.com", "acme.com". */
  about: z.string(),
  /** Until when, as an ISO text. */
  until: z.string(),
})
export type OpenedConnecting = z.output<typeof openedConnecting>

export const openConnectLink = endpoint({
  method: 'POST',
  path: '/api/connecting/open',
  summary: 'Exchange a link of the operator’s for half an hour in which mailboxes are connected; works once',
  access: 'public',
  body: z.strictObject({ token: boundedText(100).check(z.minLength(1)) }),
  response: openedConnecting,
})

export const unlockConnecting = endpoint({
  method: 'POST',
  path: '/api/connecting/unlock',
  summary: 'Half an hour in which the customer connects mailboxes of a domain; needs the password again',
  access: 'customer',
  // What it opens shows passwords for half an hour.
  asksAgain: true,
  limit: 'password',
  body: z.strictObject({
    domain: domainField,
    /** The customer's own: the page shows the passwords of mailboxes. */
    password: boundedText(passwordMaxLength).check(z.minLength(1, mailboxesCsvMessages.noPassword)),
  }),
  response: openedConnecting,
})

const mailboxToConnect = z.object({
  id: z.string(),
  address: z.string(),
  platform: z.enum(platforms),
  tool: z.enum(connectedTools),
  /** Why it is not connected yet, where that is known. */
  reason: z.nullable(z.string()),
})
export type MailboxToConnect = z.output<typeof mailboxToConnect>

const connectingProgress = z.object({
  connected: z.number(),
  total: z.number(),
  /** That nobody signs in to at the moment, besides those that the page has skipped. */
  left: z.number(),
  /** That were signed in to, and that the tool is setting up. */
  settingUp: z.number(),
})
export type ConnectingProgress = z.output<typeof connectingProgress>

export const nextToConnect = endpoint({
  method: 'POST',
  path: '/api/connecting/:pass/next',
  summary: 'The mailbox that is signed in to next; nobody else is given it for ten minutes',
  access: 'link',
  limit: 'connect',
  params,
  body: z.strictObject({ seat, except: boundedList(boundedText(64), { max: skippedMax }) }),
  response: z.object({ mailbox: z.nullable(mailboxToConnect), progress: connectingProgress }),
})

export const connectPassword = endpoint({
  method: 'POST',
  path: '/api/connecting/:pass/password',
  summary: 'The password of the mailbox that is held; every reading is written to the audit log',
  access: 'link',
  limit: 'secret',
  params,
  body: atSeat,
  response: z.object({ value: z.string() }),
})

/**
 * How a sign-in ended. `signed_in`: the tool was let in and sets the mailbox up, which nobody has to wait for. `gone`: the
 * mailbox is not held any more, since its ten minutes are over or it has changed.
 */
export const signInEnds = ['connected', 'signed_in', 'refused', 'gone'] as const
const ended = { reason: z.nullable(z.string()) }

export const openSignInPage = endpoint({
  method: 'POST',
  path: '/api/connecting/:pass/page',
  summary: 'Open the sending tool’s sign-in page for the mailbox that is held',
  access: 'link',
  limit: 'connectPage',
  params,
  body: atSeat,
  response: z.object({
    /** `setting_up`: it was signed in to before and is held until the tool has set it up, since others follow from it. */
    state: z.enum(['open', 'setting_up', ...signInEnds]),
    ...ended,
    /** Where the mailbox is signed in to, and for how long that works. */
    link: z.nullable(z.string()),
    seconds: z.number(),
  }),
})

export const checkConnecting = endpoint({
  method: 'POST',
  path: '/api/connecting/:pass/check',
  summary: 'Ask the sending tool whether the mailbox that is held is connected',
  access: 'link',
  limit: 'connect',
  params,
  body: atSeat,
  response: z.object({ state: z.enum(['pending', 'setting_up', ...signInEnds]), ...ended }),
})

export const skipConnecting = endpoint({
  method: 'POST',
  path: '/api/connecting/:pass/skip',
  summary: 'Give the mailbox that is held back, to be signed in to later',
  access: 'link',
  limit: 'connect',
  params,
  body: atSeat,
  response: z.object({ success: z.boolean() }),
})
