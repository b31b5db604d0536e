import type { DomainDetails } from '#features/domains/api/domain-details.ts'
import { dayText } from '#ui/time-texts.ts'

/** What a replaced domain still does, and until when. */
export function overlapText({
  share,
  leastMail,
  isStopped,
  fallsUntil,
  receivesUntil,
}: NonNullable<DomainDetails['overlap']>): string {
  if (!fallsUntil || !receivesUntil) return 'Goes on with an overlap once its replacement is delivered.'
  const receives = `Receives replies until ${dayText(receivesUntil)}, then it is taken down.`
  if (share === null)
    return isStopped
      ? `It is handed over as a file: nothing may be sent from it any more, so see that none of your campaigns uses it. ${receives}`
      : `It is handed over as a file: send less from it each day yourself, and nothing from ${dayText(fallsUntil)} on. ${receives}`
  return share === 0
    ? `Sends ${leastMail} any more. ${receives}`
    : `Sends ${share} % of its cold mail, less each day and ${leastMail} from ${dayText(fallsUntil)} on. ${receives}`
}
