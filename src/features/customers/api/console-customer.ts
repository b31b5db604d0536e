import * as z from 'zod/mini'
import { endpoint } from '#base/api/endpoint.ts'
import { boundedText } from '#base/text/outcome.ts'
import { healthModeNames } from '#features/health/rules/health-mode.ts'
import { planIds } from '#features/plans/rules/catalog.ts'
import { noteBody } from '../rules/customer-acts.ts'
import { customerStateNames } from '../rules/customer-states.ts'

const moment = z.string()
const perhaps = z.nullable(moment)
export const customerParams = z.object({ customerId: boundedText(60) })
/** The last row of the page before. */
const pageQuery = z.strictObject({ after: z.optional(boundedText(60)) })
const done = z.object({ message: z.string() })

const customerFacts = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  state: z.enum(customerStateNames),
  since: moment,
  stripeCustomerId: z.nullable(z.string()),
  termsAcceptedAt: perhaps,
  disabledAt: perhaps,
  suspendedAt: perhaps,
  isBillingStopped: z.boolean(),
  /** What is done about the health of their domains. */
  healthMode: z.enum(healthModeNames),
  /** From when on the personal data goes. */
  eraseDueAt: perhaps,
  erasedAt: perhaps,
  /** The closing was begun and stopped half way, as where the payment provider did not answer. */
  isClosingUnfinished: z.boolean(),
  /** What an act would touch: orders of which something is live, their groups, names and mailboxes that are kept. */
  orders: z.number(),
  groups: z.number(),
  domains: z.number(),
  mailboxes: z.number(),
  /** Subscriptions that have not ended at the payment provider. */
  billed: z.number(),
  /** Null for those who do not see money. */
  monthlyCents: z.nullable(z.number()),
  /** Payment pages that can still be paid on, sessions, and bulk updates that run. */
  openPages: z.number(),
  sessions: z.number(),
  bulkUpdates: z.number(),
})
export type CustomerFacts = z.output<typeof customerFacts>

export const customerDetails = endpoint({
  method: 'GET',
  path: '/api/operator/customers/:customerId',
  summary: 'What is known of a customer, and what an act would touch',
  access: 'staff:customers.read',
  params: customerParams,
  response: customerFacts,
})

const customerOrder = z.object({
  id: z.string(),
  plan: z.enum(planIds),
  companyName: z.string(),
  status: z.enum(['awaiting_payment', 'active', 'cancelled', 'expired']),
  groups: z.number(),
  liveGroups: z.number(),
  heldGroups: z.number(),
  domains: z.number(),
  orderedAt: moment,
})
export type CustomerOrder = z.output<typeof customerOrder>

export const customerOrders = endpoint({
  method: 'GET',
  path: '/api/operator/customers/:customerId/orders',
  summary: 'A customer’s orders, the newest first, a page at a time',
  access: 'staff:customers.read',
  params: customerParams,
  query: pageQuery,
  response: z.object({ rows: z.array(customerOrder), hasMore: z.boolean() }),
})

const member = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.string(),
  /** Has never chosen a password of their own. */
  isInvited: z.boolean(),
  hasSecondFactor: z.boolean(),
  hasAuthenticator: z.boolean(),
  passkeys: z.number(),
  since: moment,
})
export type CustomerMember = z.output<typeof member>

const customerSession = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  /** Network address it was begun from, while the log has it. */
  address: z.nullable(z.string()),
  startedAt: moment,
  lastUsedAt: moment,
})
export type CustomerSession = z.output<typeof customerSession>

export const customerPeople = endpoint({
  method: 'GET',
  path: '/api/operator/customers/:customerId/people',
  summary: 'Who signs in for a customer, and where they are signed in',
  access: 'staff:customers.read',
  params: customerParams,
  response: z.object({ members: z.array(member), sessions: z.array(customerSession) }),
})

const historyEntry = z.object({
  id: z.string(),
  at: moment,
  by: z.enum(['customer', 'staff', 'operator', 'system']),
  /** Of whoever it was, as far as they have a name. */
  name: z.nullable(z.string()),
  sentence: z.string(),
  subject: z.nullable(z.string()),
  address: z.nullable(z.string()),
  url: z.nullable(z.string()),
})
export type HistoryEntry = z.output<typeof historyEntry>

export const customerHistory = endpoint({
  method: 'GET',
  path: '/api/operator/customers/:customerId/history',
  summary: 'What was done by and about a customer, the newest first, a page at a time',
  access: 'staff:customers.read',
  params: customerParams,
  query: pageQuery,
  response: z.object({ rows: z.array(historyEntry), hasMore: z.boolean() }),
})

const note = z.object({
  id: z.string(),
  text: z.string(),
  by: z.string(),
  isMine: z.boolean(),
  at: moment,
  editedAt: perhaps,
})
export type CustomerNote = z.output<typeof note>
const noteParams = z.object({ customerId: boundedText(60), noteId: boundedText(60) })

export const customerNotes = endpoint({
  method: 'GET',
  path: '/api/operator/customers/:customerId/notes',
  summary: 'What staff have noted about a customer, the newest first',
  access: 'staff:customers.read',
  params: customerParams,
  response: z.object({ notes: z.array(note) }),
})

export const addCustomerNote = endpoint({
  method: 'POST',
  path: '/api/operator/customers/:customerId/notes',
  summary: 'Note something about a customer',
  access: 'staff:customers.manage',
  limit: 'staff',
  params: customerParams,
  body: noteBody,
  response: done,
})

export const changeCustomerNote = endpoint({
  method: 'PATCH',
  path: '/api/operator/customers/:customerId/notes/:noteId',
  summary: 'Change a note of one’s own',
  access: 'staff:customers.manage',
  limit: 'staff',
  params: noteParams,
  body: noteBody,
  response: done,
})

export const removeCustomerNote = endpoint({
  method: 'DELETE',
  path: '/api/operator/customers/:customerId/notes/:noteId',
  summary: 'Remove a note of one’s own',
  access: 'staff:customers.manage',
  limit: 'staff',
  params: noteParams,
  response: done,
})

const sendingProgress = z.object({
  names: z.number(),
  stopped: z.number(),
  mailboxes: z.number(),
  blocked: z.number(),
  held: z.number(),
  heldUp: z.array(z.object({ name: z.string(), reason: z.string() })),
})
export type CustomerSending = z.output<typeof sendingProgress>

export const customerSending = endpoint({
  method: 'GET',
  path: '/api/operator/customers/:customerId/sending',
  summary: 'How far a customer’s mailboxes are stopped or resumed',
  access: 'staff:customers.read',
  params: customerParams,
  response: sendingProgress,
})
