import { numberText } from '#base/text/number-text.ts'
import { dollarsPerHourSaved, minutesSavedPerDomain, minutesSavedPerMailbox } from './catalog.ts'

/** Hours of work saved by what was delivered, with one decimal. */
export const hoursSaved = (delivered: { mailboxes: number; domains: number }): number => {
  const minutes = delivered.mailboxes * minutesSavedPerMailbox + delivered.domains * minutesSavedPerDomain
  return Math.round(minutes / 6) / 10
}

/** Whole dollars that hours with one decimal are worth. */
export const dollarsSaved = (hours: number): number => Math.round(hours * dollarsPerHourSaved)

/** "1,234.5" */
export const hoursText = (hours: number): string => numberText(hours, 1)

/** "$24,690" */
export const dollarsSavedText = (hours: number): string => `$${numberText(dollarsSaved(hours))}`
