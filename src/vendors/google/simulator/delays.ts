import type { World } from '#vendors/sandbox/world.ts'

/**
 * How long Google takes until one part of it knows what another part did, in milliseconds; the real ones are
 * minutes, up to a day, and not promised.
 */
const delaysMs = {
  /** A site verified by the account's administrator becomes a verified domain. */
  verifiedDomain: 10_000,
  /** A new user gets a mailbox. */
  mailbox: 20_000,
  /** A new user can be read by its id or address; other calls know it at once. */
  readableUser: 2_000,
  /** A new user appears in listings. */
  listedUser: 5_000,
}

export const dueAt = (world: World, delay: keyof typeof delaysMs): number =>
  world.now() + delaysMs[delay] * world.delayScale
