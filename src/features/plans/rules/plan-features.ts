import { countOf } from '#base/text/count-of.ts'
import { isMixed, type PlanId, type Platform, plans, platformContents, platformsOf } from './catalog.ts'

const listed = (plan: PlanId, say: (platform: Platform) => string): string =>
  platformsOf(plan).map(say).join(' + ')

/** What one order of a plan contains, as the lines of its card. */
export function planFeatures(plan: PlanId): string[] {
  const mixed = isMixed(plan)
  const domains = listed(plan, (platform) =>
    countOf(plans[plan].domains[platform], `${platformContents[platform].name} domain`),
  )
  const inboxes = listed(plan, (platform) => {
    const { name, soldPerDomain } = platformContents[platform]
    return mixed ? `${soldPerDomain} on ${name}` : `${soldPerDomain}`
  })
  const daily = listed(plan, (platform) => {
    const { name, dailyLimit, dailyText } = platformContents[platform]
    return mixed ? `${dailyLimit} on ${name}` : dailyText
  })
  return [
    domains,
    mixed ? `Inboxes per domain: ${inboxes}` : `${inboxes} inboxes per domain`,
    `${plans[plan].capacityText} emails/mo`,
    mixed ? `Emails per day per inbox: ${daily}` : `${daily} emails per day per inbox`,
  ]
}
