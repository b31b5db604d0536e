import { instantlySettingFields } from '#features/bulk-update/rules/instantly.ts'
import { settingRange } from '#features/bulk-update/rules/setting-fields.ts'
import { smartleadWarmupFields } from '#features/bulk-update/rules/smartlead.ts'

const instantly = instantlySettingFields
const smartlead = smartleadWarmupFields

/**
 * How warm-up begins for mailboxes that are connected by API key: as the bulk tools propose it. From then on it is the
 * customer's to change. Email Bison chooses the ramp-up and the replies itself.
 */
export const newMailboxWarmup = {
  instantly: {
    limit: instantly.warmupLimit.default,
    increment: instantly.warmupIncrement.default,
    replyRatePercent: instantly.replyRate.default,
  },
  smartlead: {
    limit: settingRange(smartlead.maxEmailPerDay, 'apiKey').default,
    increment: settingRange(smartlead.rampupValue, 'apiKey').default,
    replyRatePercent: settingRange(smartlead.replyRate, 'apiKey').default,
  },
  bison: { limit: instantly.warmupLimit.default },
} as const
