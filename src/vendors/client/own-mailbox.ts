import type { NewMailbox } from '#vendors/ports/mailbox-hosts.ts'
import { VendorError, type VendorId, vendorNames, waitsForOperator, waitsForVendor } from './vendor-error.ts'

interface Found {
  id: string
  /** What the host keeps with it as its mark. */
  mark: string | null | undefined
}

/**
 * Whether what a host has as the main address is the mailbox that is wanted: made with its mark, made once before (and
 * again by hand since, where the id differs), or had by its customer before.
 */
export const isOwn = ({ mark, wasMade, formerIds }: NewMailbox, found: Found): boolean =>
  wasMade || found.mark === mark || formerIds.includes(found.id)

/** It has the password of another row, or one that somebody has given it: ours is to be set. */
export const isFormer = ({ externalId, formerIds }: NewMailbox, { id }: Pick<Found, 'id'>): boolean =>
  id !== externalId && (externalId !== null || formerIds.includes(id))

/** The address is somebody else's: `whose` goes on after it, and names who that is. */
export const addressTaken = (
  vendor: VendorId,
  { address }: Pick<NewMailbox, 'address'>,
  whose: string,
  holder?: string,
): VendorError =>
  new VendorError({
    vendor,
    operation: 'ensureMailboxes',
    kind: 'rejected',
    reason: `${address} ${whose}`,
    told: `${address} is already in use`,
    holder,
  })

export const anothersMailbox = (vendor: VendorId, wanted: NewMailbox): VendorError =>
  addressTaken(vendor, wanted, 'is a mailbox there already that was not made for this order', wanted.address)

export const aliasOf = (vendor: VendorId, wanted: NewMailbox, holder: string): VendorError =>
  addressTaken(vendor, wanted, `is an alias of ${holder}`, holder)

/** One that was removed and is kept for its owner: who that was is not known here. */
export const keptUntil = (vendor: VendorId, wanted: NewMailbox, until: Date): VendorError => {
  const day = until.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
  return addressTaken(vendor, wanted, `is kept for a removed mailbox of someone else until ${day}`)
}

/** The host says that the address is taken, and shows nobody who has it. */
export const heldUnseen = (vendor: VendorId, { address, isAskedFor }: NewMailbox): VendorError =>
  new VendorError({
    vendor,
    operation: 'ensureMailboxes',
    ...(isAskedFor ? waitsForVendor : waitsForOperator),
    reason: isAskedFor
      ? `${vendorNames[vendor]} says that ${address} is taken, and does not show its mailbox yet`
      : `${vendorNames[vendor]} says that ${address} is taken, and shows no mailbox of it: look for a group, a contact or a removed group of that address, and free the address there`,
  })
