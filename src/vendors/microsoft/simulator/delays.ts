import type { World } from '#vendors/sandbox/world.ts'

/**
 * How long Microsoft takes until one part of it knows what another part did, in milliseconds. The real ones are
 * seconds to an hour and not promised anywhere; these are short enough to be watched.
 */
const delaysMs = {
  /** A verified domain becomes an accepted domain in Exchange. */
  acceptedDomain: 20_000,
  /** A licence becomes a mailbox. */
  licensedMailbox: 30_000,
  /** A shared mailbox's user appears in Graph. */
  sharedMailboxUser: 5_000,
  /** A new user appears in filtered listings; reading it by its id works at once. */
  listedUser: 5_000,
  /** A new service principal can be given permissions. */
  servicePrincipal: 10_000,
  /** A switch of SMTP AUTH reaches the mail servers: 5 to 30 minutes at the real ones. */
  smtpAuth: 20_000,
  /** Published CNAME records are seen by the DKIM check. */
  dkimDns: 20_000,
}

export const dueAt = (world: World, delay: keyof typeof delaysMs): number =>
  world.now() + delaysMs[delay] * world.delayScale
