/**
 * What customers see of a domain's state:
 *
 * - `to do`: paid and queued
 * - `in progress`: being set up or changed
 * - `pending`: waits for a payment or for the customer
 * - `done`: delivered and sending
 * - `error`: stopped, the cause is shown
 * - `cancelled`: torn down, or about to be
 * - `duplicate`: the name stands twice in its bundle
 */
export const domainStatuses = [
  'to do',
  'in progress',
  'pending',
  'done',
  'error',
  'cancelled',
  'duplicate',
] as const
export type DomainStatus = (typeof domainStatuses)[number]

/** Whether nothing continues with a domain before someone acts. */
export const standsStill = (status: DomainStatus): boolean => status === 'error' || status === 'pending'

/**
 * Why a live group is not served for now. It can be on hold for several of these, each of which ends on its own; the
 * last one here is the one that is shown.
 */
export const groupHolds = ['past_due', 'paused', 'refund', 'dispute', 'operator'] as const

/** The picture beside a status. */
export type StatusIcon = 'success' | 'pending' | 'todo' | 'error' | 'cancelled' | 'hold'
/** The colour of a status, as the design tokens name their roles. */
export type StatusTone = 'success' | 'info' | 'neutral' | 'warning' | 'danger'

export interface StatusLook {
  label: string
  icon: StatusIcon
  tone: StatusTone
  /** Tells apart the neutral ones without colour: the word struck through, the edge dashed. */
  line: 'solid' | 'struck' | 'dashed'
}

/** How every status is shown, in badges, rows and filters alike. */
export const statusLooks: Record<DomainStatus, StatusLook> = {
  'to do': { label: 'To Do', icon: 'todo', tone: 'neutral', line: 'solid' },
  'in progress': { label: 'In Progress', icon: 'pending', tone: 'info', line: 'solid' },
  pending: { label: 'Pending', icon: 'pending', tone: 'warning', line: 'solid' },
  done: { label: 'Done', icon: 'success', tone: 'success', line: 'solid' },
  error: { label: 'Error', icon: 'error', tone: 'danger', line: 'solid' },
  cancelled: { label: 'Cancelled', icon: 'cancelled', tone: 'neutral', line: 'struck' },
  duplicate: { label: 'Duplicate', icon: 'pending', tone: 'neutral', line: 'dashed' },
}

const otherSpellings: Record<string, DomainStatus> = {
  active: 'done',
  todo: 'to do',
  canceled: 'cancelled',
}

/** Reads a status from outside, in any case and any of its spellings; undefined when it is none. */
export function parseDomainStatus(text: string): DomainStatus | undefined {
  const word = text
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ')
  if (Object.hasOwn(otherSpellings, word)) return otherSpellings[word]
  return domainStatuses.find((status) => status === word)
}

/** Stands beside what only its customer can bring on. */
export const waitsForYouText = 'Waits for you'

/** Whether a domain waits for its customer; one that is on hold waits for what it is on hold for. */
export const waitsForCustomer = (status: DomainStatus, isHeld: boolean): boolean =>
  status === 'pending' && !isHeld

/** The word for a domain's status, where there is a more exact one than its own. */
export const exactStatusWord = (status: DomainStatus, isHeld: boolean): string | undefined =>
  waitsForCustomer(status, isHeld) ? waitsForYouText : undefined

/** What the badge of a group can say. */
export type GroupBadge = Extract<DomainStatus, 'error' | 'in progress' | 'done' | 'cancelled'> | 'on hold'

/** How a badge is shown: as the status it is named after, or as the hold that comes before all of them. */
export const badgeLooks: Record<DomainStatus | GroupBadge, StatusLook> = {
  ...statusLooks,
  'on hold': { label: 'On hold', icon: 'hold', tone: 'warning', line: 'solid' },
}

const unfinished: ReadonlySet<DomainStatus> = new Set(['in progress', 'to do', 'pending'])

/** One badge for the domains of a group: what needs attention first, what is finished last. */
export function groupBadge(statuses: readonly DomainStatus[], isHeld = false): GroupBadge {
  if (isHeld) return 'on hold'
  if (statuses.includes('error')) return 'error'
  if (statuses.some((status) => unfinished.has(status))) return 'in progress'
  const isOver = statuses.length > 0 && statuses.every((status) => status === 'cancelled')
  return isOver ? 'cancelled' : 'done'
}
