import { createHash } from 'node:crypto'
import type { mailboxLinks } from '#base/db/schema/index.ts'
import type { DomainChange } from '#features/domains/rules/domain-change.ts'
import type { KeptRecord, ZoneRecord } from '#features/names/rules/kept-records.ts'
import type { Platform } from '#features/plans/rules/catalog.ts'
import { leastLimitOf, type SendingToolId } from '#features/tools/rules/sending-tools.ts'

export interface DesiredMailbox {
  id: string
  domainId: string
  address: string
  firstName: string
  lastName: string
  /** What the host should have; a bundle that is not served has its mailboxes disabled. */
  want: 'active' | 'disabled' | 'purged'
  /** What the sending tool should have: it is kept there, paused, while the bundle is not served. */
  inTool: 'sending' | 'paused' | 'removed'
  /** When the host was first asked to make it. */
  toldAt: Date | null
  externalId: string | null
  /** The host was asked for it before mailboxes bore marks. */
  isUnmarked: boolean
  secret: string | null
  hostState: 'active' | 'disabled' | 'purged' | null
  hostName: string | null
  disabledAt: Date | null
  links: MailboxLink[]
}

/** A mailbox in a sending tool, or on its way there: then the tool's own id is not known yet. */
export interface MailboxLink {
  connectionId: string
  want: 'connected' | 'disconnected'
  externalId: string | null
  confirmedAt: Date | null
  configuredAt: Date | null
  abandonedAt: Date | null
  /** How it stood there before we paused it; null while it is not paused by us. */
  beforePause: (typeof mailboxLinks.$inferSelect)['beforePause']
  /** When the tool said that it is paused. */
  pausedAt: Date | null
  /** Its daily limit while the domain rests or returns; null while that is the customer's. */
  rest: (typeof mailboxLinks.$inferSelect)['rest']
  /** Whether the tool has signed in to it, or who is about to let it in. */
  connection: (typeof mailboxLinks.$inferSelect)['connection']
  /** Why it is not connected, in the tool's or the host's words. */
  connectionReason: string | null
}

/** Whether the tool has the mailbox, or may have it since someone began to connect it. */
export const isStillLinked = (link: MailboxLink): boolean =>
  link.want === 'connected' && link.abandonedAt === null

/** The one unreleased holding of a name, with what it takes to serve it. */
export interface Holding {
  domainId: string
  customerId: string
  bundleId: string
  orderId: string
  platform: Platform
  source: 'bought' | 'own'
  want: 'hold' | 'run' | 'retire'
  status: string
  /** What the customer asked to be changed about it since it was delivered, or what is looked at again. */
  changing: DomainChange | null
  /** The holding this one takes the place of. */
  replacesId: string | null
  /** Set while another holding has been ordered in this one's place. */
  replacedAt: Date | null
  /** Set when a spare took its place: what is done about it until it goes is no news to its customer. */
  spentAt: Date | null
  /** Whether the bundle is paid for and nobody is held; otherwise mailboxes and sending stop. */
  isServed: boolean
  /** Since when nothing is paid for it; a renewal that was refused is still to be paid. */
  unpaidSince: Date | null
  forwardingUrl: string
  /** What stands before the @ of the address that receivers report to. */
  reportToken: string
  retireAt: Date | null
  profilePictureLink: string | null
  setupStartedAt: Date | null
  deliveredAt: Date | null
  connection: { id: string; kind: SendingToolId; state: string }
  /** Hundredths of its cold mail that it sends while it rests, returns or is being replaced; null while its limits are the customer's. */
  coldShare: number | null
  /** What its customer wants in its zone beside what mailboxes and forwarding need, and no longer wants there. */
  keptRecords: readonly KeptRecord[]
  droppedRecords: readonly ZoneRecord[]
}

export interface Desired {
  name: string
  holding: Holding | undefined
  /** Every mailbox of the name that is not purged, of its earlier holders too. */
  mailboxes: DesiredMailbox[]
  /** Accounts at which an entry of the name may stand although it is placed elsewhere; known to the reconciler. */
  hostsToLeave?: readonly string[]
}

export const digest = (parts: readonly unknown[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22)

/** Says in few letters which mailboxes the host should have, in which state and under which name. */
export const mailboxesDigest = ({ mailboxes: all }: Desired): string =>
  digest(all.map((m) => [m.id, m.want, m.firstName, m.lastName]))

/** Mailboxes that the sending tool should list and send from. */
export const mailboxesToConnect = ({ mailboxes: all }: Desired): DesiredMailbox[] =>
  all.filter((m) => m.inTool === 'sending')

/** Says in few letters which mailboxes the tool should list, and whether they are paused there. */
export const toolDigest = ({ holding, mailboxes: all }: Desired): string =>
  digest([
    holding?.connection.id,
    all
      .filter((m) => m.inTool !== 'removed')
      .map((m) => [m.id, m.firstName, m.lastName, ...(m.inTool === 'paused' ? ['paused'] : [])]),
  ])

/** A spare took its place, and none of its mailboxes is wanted any more: all that is done about it is to take them down. */
export const hasEnded = ({ holding, mailboxes: all }: Desired): boolean =>
  Boolean(holding?.spentAt) && all.every(({ want }) => want !== 'active')

/** The mailbox in the name's own sending tool, or on its way there. */
export const linkInTool = (
  { holding }: Pick<Desired, 'holding'>,
  { links }: DesiredMailbox,
): MailboxLink | undefined => links.find(({ connectionId }) => connectionId === holding?.connection.id)

/** Mailboxes that can send from the tool by its own word, and that we have not left paused there. */
export const mailboxesInTool = (desired: Desired): DesiredMailbox[] =>
  mailboxesToConnect(desired).filter((mailbox) => {
    const link = linkInTool(desired, mailbox)
    return link?.connection === 'connected' && link.beforePause === null
  })

/** Says in few letters which mailboxes send which share of their cold mail. */
export const coldLimitDigest = (desired: Desired): string =>
  digest([
    desired.holding?.connection.id,
    desired.holding?.coldShare,
    // Those that were set before it was known that 0 is no limit everywhere are set again.
    ...(desired.holding && leastLimitOf(desired.holding.connection.kind) > 0 ? ['least'] : []),
    mailboxesInTool(desired).map(({ id }) => id),
  ])
