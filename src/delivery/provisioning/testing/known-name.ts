import {
  type Desired,
  type DesiredMailbox,
  type Holding,
  type MailboxLink,
  mailboxesDigest,
  toolDigest,
} from '../desired.ts'
import type { Facts, Freshness } from '../facts.ts'
import { proofSubject } from '../proof-facts.ts'
import { recordsDigest, wantedRecords } from '../wanted-records.ts'

/** When everything about the name was read, and the moment of the plan: a minute later. */
export const readAt = '2026-05-01T12:00:00.000Z'
export const now: Freshness = { now: new Date('2026-05-01T12:01:00.000Z'), recheckBefore: null }

export const holdingOf = (differing: Partial<Holding> = {}): Holding => ({
  domainId: 'dom_1',
  customerId: 'cus_1',
  bundleId: 'bun_1',
  orderId: 'ord_1',
  platform: 'azure',
  source: 'bought',
  want: 'run',
  status: 'in progress',
  changing: null,
  replacesId: null,
  replacedAt: null,
  isServed: true,
  unpaidSince: null,
  forwardingUrl: 'https://example.com',
  spentAt: null,
  reportToken: '0123456789abcdef0123456789abcdef',
  retireAt: null,
  profilePictureLink: 'https://example.com/ada.png',
  setupStartedAt: null,
  deliveredAt: null,
  connection: { id: 'con_1', kind: 'instantly', state: 'ok' },
  coldShare: null,
  keptRecords: [],
  droppedRecords: [],
  ...differing,
})

export const linkOf = (differing: Partial<MailboxLink> = {}): MailboxLink => ({
  connectionId: 'con_1',
  want: 'connected',
  externalId: 'tool_1',
  confirmedAt: new Date(readAt),
  configuredAt: new Date(readAt),
  abandonedAt: null,
  beforePause: null,
  pausedAt: null,
  rest: null,
  connection: 'connected',
  connectionReason: null,
  ...differing,
})

/** One that stands at its host and in the sending tool. */
export const mailboxOf = (differing: Partial<DesiredMailbox> = {}): DesiredMailbox => ({
  id: 'mbx_1',
  domainId: 'dom_1',
  address: 'ada@acme.com',
  firstName: 'Ada',
  lastName: 'Lovelace',
  want: 'active',
  inTool: 'sending',
  toldAt: new Date(readAt),
  externalId: 'host_1',
  isUnmarked: false,
  secret: 'secret',
  hostState: 'active',
  hostName: 'Ada Lovelace',
  disabledAt: null,
  links: [linkOf()],
  ...differing,
})

export const desiredOf = (
  holding: Partial<Holding> = {},
  mailboxes: readonly DesiredMailbox[] = [mailboxOf()],
): Desired => ({ name: 'acme.com', holding: holdingOf(holding), mailboxes: [...mailboxes] })

/** A name nobody pays for: switched off at the host, paused in the tool. */
export const pausedOf = (holding: Partial<Holding> = {}): Desired =>
  desiredOf({ isServed: false, ...holding }, [
    mailboxOf({ want: 'disabled', inTool: 'paused', hostState: 'disabled' }),
  ])

/** One that is taken down, whose mailboxes are switched off and out of the tool. */
export const retiringOf = (holding: Partial<Holding> = {}): Desired =>
  desiredOf({ want: 'retire', ...holding }, [
    mailboxOf({ want: 'disabled', inTool: 'removed', hostState: 'disabled', links: [] }),
  ])

/** What is known of a name for which everything is done that a running name needs. */
export function standingFacts(desired: Desired, at = readAt): Facts {
  const facts: Facts = {
    registration: { at },
    autoRenew: { at, on: true },
    zone: { at },
    delegation: { at, seen: ['ns1.example.net'], ok: true },
    host: { at, accountId: 'acc_1' },
    verification: { at, record: { name: '', type: 'TXT', content: 'MS=1', ttl: 3600 } },
    verified: { at },
    mailRecords: {
      at,
      records: [{ name: '', type: 'MX', content: 'mx.example.net', priority: 0, ttl: 3600 }],
    },
    dkim: {
      at,
      state: 'on',
      records: [{ name: 's1._domainkey', type: 'CNAME', content: 'k.example.net', ttl: 3600 }],
    },
    photo: { at, link: 'https://example.com/ada.png' },
    mailboxes: { at, digest: mailboxesDigest(desired) },
    tool: { at, digest: toolDigest(desired) },
    delivered: { at, digest: toolDigest(desired) },
  }
  const digest = recordsDigest(wantedRecords(desired, facts))
  return {
    ...facts,
    records: { at, digest },
    dns: { at, digest },
    proof: { at, of: proofSubject(facts), state: 'no_probes' },
  }
}
