import {
  billingPeriodDays,
  type Platform,
  platformContents,
  platforms,
} from '#features/plans/rules/catalog.ts'

/** The places at mailbox hosts that something needs once it is paid. */
export interface WantedPlaces {
  /** Domains for which there has to be room. */
  needed: Record<Platform, number>
  /** Others of it stand where they stood, and need none. */
  areSomeKept: boolean
}

/**
 * What is said before something is paid whose mailboxes could not all be made today: a period begins with its payment,
 * not with what is made. Nothing where there is room for all of it.
 */
export function waitsForRoom(
  { needed, areSomeKept }: WantedPlaces,
  room: Record<Platform, number>,
): { title: string; text: string } | undefined {
  const waiting = platforms.filter((platform) => needed[platform] > room[platform])
  if (waiting.length === 0) return undefined
  const names = waiting.map((platform) => platformContents[platform].name).join(' and ')
  const isNoneMade = waiting.every((platform) => room[platform] === 0)
  return {
    title: `${isNoneMade ? 'New' : 'Some of the new'} ${names} mailboxes have to wait at the moment`,
    text: [
      isNoneMade
        ? 'There is no room for more of them today.'
        : 'There is room for some of them today, not for all.',
      `If you pay now, ${isNoneMade ? 'they' : 'the others'} are made as soon as our team has made room, and the first ${billingPeriodDays} days count from your payment all the same.`,
      ...(areSomeKept ? ['Mailboxes that are kept from before do not wait.'] : []),
      'To know when that will be, ask before you pay:',
    ].join(' '),
  }
}
