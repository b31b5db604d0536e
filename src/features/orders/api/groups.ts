import * as z from 'zod/mini'
import { endpoint } from '#base/api/endpoint.ts'
import { keysOf } from '#base/records/keys-of.ts'
import { boundedList } from '#base/text/bounded.ts'
import { boundedText, textField } from '#base/text/outcome.ts'
import { owedRenewal } from '#features/billing/api/owed-renewal.ts'
import { domainDetails } from '#features/domains/api/domain-details.ts'
import { forwardingUrlField, forwardingUrlMaxLength } from '#features/forwarding/rules/forwarding-url.ts'
import { checkCompanyName } from '#features/ordering/rules/company-name.ts'
import {
  checkProfilePictureLink,
  pictureProblems,
  profilePictureLinkMaxLength,
} from '#features/people/rules/profile-picture-link.ts'
import { domainsPerCallMax, planIds, platforms } from '#features/plans/rules/catalog.ts'
import { sendingToolIds } from '#features/tools/rules/sending-tools.ts'
import { toolCredentials } from '#features/tools/rules/tool-credentials.ts'
import { groupHolds } from '../rules/order-status.ts'
import { unpaidPayment } from './orders.ts'

/** A moment as an ISO text. */
const time = z.string()
export const groupId = boundedText(64).check(z.minLength(1))
const taken = z.object({ success: z.boolean(), message: z.string() })

/** The sending tool of a group. */
const groupTool = z.object({
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
const detailsBasis = z.object({
  /** Where its running domains lead, each address once. */
  forwardingDomains: z.array(z.string()),
  companyName: z.string(),
  profilePictureLink: z.string(),
  /** Stands for the tool and its credentials; another after every change of them. */
  sendingTool: z.string(),
})
export type DetailsBasis = z.output<typeof detailsBasis>

const groupDetails = z.object({
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
      /** What of it has to find a place at its mailbox host first. */
      places: z.object({ needed: z.record(z.enum(platforms), z.int()), areSomeKept: z.boolean() }),
      /** It was paid from a bank account, and the bank has not decided. */
      isWithBank: z.boolean(),
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
  /** Only where that day is over and it continues, since a renewal was given up. */
  nextBilling: z.optional(time),
  /** A renewal could not be charged: until then it continues all the same. */
  graceUntil: z.nullable(time),
  /** What is owed for it, and for others of its subscription. */
  owed: z.array(owedRenewal),
  /** What of that stays owed if it is cancelled, and whether that is for others that are billed with it; only where something is owed. */
  owedOnceCancelled: z.optional(z.object({ owed: z.array(owedRenewal), isShared: z.boolean() })),
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
  /** Save a tool, workspace or account other than the one that the order's inboxes are in, and move them there. */
  movesInboxes: z.optional(z.boolean()),
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
