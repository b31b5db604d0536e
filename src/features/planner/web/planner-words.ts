import { countOf } from '#base/text/count-of.ts'
import type { DomainOption, Platform } from '#features/plans/rules/catalog.ts'
import { platformContents, platforms } from '#features/plans/rules/catalog.ts'
import { type SendingDays, sendingDaysOf } from '../rules/sending-days.ts'

export const sendingDaysLabels: Record<SendingDays, string> = {
  every: 'Every day',
  weekdays: 'Monday to Friday',
}

export const domainOptionLabels: Record<DomainOption, string> = {
  purchase: 'Purchase domains',
  own: 'Use domains you own',
}

/** On how many days a month's emails are sent. */
export const sendingDaysText: Record<SendingDays, string> = {
  every: `on all ${sendingDaysOf.every} days`,
  weekdays: `on ${sendingDaysOf.weekdays} weekdays (of 30 days 20 to 22 are)`,
}

/** "12 Entra domains and 6 Google domains", of what there is of each. */
export const onPlatforms = (counts: Record<Platform, number>, noun: string, plural?: string): string =>
  platforms
    .filter((platform) => counts[platform] > 0)
    .map((platform) => {
      const { name } = platformContents[platform]
      return countOf(counts[platform], `${name} ${noun}`, plural && `${name} ${plural}`)
    })
    .join(' and ')
