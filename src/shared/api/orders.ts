import * as z from 'zod/mini'
import { passwordMaxLength } from '../accounts/password.ts'
import { changeReasons, domainChanges } from '../domains/domain-change.ts'
import { domainGroup } from '../domains/domain-group.ts'
import { domainField } from '../domains/domain-name.ts'
import { domainTypes } from '../domains/domain-type.ts'
import { forwardingUrlField, forwardingUrlMaxLength } from '../domains/forwarding-url.ts'
import { quote } from '../money/pricing.ts'
import { checkCompanyName } from '../order-draft/company-name.ts'
import { orderBody } from '../order-draft/order-payload.ts'
import { cancelOrderBody } from '../orders/cancel-order.ts'
import { mailboxesCsvMessages } from '../orders/mailboxes-csv-messages.ts'
import { domainStatuses, groupHolds } from '../orders/order-status.ts'
import {
  checkProfilePictureLink,
  pictureProblems,
  profilePictureLinkMaxLength,
} from '../people/profile-picture-link.ts'
import { domainsPerCallMax, planIds } from '../plans/catalog.ts'
import { keysOf } from '../records/keys-of.ts'
import { reinstatePrefillBody, reinstatePrefillResponse } from '../reinstatement/reinstate-prefill.ts'
import { reinstateBody } from '../reinstatement/reinstate-request.ts'
import { reinstateResponse } from '../reinstatement/reinstate-response.ts'
import { boundedList } from '../text/bounded.ts'
import { boundedText, textField } from '../text/outcome.ts'
import { sendingToolIds } from '../tools/sending-tools.ts'
import { toolCredentials } from '../tools/tool-credentials.ts'
import { endpoint } from './endpoint.ts'

/** A moment as an ISO text. */
const time = z.string()
/** The same to the minute: see `toMinute`. */
const minute = z.string()
const groupId = boundedText(64).check(z.minLength(1))

/**
 * A domain in the list of orders. A large account has ten thousand of them, so what can be derived or is
 * rarely different is left out: details come with the group.
 */
export const listedDomain = z.object({
  domain: z.string(),
  domainType: z.enum(domainTypes),
  status: z.enum(domainStatuses),
  groupId: z.string(),
  /** Mailboxes that the sending tool has, while it has some but not all of them. */
  inboxes: z.optional(z.number()),
  /** Only while something is changed about it; it stays delivered. */
  changing: z.optional(z.enum(domainChanges)),
  /** Only where that was refused for good. */
  changeFailed: z.optional(z.boolean()),
  /** Only where another domain was ordered in this one's place. */
  replacementOrdered: z.optional(z.boolean()),
  /** Somebody else has shown that it is theirs. */
  taken: z.optional(z.boolean()),
  /** Only where it differs from the order's. */
  currentForwardingDomain: z.optional(z.string()),
})
export type ListedDomain = z.output<typeof listedDomain>

/** A replacement or reinstatement of domains that has a payment page and is not paid. */
export const unpaidPayment = z.object({
  checkoutId: z.string(),
  kind: z.enum(['replace', 'reinstate']),
  /** Replaced, or to come back, in all groups that are paid for together. */
  domains: z.number(),
  cents: z.number(),
  /** The payment page; null for the moment in which it is made. */
  url: z.nullable(z.string()),
  /** When the page closes and names held for it are free. */
  until: minute,
})
export type UnpaidPayment = z.output<typeof unpaidPayment>

/** A paid unit of an order. */
export const listedGroup = z.object({
  groupId: z.string(),
  /** From 1. */
  orderIndex: z.number(),
  plan: z.enum(planIds),
  /** Paid for and not cancelled: what counts towards capacity. */
  live: z.boolean(),
  hold: z.optional(z.enum(groupHolds)),
  unpaid: z.optional(unpaidPayment),
  /** Both only where they differ from the order's. */
  sendingTool: z.optional(z.enum(sendingToolIds)),
  companyName: z.optional(z.string()),
})

export const listedOrder = z.object({
  orderId: z.string(),
  /** A URL. */
  forwardingDomain: z.string(),
  /** Whom it is for: several orders may lead to one place. */
  companyName: z.string(),
  sendingTool: z.enum(sendingToolIds),
  /** Emails per month of the live groups. */
  monthlyCapacity: z.optional(z.number()),
  date: minute,
  lastUpdated: minute,
  groups: z.array(listedGroup),
  domains: z.array(listedDomain),
})
export type OrderListItem = z.output<typeof listedOrder>

export const ordersSummary = z.object({
  /** Hours, with one decimal. */
  timeSaved: z.number(),
  /** Delivered mailboxes. */
  inboxCount: z.number(),
  totalDomains: z.number(),
  azureDomains: z.number(),
  googleDomains: z.number(),
})
export type OrdersSummary = z.output<typeof ordersSummary>

/** A renewal that the card refused and that can still be paid. */
export const refusedRenewal = z.object({
  invoiceId: z.string(),
  /** What it is for. */
  orderIds: z.array(z.string()),
  cents: z.number(),
  /** Where it is paid. */
  url: z.nullable(z.string()),
  /** Until when what it is for goes on; null once that is over and it is on hold. */
  until: z.nullable(time),
})
export type RefusedRenewal = z.output<typeof refusedRenewal>

export const listOrders = endpoint({
  method: 'GET',
  path: '/api/orders',
  summary: 'All orders of the customer, with what they amount to',
  access: 'customer',
  response: z.object({
    orders: z.array(listedOrder),
    summary: ordersSummary,
    refusedRenewals: z.array(refusedRenewal),
  }),
})

export const createOrder = endpoint({
  method: 'POST',
  path: '/api/orders',
  summary: 'Take an order; nothing is set up before it is paid',
  access: 'customer',
  limit: 'order',
  body: orderBody,
  response: z.object({
    success: z.boolean(),
    message: z.string(),
    orderIds: z.array(z.string()),
    data: z.object({
      /** The groups to pay for. */
      domainGroups: z.array(domainGroup),
    }),
    /** What checkout will charge. */
    quote,
  }),
})

/** Something to copy: the name servers we want, a record, a code. */
const wantedValue = z.object({ label: z.string(), value: z.string() })

/** Something that happened to a domain, as a sentence; the newest come first. */
export const timelineEntry = z.object({
  id: z.number(),
  at: time,
  /** The step or the kind of happening. */
  kind: z.string(),
  sentence: z.string(),
  /** How long the step took. */
  seconds: z.optional(z.number()),
})

/** How far a domain is, and what it waits for. */
export const domainDetails = z.object({
  domain: z.string(),
  domainType: z.enum(domainTypes),
  status: z.enum(domainStatuses),
  /** Registered by us, or the customer's own. */
  source: z.enum(['bought', 'own']),
  currentForwardingDomain: z.string(),
  /** What is going on or wanted, for the customer. */
  note: z.nullable(z.string()),
  /** What is being changed about a domain that stays delivered; the note says it as a sentence. */
  changing: z.nullable(
    z.object({
      what: z.enum(domainChanges),
      since: time,
      why: z.enum(changeReasons),
      /** When it goes on, where that is known. */
      until: z.nullable(time),
    }),
  ),
  /** What the customer is asked to set or to do, ready to be copied. */
  wanted: z.array(wantedValue),
  /** Since when the present step goes on. */
  since: z.nullable(time),
  nextCheckAt: z.nullable(time),
  /** When it is expected to be finished; null while too few were measured. */
  expectedAt: z.nullable(time),
  inboxes: z.object({
    /** Promised by the plan. */
    sold: z.number(),
    /** Made at the mailbox host. */
    made: z.number(),
    /** Confirmed by the sending tool, of those sold. */
    delivered: z.number(),
    /** Confirmed beyond those sold. */
    spare: z.number(),
  }),
  replacementOrdered: z.boolean(),
  /** The domain that takes this one's place. */
  replacedBy: z.nullable(z.string()),
  /** Whether another domain may be chosen for one that could not be set up, and whether that is paid for. */
  anotherDomain: z.nullable(z.enum(['free', 'priced'])),
  canCheckNow: z.boolean(),
  canTryAgain: z.boolean(),
  timeline: z.array(timelineEntry),
})
export type DomainDetails = z.output<typeof domainDetails>

/** The sending tool of a group. */
export const groupTool = z.object({
  connectionId: z.nullable(z.string()),
  tool: z.enum(sendingToolIds),
  /** Values by field, secrets masked. */
  values: z.record(z.string(), z.string()),
  /** Whether the tool takes the credentials. */
  state: z.enum(['unchecked', 'working', 'refused']),
  /** Why it does not. */
  problem: z.nullable(z.string()),
  /** Other groups that change with these credentials. */
  sharedWith: z.array(
    z.object({ groupId: z.string(), orderIndex: z.number(), forwardingDomain: z.string() }),
  ),
})

/** The details of a group that can be corrected, in the form in which a correction says what it started from. */
export const detailsBasis = z.object({
  /** Where its running domains lead, each address once. */
  forwardingDomains: z.array(z.string()),
  companyName: z.string(),
  profilePictureLink: z.string(),
  /** Stands for the tool and its credentials; another after every change of them. */
  sendingTool: z.string(),
})
export type DetailsBasis = z.output<typeof detailsBasis>

export const groupDetails = z.object({
  orderId: z.string(),
  groupId: z.string(),
  orderIndex: z.number(),
  plan: z.enum(planIds),
  live: z.boolean(),
  hold: z.nullable(z.enum(groupHolds)),
  unpaid: z.optional(unpaidPayment),
  holdSince: z.nullable(time),
  /** What paying anew costs where that ends the hold, for all groups of the order that it is about. */
  release: z.nullable(
    z.object({
      totalCents: z.number(),
      /** Of that, every billing period from then on. */
      monthlyCents: z.number(),
      groups: z.number(),
      /** Names whose registration is part of it, once: it ran out, or what was paid for it went back. */
      domains: z.array(z.string()),
    }),
  ),
  /** Domains that are about to expire since an order on hold is not renewed for long. */
  expiring: z.array(z.object({ domain: z.string(), on: time })),
  date: z.nullable(time),
  forwardingDomain: z.string(),
  companyName: z.string(),
  profilePictureLink: z.string(),
  /** Why mailboxes do not show it. */
  pictureProblem: z.nullable(z.enum(keysOf(pictureProblems))),
  /** What a correction is based on. */
  basis: detailsBasis,
  /** Until when it is paid, and when it was cancelled. */
  paidUntil: z.nullable(time),
  /** A renewal could not be charged: until then it goes on all the same. */
  graceUntil: z.nullable(time),
  /** That renewal, while it can be paid; `url` is the payment provider's page for it. */
  openInvoice: z.nullable(
    z.object({ number: z.nullable(z.string()), url: z.nullable(z.string()), cents: z.number() }),
  ),
  cancelledAt: z.nullable(time),
  cancelReason: z.nullable(z.string()),
  /** Mailboxes on each domain, as shown. */
  userConfiguration: z.array(
    z.object({
      firstName: z.string(),
      lastName: z.string(),
      azureInboxes: z.number(),
      googleInboxes: z.number(),
    }),
  ),
  sendingTool: groupTool,
  domains: z.array(domainDetails),
  /** Who did what, the newest first. */
  activity: z.array(
    z.object({
      at: time,
      actor: z.string(),
      sentence: z.string(),
      /** A page of the payment provider's. */
      invoiceUrl: z.optional(z.string()),
    }),
  ),
})
export type GroupDetails = z.output<typeof groupDetails>

export const getGroup = endpoint({
  method: 'GET',
  path: '/api/orders/groups/:groupId',
  summary: 'Everything about one group: domains, people, sending tool, timeline and activity',
  access: 'customer',
  params: z.object({ groupId }),
  response: groupDetails,
})

const taken = z.object({ success: z.boolean(), message: z.string() })

/** Order details as they may be corrected; what is left out stays. */
export const updateGroupBody = z.strictObject({
  /** The group's `basis` as whoever corrects has seen it: nothing is changed when it is another by now. */
  basedOn: z.strictObject({
    forwardingDomains: boundedList(boundedText(forwardingUrlMaxLength), { max: domainsPerCallMax }),
    companyName: boundedText(200),
    profilePictureLink: boundedText(profilePictureLinkMaxLength),
    sendingTool: boundedText(64),
  }),
  forwardingDomain: z.optional(forwardingUrlField('update')),
  companyName: z.optional(textField((text) => checkCompanyName(text), 200)),
  /** Empty for none any more. */
  profilePictureLink: z.optional(textField(checkProfilePictureLink, 2 * profilePictureLinkMaxLength)),
  /** An empty secret keeps the stored one as long as the tool stays the same. */
  sendingTool: z.optional(toolCredentials),
})

export const updateGroup = endpoint({
  method: 'PATCH',
  path: '/api/orders/groups/:groupId',
  summary: 'Correct the sending tool, forwarding or company name of a group',
  access: 'customer',
  limit: 'change',
  params: z.object({ groupId }),
  body: updateGroupBody,
  response: taken,
})

/** One secret of a group's sending tool, or of saved credentials that no order uses yet. */
export const revealBody = z
  .strictObject({
    groupId: z.optional(groupId),
    connectionId: z.optional(boundedText(64)),
    field: boundedText(50),
  })
  .check(
    z.refine(
      (body) => (body.groupId === undefined) !== (body.connectionId === undefined),
      'Name either a group or a connection',
    ),
  )

export const revealCredential = endpoint({
  method: 'POST',
  path: '/api/orders/credentials/reveal',
  summary: 'Read one stored secret; every reading is written to the audit log',
  access: 'customer',
  limit: 'secret',
  body: revealBody,
  response: z.object({ field: z.string(), value: z.string() }),
})

export const mailboxesCsvBody = z.strictObject({
  domains: boundedList(domainField, {
    max: domainsPerCallMax,
    tooMany: mailboxesCsvMessages.tooManyDomains,
    none: mailboxesCsvMessages.noDomains,
  }),
  /** The customer's own, asked for every time: the file holds every password. */
  password: boundedText(passwordMaxLength).check(z.minLength(1, mailboxesCsvMessages.noPassword)),
})

export const exportMailboxes = endpoint({
  method: 'POST',
  path: '/api/orders/mailboxes-csv',
  summary:
    'User names and passwords of the mailboxes on some domains, as a CSV file; needs the password again',
  access: 'customer',
  limit: 'export',
  body: mailboxesCsvBody,
  response: z.object({
    /** What to save it as. */
    filename: z.string(),
    csv: z.string(),
    mailboxes: z.number(),
  }),
})

export const reinstatePrefill = endpoint({
  method: 'POST',
  path: '/api/orders/reinstate-prefill',
  summary: 'How cancelled domains were set up, to reinstate them likewise',
  access: 'customer',
  limit: 'change',
  body: reinstatePrefillBody,
  response: reinstatePrefillResponse,
})

export const reinstate = endpoint({
  method: 'POST',
  path: '/api/orders/reinstate',
  summary: 'Ask for cancelled groups to come back; nothing is set up before it is paid',
  access: 'customer',
  limit: 'order',
  body: reinstateBody,
  response: reinstateResponse,
})

export const cancelOrder = endpoint({
  method: 'POST',
  path: '/api/orders/cancel',
  summary: 'Cancel a group at once: billing stops, its mailboxes are disabled',
  access: 'customer',
  limit: 'change',
  body: cancelOrderBody,
  response: taken,
})

export const validateDomain = endpoint({
  method: 'GET',
  path: '/api/orders/validate-domain',
  summary: 'Whether some order holds a domain already',
  access: 'customer',
  limit: 'existence',
  query: z.object({ domain: domainField }),
  response: z.object({ exists: z.boolean() }),
})
