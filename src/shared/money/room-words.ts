import { billingPeriodDays, type Platform, platformContents } from '../plans/catalog.ts'

/**
 * What is said before something is paid whose mailboxes could not be made today: a period begins with its payment, not
 * with what is made. Nothing where there is room for all of it.
 */
export function waitsForRoom(
  wanted: readonly Platform[],
  without: readonly Platform[],
): { title: string; text: string } | undefined {
  const waiting = wanted.filter((platform) => without.includes(platform))
  if (waiting.length === 0) return undefined
  const names = waiting.map((platform) => platformContents[platform].name).join(' and ')
  return {
    title: `New ${names} mailboxes have to wait at the moment`,
    text: `There is no room for more of them today. If you pay now, they are made as soon as our team has made room, and the first ${billingPeriodDays} days count from your payment all the same. To know when that will be, ask before you pay:`,
  }
}
