import { and, desc, eq, inArray, notInArray, or, sql } from 'drizzle-orm'
import { type AuditAction, moneyActions, type OrderAction, orderActions } from '#base/audit/audit.ts'
import { actorName } from '#base/audit/last-change.ts'
import { whoActed } from '#base/audit/who-acted.ts'
import type { Db } from '#base/db/client.ts'
import { auditLog, users } from '#base/db/schema/index.ts'
import { entryOf } from '#base/records/entry-of.ts'
import { countOf } from '#base/text/count-of.ts'
import { formatUsd } from '#base/text/usd.ts'
import { notNeededWords } from '#features/billing/rules/refund-reasons.ts'
import type { CheckoutKind } from '#features/ordering/rules/checkout-request.ts'
import { fieldsOf, sendingToolIds, sendingToolNames } from '#features/tools/rules/sending-tools.ts'
import type { GroupDetails } from '../api/groups.ts'
import { holdWords, unconfirmedWords } from '../rules/order-holds.ts'

type Data = Record<string, unknown>
type Activity = GroupDetails['activity'][number]

const textsIn = (list: unknown): string[] => (Array.isArray(list) ? list.map(String) : [])

const domainsOf = ({ names }: Data): string => {
  const [only, ...others] = textsIn(names)
  if (only === undefined) return countOf(0, 'domain')
  return others.length === 0 ? only : countOf(others.length + 1, 'domain')
}

function secretOf({ tool, field }: Data): string {
  const id = sendingToolIds.find((each) => each === tool)
  const label = id && fieldsOf(id).find(({ name }) => name === field)?.label
  return `the ${id ? sendingToolNames[id] : 'sending tool'} ${(label ?? 'secret').toLowerCase().replace('api', 'API').replace('oauth', 'OAuth')}`
}

const parts: Record<string, string> = {
  forwardingDomain: 'the forwarding',
  companyName: 'the company name',
  sendingTool: 'the sending tool',
}
const correctedParts = (fields: unknown): string =>
  new Intl.ListFormat('en').format(textsIn(fields).map((field) => parts[field] ?? field))

/** What an entry of the audit log means to the customer, as a sentence without its subject. */
const sentences: Record<OrderAction, (data: Data) => string> = {
  'order.created': () => 'Placed the order',
  'order.adopted': () => 'Took the order over as it stood',
  'order.corrected': ({ fields }) => `Corrected ${correctedParts(fields)}`,
  'forwarding.updated': ({ domains }) => `Sent visitors of ${domainsOf({ names: domains })} elsewhere`,
  'domain.replacement_ordered': ({ from, to, isPaidFirst }) =>
    isPaidFirst
      ? `Chose ${to} for the place of ${from}, to be paid first`
      : `Ordered ${to} in the place of ${from}`,
  'domain.replacement_taken_back': ({ from, to }) => `Took ${from} back, which was to replace ${to}`,
  'domain.overlap_ended': (data) => `Ended the overlap of ${domainsOf(data)}`,
  'mailbox.swapped': ({ from, to }) => `Swapped ${from} for ${to}`,
  'domain.spare_used': ({ from, to }) => `Had ${to}, a spare, take the place of ${from}`,
  'domain.moved': (data) => `Moved ${domainsOf(data)} to another place at its mailbox host`,
  'mailbox.reconnect_asked': ({ address }) => `Asked for ${address} to be connected again`,
  'domain.refunded': ({ name }) => `Gave up ${name} for a refund of its registration fee`,
  'domain.taken': ({ name }) => `Took ${name} out: someone else has shown that it is theirs`,
  'payment.discarded': ({ kind }) => `Gave up ${entryOf(givenUp, kind) ?? 'a payment'}`,
  'order.cancelled': ({ reason }) => `Cancelled the order: ${reason}`,
  'order.reinstatement_asked': () => 'Asked for the order to come back',
  'people.changed': ({ people }) => `Changed the people: ${people} now`,
  'order.retried': (data) => `Started ${domainsOf(data)} again`,
  'domain.checked': (data) => `Asked for a new look at ${domainsOf(data)}`,
  'domain.records_kept': (data) =>
    `Set the DNS records to keep of ${domainsOf(data)}: ${data.count || 'none'}`,
  'domain.records_replaced': (data) => `Replaced ${data.count} DNS records of ${domainsOf(data)}`,
  'domain.rested': (data) => `Had ${domainsOf(data)} rested: ${data.why}`,
  'domain.rest_dismissed': (data) => `Dismissed the suggestion to rest ${domainsOf(data)}`,
  'domain.returned': (data) => `Returned ${domainsOf(data)} from its rest`,
  'credentials.revealed': (data) => `Read ${secretOf(data)}`,
  'mailboxes.exported': (data) => `Exported the mailboxes of ${domainsOf(data)} with their passwords`,
  'mailboxes.export_refused': (data) =>
    `Tried to export the mailboxes of ${domainsOf(data)} with a wrong password`,
  'connecting.unlocked': (data) =>
    `Opened the page that connects the mailboxes of ${domainsOf(data)}, with their passwords`,
  'connecting.refused': (data) =>
    `Tried to open the page that connects the mailboxes of ${domainsOf(data)} with a wrong password`,
  'order.held': ({ hold, isUnconfirmed }) =>
    `Put the order on hold. ${(isUnconfirmed ? unconfirmedWords : entryOf(holdWords, hold))?.why ?? ''}`.trim(),
  'order.released': () => 'Ended the hold: the order resumes',
  'payment.received': (data) => `Received ${amountOf(data)}${invoiceOf(data)}`,
  'payment.surplus': (data) =>
    data.cents === 0
      ? 'Ended a payment that nothing was left to pay for'
      : `Gives ${amountOf(data)} of it back: ${entryOf(notNeededWords, data.cause)}`,
  'payment.renewed': (data) => `Received ${amountOf(data)} for the renewal${invoiceOf(data)}`,
  'payment.refused': (data) =>
    data.reason === 'authentication_required'
      ? `The bank asks to confirm the renewal of ${amountOf(data)}${invoiceOf(data)}`
      : `The renewal of ${amountOf(data)} was refused by the card${cardOf(data)}${refusalOf(data)}${invoiceOf(data)}`,
  'payment.given_up': (data) =>
    `Dropped the renewal of ${amountOf(data)}${periodOf(data)}${invoiceOf(data)}: it is not charged`,
  'payment.forgiven': (data) =>
    `Forgave the renewal of ${amountOf(data)}${periodOf(data)}${invoiceOf(data)}: it is no longer owed`,
  'payment.disputed': (data) => `A payment of ${amountOf(data)} is disputed at the bank`,
  'payment.dispute_decided': (data) =>
    data.outcome === 'won'
      ? `The dispute over ${amountOf(data)} was settled: the payment stands`
      : `The dispute over ${amountOf(data)} was decided: the payment went back`,
  'refund.noticed': (data) => `Gave back ${amountOf(data)} of a payment`,
  'refund.paid': (data) =>
    `Refunded ${amountOf(data)}${typeof data.name === 'string' ? ` for ${data.name}` : ''}`,
  'refund.failed': (data) => `The refund of ${amountOf(data)} was not taken by the bank: it is still owed`,
  'refund.again': (data) => `Had the refund of ${amountOf(data)} that failed paid to the card once more`,
  'refund.settled': (data) => `Gave ${amountOf(data)} back in another way`,
}

/** An entry about an order, as a sentence without its subject; undefined for any other. */
export const activitySentence = (action: string, data: Data): string | undefined =>
  entryOf(sentences, action)?.(data)

const givenUp: Partial<Record<CheckoutKind, string>> = {
  replace: 'a replacement that was not paid',
  reinstate: 'a reinstatement that was not paid',
  release: 'paying again for the order on hold',
}
const amountOf = ({ cents }: Data): string => (typeof cents === 'number' ? formatUsd(cents) : 'a payment')
const periodOf = ({ from, until }: Data): string =>
  typeof from === 'string' && typeof until === 'string'
    ? ` for ${from.slice(0, 10)} to ${until.slice(0, 10)}`
    : ''
const invoiceOf = ({ invoice }: Data): string => (typeof invoice === 'string' ? ` (invoice ${invoice})` : '')

const cardOf = ({ card }: Data): string => (typeof card === 'string' ? ` ending in ${card}` : '')

/**
 * Nothing more is told of a refusal that the bank gives no reason for, or that is about fraud: its customer is told of these
 * as of any other (https://docs.stripe.com/declines/codes).
 */
const toldOfNobody: ReadonlySet<unknown> = new Set([
  'generic_decline',
  'card_declined',
  'do_not_honor',
  'fraudulent',
  'highest_risk_level',
  'lost_card',
  'merchant_blacklist',
  'pickup_card',
  'stolen_card',
])
const refusalOf = ({ reason }: Data): string =>
  typeof reason === 'string' && !toldOfNobody.has(reason) ? `: ${reason.replaceAll('_', ' ')}` : ''

/** Entries shown; older ones are of no use to a reader. */
const shown = 100

interface About {
  /** Of groups, orders, subscriptions, connections, mailboxes. */
  subjects: string[]
  names: string[]
  productName: string
}

/** Who did what to a group, the newest first: entries about it or its order, subscription, connection or domains. */
export async function readActivity(db: Db, customerId: string, about: About): Promise<Activity[]> {
  return (await readEntries(db, customerId, about)).flatMap(({ at, actor, action, data }) => {
    const sentence = activitySentence(action, data)
    if (sentence === undefined) return []
    const link = typeof data.url === 'string' ? { invoiceUrl: data.url } : {}
    return { at: at.toISOString(), actor: actorName(actor, about.productName), sentence, ...link }
  })
}

/** The same for staff, who are told by name who it was; of payments and refunds only those who may see money. */
export async function readStaffActivity(
  db: Db,
  customerId: string,
  { seesMoney, ...about }: About & { seesMoney: boolean },
): Promise<{ at: string; who: string; sentence: string }[]> {
  return (await readEntries(db, customerId, about, seesMoney ? [] : moneyActions)).flatMap((entry) => {
    const sentence = activitySentence(entry.action, entry.data)
    if (sentence === undefined) return []
    return { at: entry.at.toISOString(), who: whoActed(entry, about.productName), sentence }
  })
}

const readEntries = (
  db: Db,
  customerId: string,
  { subjects, names }: About,
  without: readonly AuditAction[] = [],
) =>
  db
    .select({
      at: auditLog.at,
      actor: auditLog.actor,
      action: auditLog.action,
      data: auditLog.data,
      person: users.name,
    })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.userId))
    .where(
      and(
        eq(auditLog.customerId, customerId),
        inArray(auditLog.action, orderActions),
        without.length > 0 ? notInArray(auditLog.action, [...without]) : undefined,
        or(
          inArray(auditLog.subject, subjects),
          sql`jsonb_exists_any(${auditLog.data} -> 'about', ${sql.param(subjects)})`,
          sql`jsonb_exists_any(${auditLog.data} -> 'names', ${sql.param(names)})`,
        ),
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(shown)
