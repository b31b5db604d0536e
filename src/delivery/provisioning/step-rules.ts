import { renewedUntil } from '#features/orders/rules/order-holds.ts'
import type { Platform } from '#features/plans/rules/catalog.ts'
import { hostNames } from '#features/plans/rules/host-names.ts'
import { isFileTool } from '#features/tools/rules/sending-tools.ts'
import {
  coldLimitDigest,
  type Desired,
  type Holding,
  isStillLinked,
  linkInTool,
  mailboxesDigest,
  mailboxesInTool,
  toolDigest,
} from './desired.ts'
import { type FactName, type Facts, type Freshness, freshFact, isDisowned, isRegistered } from './facts.ts'
import {
  has,
  type IsMissing,
  inRetire,
  inRun,
  inService,
  inStop,
  isPaused,
  isRetiring,
  isRunning,
  keeping,
} from './missing-when.ts'
import { isProofDue } from './proof-facts.ts'
import type { StepId } from './step-ids.ts'
import { neededRecords, recordsDigest, wantedRecords } from './wanted-records.ts'

export interface StepRule {
  /** What customers read while it is being done: "Registering the domain". */
  doing: (platform: Platform) => string
  /** What stands in the timeline afterwards. */
  done: (platform: Platform) => string
  /** Steps without which this one cannot be tried. */
  needs: readonly StepId[]
  isMissing: IsMissing
  /**
   * Facts that no longer hold once the step has changed anything. They are forgotten before it does: or a wish that
   * is taken back while the step is half done would find them still standing, and nobody would undo that half.
   */
  invalidates?: readonly FactName[]
  /** Customers are not told when it cannot be done: nothing of theirs waits for it. */
  isUnseen?: (holding: Holding) => boolean
}

const host = (platform: Platform) => hostNames[platform]

const isRecorded = (desired: Desired, facts: Facts, now: Freshness) =>
  freshFact(facts, 'records', now)?.digest === recordsDigest(wantedRecords(desired, facts))

/** Whether a bought name is to renew itself: it does until its bundle was on hold, unpaid, for some days. */
export const renewsItself = (
  { want, unpaidSince }: Pick<Holding, 'want' | 'unpaidSince'>,
  now: Date,
): boolean => want === 'run' && (unpaidSince === null || now.getTime() < renewedUntil(unpaidSince).getTime())

/** Whether it is known to be registered, lately enough to be relied on. */
const isStillRegistered = (facts: Facts, now: Freshness): boolean =>
  isRegistered(facts) && freshFact(facts, 'registration', now) !== undefined

/**
 * A retired mailbox is kept disabled for some days before it is purged: see the catalogue. Of a name that we never
 * registered there is nothing to keep, and its owner may want to bring it.
 */
const isPurgeDue = (holding: Holding, facts: Facts, now: Date): boolean =>
  (holding.retireAt !== null && holding.retireAt.getTime() <= now.getTime()) ||
  (holding.source === 'bought' && facts.unregistered !== undefined && facts.registration === undefined)

/** When each step is missing, and what it needs first. */
export const stepRules: Record<StepId, StepRule> = {
  register: {
    doing: () => 'Registering the domain',
    done: () => 'Domain registered',
    needs: [],
    isMissing: inService((h, _d, f, now) => h.source === 'bought' && !isStillRegistered(f, now)),
  },
  renewal_on: {
    doing: () => 'Switching renewal on',
    done: () => 'Renewal is on',
    needs: ['register'],
    isMissing: keeping(
      isRegistered,
      (h, _d, f, now) =>
        h.source === 'bought' &&
        renewsItself(h, now.now) &&
        // The registrar is not asked about what is not served: it would be bought where it is gone.
        (h.isServed ? freshFact(f, 'autoRenew', now) : f.autoRenew)?.on !== true,
    ),
    invalidates: ['autoRenew'],
  },
  zone: {
    doing: () => 'Creating the DNS zone',
    done: () => 'DNS zone created',
    needs: ['register'],
    isMissing: keeping(
      has('zone'),
      (_h, _d, f, now) => f.zone?.doubted === true || !freshFact(f, 'zone', now),
    ),
  },
  place: {
    doing: (platform) => `Finding a place at ${host(platform)}`,
    done: (platform) => `Placed at ${host(platform)}`,
    // A name that somebody else has gets nothing at a host.
    needs: ['register'],
    isMissing: inService((_h, _d, f) => !f.host),
  },
  // Before it is added elsewhere: a name stands in one Google account only.
  leave_host: {
    doing: (platform) => `Leaving the former place at ${host(platform)}`,
    done: (platform) => `Left the former place at ${host(platform)}`,
    needs: [],
    isMissing: (h, d) => (isRunning(h) || isRetiring(h)) && (d.hostsToLeave ?? []).length > 0,
    isUnseen: () => true,
  },
  add_to_host: {
    doing: (platform) => `Adding the domain at ${host(platform)}`,
    done: (platform) => `Domain added at ${host(platform)}`,
    needs: ['register', 'place'],
    isMissing: keeping(has('verification'), (_h, _d, f, now) => !freshFact(f, 'verification', now)),
  },
  records: {
    doing: () => 'Writing DNS records',
    done: () => 'DNS records written',
    needs: ['zone'],
    isMissing: keeping(
      // One that is not seen in DNS any more is looked for in the zone again.
      (f) => f.records !== undefined || f.dns !== undefined,
      (_h, d, f, now) => !isRecorded(d, f, now),
    ),
    invalidates: ['records'],
  },
  delegation: {
    doing: () => 'Checking the name servers',
    done: () => 'Name servers point here',
    // An own name's zone is complete before anybody is sent there; a zone without its owner could be claimed.
    needs: ['zone', 'records'],
    isMissing: keeping(
      (f) => f.delegation?.ok === true,
      (_h, _d, f, now) => freshFact(f, 'delegation', now)?.ok !== true,
    ),
  },
  verify: {
    doing: (platform) => `Verifying at ${host(platform)}`,
    done: (platform) => `Verified at ${host(platform)}`,
    needs: ['add_to_host', 'records', 'delegation'],
    isMissing: keeping(has('verified'), (_h, _d, f, now) => !freshFact(f, 'verified', now)),
  },
  mail_records: {
    doing: (platform) => `Reading mail settings from ${host(platform)}`,
    done: (platform) => `${host(platform)} is ready for mail`,
    needs: ['verify'],
    isMissing: keeping(has('mailRecords'), (_h, _d, f, now) => !freshFact(f, 'mailRecords', now)),
  },
  dkim_keys: {
    doing: () => 'Making DKIM keys',
    done: () => 'DKIM keys made',
    needs: ['mail_records'],
    isMissing: keeping(
      (f) => (f.dkim?.records.length ?? 0) > 0,
      (_h, _d, f, now) => (f.dkim?.records.length ?? 0) === 0 || isDisowned(f, 'dkim', now),
    ),
  },
  dkim_on: {
    doing: () => 'Switching DKIM on',
    done: () => 'DKIM is on',
    needs: ['dkim_keys', 'records', 'dns_seen'],
    isMissing: keeping(
      (f) => f.dkim?.state === 'on',
      (_h, _d, f, now) => freshFact(f, 'dkim', now)?.state !== 'on',
    ),
  },
  dns_seen: {
    doing: () => 'Waiting until the DNS records are seen',
    done: () => 'MX, SPF, DKIM and DMARC are seen',
    needs: ['records', 'delegation', 'mail_records', 'dkim_keys'],
    isMissing: keeping(
      has('dns'),
      (_h, d, f, now) => freshFact(f, 'dns', now)?.digest !== recordsDigest(neededRecords(d, f)),
    ),
  },
  mailboxes: {
    doing: (platform) => `Creating mailboxes at ${host(platform)}`,
    done: (platform) => `Mailboxes are in place at ${host(platform)}`,
    needs: ['mail_records', 'records'],
    isMissing: inRun(
      (h, d, f, now) =>
        (h.isServed || d.mailboxes.some((m) => m.externalId !== null)) &&
        freshFact(f, 'mailboxes', now)?.digest !== mailboxesDigest(d),
    ),
    invalidates: ['mailboxes'],
  },
  proof: {
    doing: () => 'Proving that mail is authentic',
    done: () => 'Mail is proven to be authentic',
    needs: ['mailboxes', 'dkim_on', 'dns_seen'],
    isMissing: inService((_h, _d, f, now) => isProofDue(f, now)),
    // What is delivered stays so while it is proven again; the domain's details say how that stands.
    isUnseen: (h) => h.deliveredAt !== null,
  },
  photo: {
    doing: () => 'Setting the profile picture',
    done: () => 'Profile picture set',
    needs: ['mailboxes'],
    isMissing: inService(
      (h, _d, f, now) =>
        h.profilePictureLink !== null &&
        (f.photo?.link !== h.profilePictureLink ||
          (f.photo.problem !== undefined && !freshFact(f, 'photo', now))),
    ),
    invalidates: ['photo'],
  },
  tool: {
    doing: () => 'Connecting mailboxes to the sending tool',
    done: () => 'The sending tool has connected every mailbox',
    needs: ['mailboxes', 'dns_seen'],
    isMissing: inService((_h, d, f, now) => freshFact(f, 'tool', now)?.digest !== toolDigest(d)),
    // What goes on after a pause has the limit that it was paused with.
    invalidates: ['tool', 'coldLimit'],
  },
  cold_limit: {
    doing: () => 'Setting the daily limits in the sending tool',
    done: () => 'The daily limits are set in the sending tool',
    // What is not in the tool yet sends nothing.
    needs: [],
    isMissing: inService((h, d, f, now) => {
      if (isFileTool(h.connection.kind)) return false
      if (h.coldShare === null) return mailboxesInTool(d).some((m) => linkInTool(d, m)?.rest)
      return freshFact(f, 'coldLimit', now)?.digest !== coldLimitDigest(d)
    }),
    invalidates: ['coldLimit'],
    // The domain is delivered and stays so; its health says how the rest stands.
    isUnseen: () => true,
  },
  delivered: {
    doing: () => 'Finishing',
    done: () => 'Set-up complete',
    needs: ['renewal_on', 'dkim_on', 'proof', 'tool', 'photo'],
    isMissing: inService((_h, d, f) => f.delivered?.digest !== toolDigest(d)),
  },
  disconnect: {
    doing: () => 'Taking the mailboxes out of the sending tool',
    done: () => 'Out of the sending tool',
    needs: [],
    isMissing: inRetire((_h, d) => d.mailboxes.some((m) => m.links.some(isStillLinked))),
    invalidates: ['tool', 'delivered'],
  },
  pause_tool: {
    doing: () => 'Pausing the mailboxes in the sending tool',
    done: () => 'Paused in the sending tool',
    needs: [],
    isMissing: (h, d, f, now) => isPaused(h) && freshFact(f, 'tool', now)?.digest !== toolDigest(d),
    invalidates: ['tool'],
  },
  disable: {
    doing: (platform) => `Disabling mailboxes at ${host(platform)}`,
    done: () => 'Mailboxes disabled',
    needs: [],
    // Without a place nothing was ever made there.
    isMissing: inStop(
      (_h, d, f) => f.host !== undefined && d.mailboxes.some((m) => m.hostState !== 'disabled'),
    ),
    invalidates: ['mailboxes', 'delivered'],
  },
  stop_redirect: {
    doing: () => 'Stopping the forwarding',
    done: () => 'Forwarding stopped',
    needs: [],
    isMissing: inRetire((_h, _d, f) => f.zone !== undefined && !f.unredirected),
    invalidates: ['records'],
  },
  check_registration: {
    doing: () => 'Asking the registry about the name',
    done: () => 'The registry was asked about the name',
    needs: [],
    // Given up before it was known to be registered, or registered again: it may be all the same, or its fee is owed.
    isMissing: inRetire(
      (h, _d, f, now) => h.source === 'bought' && !isStillRegistered(f, now) && !f.unregistered,
    ),
  },
  renewal_off: {
    doing: () => 'Switching renewal off',
    done: () => 'Renewal is off',
    needs: ['check_registration'],
    isMissing: (h, _d, f, { now }) =>
      (isRetiring(h) || (isRunning(h) && !renewsItself(h, now))) &&
      h.source === 'bought' &&
      f.registration !== undefined &&
      f.autoRenew?.on !== false,
    invalidates: ['autoRenew'],
  },
  purge: {
    doing: (platform) => `Removing mailboxes and domain at ${host(platform)}`,
    done: () => 'Mailboxes removed',
    needs: ['disconnect', 'disable'],
    isMissing: inRetire((h, _d, f, now) => isPurgeDue(h, f, now.now) && !f.purged),
    invalidates: [
      'verification',
      'verified',
      'mailRecords',
      'dkim',
      'mailboxes',
      'proof',
      'tool',
      'takenOver',
    ],
  },
  release: {
    doing: () => 'Giving the name free',
    done: () => 'The name is free to be ordered again',
    needs: ['purge', 'leave_host', 'stop_redirect', 'check_registration', 'renewal_off'],
    isMissing: inRetire((h, _d, f, now) => isPurgeDue(h, f, now.now)),
    // The next order of the name begins with no zone, and asks the registrar anew.
    invalidates: ['zone', 'records', 'dns', 'delegation', 'ordered', 'gone', 'renewal', 'lapsed'],
  },
}
