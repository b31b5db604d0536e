import type { domainNames } from '#base/db/schema/index.ts'
import { withoutSecrets } from '#base/text/without-secrets.ts'

type Problem = NonNullable<(typeof domainNames.$inferSelect)['problem']>

/** What a third party answered last: "Microsoft verifyDomain: …", in its own words, without what opens anything. */
export const answerText = ({ vendor, operation, reason }: Problem): string => {
  const asked = [vendor, operation].filter(Boolean).join(' ')
  return `${asked ? `${asked}: ` : ''}${withoutSecrets(reason)}`
}
