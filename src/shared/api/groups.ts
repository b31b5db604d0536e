import * as z from 'zod/mini'
import { passwordMaxLength } from '../accounts/password.ts'
import { changeReasons, domainChanges } from '../domains/domain-change.ts'
import { domainField } from '../domains/domain-name.ts'
import { domainProofs } from '../domains/domain-proof.ts'
import { anotherDomainPrices } from '../domains/domain-trouble.ts'
import { domainTypes } from '../domains/domain-type.ts'
import { forwardingUrlField, forwardingUrlMaxLength } from '../domains/forwarding-url.ts'
import { givenUpCauses } from '../domains/given-up.ts'
import { checkCompanyName } from '../order-draft/company-name.ts'
import { mailboxesCsvMessages } from '../orders/mailboxes-csv-messages.ts'
import { domainStatuses, groupHolds } from '../orders/order-status.ts'
import {
  checkProfilePictureLink,
  pictureProblems,
  profilePictureLinkMaxLength,
} from '../people/profile-picture-link.ts'
import { domainsPerCallMax, planIds } from '../plans/catalog.ts'
import { keysOf } from '../records/keys-of.ts'
import { boundedList } from '../text/bounded.ts'
import { boundedText, textField } from '../text/outcome.ts'
import { sendingToolIds } from '../tools/sending-tools.ts'
import { toolCredentials } from '../tools/tool-credentials.ts'
import { endpoint } from './endpoint.ts'
import { unpaidPayment } from './orders.ts'

/** A moment as an ISO text. */
const time = z.string()
const groupId = boundedText(64).check(z.minLength(1))
const taken = z.object({ success: z.boolean(), message: z.string() })

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
  /** What is under way or wanted, for the customer. */
  note: z.nullable(z.string()),
  /** What is being changed about a domain that stays delivered; the note says it as a sentence. */
  changing: z.nullable(
    z.object({
      what: z.enum(domainChanges),
      since: time,
      why: z.enum(changeReasons),
      /** When it continues, where that is known. */
      until: z.nullable(time),
    }),
  ),
  /** What the customer is asked to set or to do, ready to be copied. */
  wanted: z.array(wantedValue),
  /** Since when the present step lasts. */
  since: z.nullable(time),
  nextCheckAt: z.nullable(time),
  /** When it is expected to be finished; null while too few were measured. */
  expectedAt: z.nullable(time),
  inboxes: z.object({
    /** Promised by the plan. */
    sold: z.number(),
    /** Of the people of its order there: made, or to be made. */
    wanted: z.number(),
    /** Made at the mailbox host. */
    made: z.number(),
    /** Confirmed by the sending tool, of those sold. */
    delivered: z.number(),
    /** Confirmed beyond those sold. */
    spare: z.number(),
  }),
  /** Whether its mail was seen to be authentic elsewhere; null while there is nothing to say about that. */
  proof: z.nullable(
    z.object({
      state: z.enum(domainProofs),
      at: time,
      sentence: z.string(),
      /** When it is tried again. */
      againAt: z.nullable(time),
    }),
  ),
  replacementOrdered: z.boolean(),
  /** Why it lost its place, where it is not that it was replaced after it had served; null otherwise. */
  givenUp: z.nullable(z.enum(givenUpCauses)),
  /** A spare took its place: it waits in the reserve to be replaced. */
  isSpent: z.boolean(),
  /** The domain that takes this one's place. */
  replacedBy: z.nullable(z.string()),
  /** The domain that stays when this one is taken back, which was to replace it; it still runs. */
  keeps: z.nullable(
    z.object({
      domain: z.string(),
      /** A spare took its place: it stays in the reserve, on its way out. */
      isSpent: z.boolean(),
      /** What it sends is its customer's to set. */
      isInFile: z.boolean(),
    }),
  ),
  /** Of a replaced one that goes on for some weeks; null where it does not. */
  overlap: z.nullable(
    z.object({
      /** Hundredths of its cold mail that it sends now; null where that is its customer's to set, as in a file. */
      share: z.nullable(z.number()),
      /** It is to send none any more, whoever sets that: its time for sending is over, or its health demands it. */
      isStopped: z.boolean(),
      /** When it sends none any more, and when it is taken down; null before its replacement is delivered. */
      fallsUntil: z.nullable(time),
      receivesUntil: z.nullable(time),
    }),
  ),
  /** Whether another domain may be chosen for one that is not set up, and whether that is paid for. */
  anotherDomain: z.nullable(z.enum(anotherDomainPrices)),
  /** Mailboxes that the sending tool lets in only once a person has signed in to them. */
  toConnect: z.number(),
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
  /** Its domains are spares. */
  isReserve: z.boolean(),
  live: z.boolean(),
  hold: z.nullable(z.enum(groupHolds)),
  unpaid: z.optional(unpaidPayment),
  holdSince: z.nullable(time),
  /** What paying again costs where that ends the hold, for all groups of the order that it is about. */
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
  /** A renewal could not be charged: until then it continues all the same. */
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
      /** How many are made on each domain, spare ones included; an order that was brought in has numbers of its own. */
      made: z.object({ azure: z.number(), google: z.number() }),
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
  viewed: true,
  params: z.object({ groupId }),
  response: groupDetails,
})

/** Order details as they may be corrected; what is left out stays. */
export const updateGroupBody = z.strictObject({
  /** The group's `basis` as it was seen when correcting began: nothing is changed when it is another by now. */
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
  /** Save credentials even when their tool is away and they cannot be tried. */
  evenUntried: z.optional(z.boolean()),
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
  asksAgain: true,
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
  asksAgain: true,
  limit: 'export',
  body: mailboxesCsvBody,
  response: z.object({
    /** What to save it as. */
    filename: z.string(),
    csv: z.string(),
    mailboxes: z.number(),
    /** Mailboxes that are not in it: they were taken over with passwords of their own. */
    notHeld: z.number(),
  }),
})
