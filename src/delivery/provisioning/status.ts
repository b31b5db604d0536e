import { sentenceCase } from '#base/text/sentence-case.ts'
import {
  type ChangeReason,
  customersPart,
  type DomainChange,
  ourTeamIsOnIt,
} from '#features/domains/rules/domain-change.ts'
import type { DomainStatus } from '#features/orders/rules/order-status.ts'
import { isFileTool } from '#features/tools/rules/sending-tools.ts'
import type { VendorError, VendorId } from '#vendors/client/vendor-error.ts'
import { vendorNames } from '#vendors/client/vendor-error.ts'
import { connectedCount } from './connected-count.ts'
import type { Desired, Holding } from './desired.ts'
import type { Facts } from './facts.ts'
import type { StepId } from './step-ids.ts'
import { stepRules } from './step-rules.ts'
import { stoppedByHost } from './stopped-mailboxes.ts'

export interface VisibleStatus {
  status: DomainStatus
  /** A sentence for the customer. */
  note?: string
  /** What is under way about a domain that is delivered. */
  changing?: DomainChange
}

export interface Stuck {
  step: StepId
  error: VendorError
  /** It has failed so often that it is handed to the operator. */
  isDead: boolean
  at: Date
  /** When it is tried again. */
  until: Date
}

/**
 * What the customer sees of a running name after a run that ended with (or without) a refusal. Only the cause
 * decides, who has to act and of which kind the refusal is: never the words of its reason. What is delivered stays
 * delivered while something about it is changed or looked at again, until what was sold is truly not there: as where its
 * registration has ended, whoever has to act on that.
 */
export function statusAfter(
  holding: Pick<Holding, 'isServed' | 'platform' | 'deliveredAt' | 'changing'>,
  stuck: Stuck | undefined,
  isGone = false,
  hasEnded = false,
): VisibleStatus {
  if (!holding.isServed)
    return { status: 'pending', note: 'Paused. Your mailboxes are disabled until this is settled.' }
  if (!stuck) return { status: 'done' }
  if (hasEnded) return { status: 'error', note: endedNote }
  const isLost =
    isGone || stuck.error.waitsFor === 'customer' || (stuck.error.kind === 'rejected' && ends.has(stuck.step))
  if (holding.deliveredAt !== null && !isLost)
    return { status: 'done', changing: changeOf(holding.changing, stuck) }
  const { step, error, isDead, until } = stuck
  const doing = stepRules[step].doing(holding.platform)
  const vendor = vendorNames[error.vendor]
  if (isOurs(error))
    return {
      status: 'in progress',
      note: `${doing}: ${error.told ?? ourTeamIsOnIt}. ${customersPart(error.customersMay)}`,
    }
  switch (error.kind) {
    case 'waiting':
      return {
        status: error.waitsFor === 'customer' ? 'pending' : 'in progress',
        note: sentenceCase(customersReason(error)),
      }
    case 'unauthorised':
      return {
        status: 'pending',
        note: `${sentenceCase(vendor)} refuses the credentials. Please correct them in Order Details.`,
      }
    case 'rejected':
      return { status: 'error', note: `${doing} failed: ${customersReason(error)}.` }
    default:
      if (error.isOverLimit) return { status: 'in progress', note: `${doing}: ${limitText(error, until)}` }
      return isDead
        ? { status: 'error', note: `${doing} keeps failing. Our team has been told.` }
        : { status: 'in progress', note: `${doing}: ${vendor} is slow to answer, trying again.` }
  }
}

const endedNote =
  'The registration of this domain has ended, so it no longer sends or receives email. Our team is working to restore it.'

/** A vendor that is asked again within less is not told the time of. */
const namedFromMs = 60_000

/** Nothing is wrong, and when it continues, where the vendor or our own count says so. */
function limitText({ vendor, retryAfterMs = 0 }: VendorError, until: Date): string {
  const by = customersNames[vendor] ?? vendorNames[vendor]
  const when =
    retryAfterMs < namedFromMs ? 'shortly' : atText(until, new Date(until.getTime() - retryAfterMs))
  return `${by}’s limit is used up for now. It continues by itself ${when}.`
}

/** "at 12:10 UTC", with the day where it is another one. */
function atText(at: Date, from: Date): string {
  const [day, today] = [at, from].map((each) => each.toISOString().slice(0, 10))
  return `at ${at.toISOString().slice(11, 16)} UTC${day === today ? '' : ` on ${at.toLocaleDateString('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' })}`}`
}

/** Whether only the operator can mend it: customers are not told what, since it is nothing of theirs. */
export const isOurs = ({ kind, waitsFor }: Pick<VendorError, 'kind' | 'waitsFor'>): boolean =>
  waitsFor === 'operator' || (kind === 'unauthorised' && waitsFor !== 'customer')

/** Steps whose final refusal means that the domain itself is lost. */
const ends: ReadonlySet<StepId> = new Set(['register', 'verify', 'add_to_host'])

/**
 * Whether mailboxes of a delivered name do not stand where they were sold to stand, without the customer having asked
 * for other ones (or these were refused for good): missing or switched off at the host, or not in the sending tool.
 * Those that the host itself has stopped are told of, and change nothing about the others.
 */
export function isDeliveryGone(desired: Desired, facts: Facts, isRefusedForGood = false): boolean {
  const found = facts.healing?.sentences ?? {}
  if (found.mailboxes !== undefined || found.tool !== undefined) return true
  const { holding, mailboxes } = desired
  const isAskedFor = holding?.changing?.what === 'people' || holding?.changing?.what === 'tool'
  if (isAskedFor && !isRefusedForGood) return false
  const stopped = stoppedByHost(desired, facts)
  const ours = mailboxes.filter((mailbox) => !stopped.includes(mailbox))
  if (ours.some((m) => m.want === 'active' && m.hostState !== 'active')) return true
  const { connected, wanted } = connectedCount({ ...desired, mailboxes: ours })
  return !(holding && isFileTool(holding.connection.kind)) && connected < wanted
}

const changeOf = (before: DomainChange | null, { error, isDead, at, until }: Stuck): DomainChange => {
  const why = reasonOf(error, isDead)
  return {
    what: before && before.what !== 'stopped' ? before.what : 'check',
    since: before?.since ?? at.toISOString(),
    why,
    by: customersNames[error.vendor] ?? vendorNames[error.vendor],
    ...(why === 'limit' && { until: until.toISOString() }),
    ...((why === 'waiting' || why === 'failed') && { detail: customersReason(error) }),
    ...(why === 'team' && error.told !== undefined && { detail: error.told }),
    ...(why === 'team' && error.customersMay !== undefined && { may: error.customersMay }),
  }
}

function reasonOf(error: VendorError, isDead: boolean): ChangeReason {
  if (error.kind === 'rejected') return 'failed'
  if (error.waitsFor !== undefined) return error.waitsFor === 'vendor' ? 'waiting' : 'team'
  if (isDead) return 'team'
  return error.isOverLimit ? 'limit' : 'slow'
}

/** Whom customers need not know by name. */
const customersNames: Partial<Record<VendorId, string>> = {
  dnsimple: 'our DNS provider',
  dns: 'DNS',
}

/** A vendor's words may name itself. */
const customersReason = ({ vendor, reason, told }: VendorError): string =>
  (told ?? reason).replaceAll(vendorNames[vendor], customersNames[vendor] ?? vendorNames[vendor])
