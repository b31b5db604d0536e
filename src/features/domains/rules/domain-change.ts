import { countOf } from '#base/text/count-of.ts'

/**
 * What is being changed about a domain that is delivered: at the customer's wish, because it was looked at again, or by
 * its mailbox host, which stopped mailboxes itself.
 */
export const domainChanges = ['forwarding', 'people', 'tool', 'check', 'stopped'] as const
export type DomainChangeKind = (typeof domainChanges)[number]

/**
 * Why it is not finished yet:
 *
 * - `working`: it is being done
 * - `limit`: a third party takes no more calls for now
 * - `slow`: a third party does not answer
 * - `waiting`: a third party is not ready yet
 * - `team`: our people have to act, and know it
 * - `failed`: it was refused for good; what was there before still stands
 */
export const changeReasons = ['working', 'limit', 'slow', 'waiting', 'team', 'failed'] as const
export type ChangeReason = (typeof changeReasons)[number]

/** A change under way. The domain stays delivered: status, counts and actions are those of one that is done. */
export interface DomainChange {
  what: DomainChangeKind
  /** An ISO time. */
  since: string
  why: ChangeReason
  /** Whom it hangs on, as customers know them: "our DNS provider". */
  by?: string
  /** The cause in words, a clause. */
  detail?: string
  /** What the customer may do while our team is on it: "connect the rest yourself". */
  may?: string
  /** An ISO time: when it continues. */
  until?: string
}

/** What customers hear of a matter that only the operator can mend. */
export const ourTeamIsOnIt = 'our team is on it'
/** What is theirs to do meanwhile: nothing, or what they may do without being asked to. */
export const customersPart = (may: string | undefined): string =>
  may === undefined ? 'There is nothing you need to do.' : `You can also ${may}.`

/** What stands beside the status in little room. */
export const changeLabels: Record<DomainChangeKind, string> = {
  forwarding: 'Forwarding is being changed',
  people: 'Mailboxes are being changed',
  tool: 'The sending tool is being changed',
  check: 'Being checked',
  stopped: 'Mailboxes are suspended',
}
/** The same where it was refused for good. */
export const failedChangeLabels: Record<DomainChangeKind, string> = {
  forwarding: 'Forwarding could not be changed',
  people: 'Mailboxes could not be changed',
  tool: 'The sending tool could not be changed',
  check: 'Could not be put right',
  stopped: 'Mailboxes are suspended',
}
const failures: Record<DomainChangeKind, string> = {
  forwarding: 'Forwarding could not be changed',
  people: 'The mailboxes could not all be changed',
  tool: 'The sending tool could not be changed',
  check: 'A check found something that could not be put right',
  stopped: 'Mailboxes are suspended',
}

/** "Forwarding is being changed, about 12 minutes: our DNS provider's limit." */
export function changeText(change: DomainChange, now: Date): string {
  const { what, why, by = 'a third party', detail, may, until } = change
  const doing = changeLabels[what]
  const minutes = until ? Math.ceil((Date.parse(until) - now.getTime()) / 60_000) : 0
  const about = until ? `, about ${countOf(Math.max(1, minutes), 'minute')}` : ''
  switch (why) {
    case 'working':
      return `${doing}.`
    case 'limit':
      return `${doing}${about}: ${by}'s limit.`
    case 'slow':
      return `${doing}: ${by} is slow to answer, trying again.`
    case 'waiting':
      return `${doing}: ${detail}.`
    case 'team':
      return `${doing}: ${detail ?? ourTeamIsOnIt}. ${customersPart(may)}`
    case 'failed':
      return `${failures[what]}: ${detail}. Our team has been told.`
  }
}
