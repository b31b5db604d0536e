import type { BulkToolId } from '#features/tools/rules/sending-tools.ts'
import type { AccountField } from './account-values.ts'
import { instantlySettingFields } from './instantly.ts'
import type { SettingField } from './setting-fields.ts'
import { smartleadOutboundFields, smartleadWarmupFields } from './smartlead.ts'

const common = {
  warmupOn: { label: 'Warm-up' },
  warmupTag: { label: 'Tag identifier' },
  signature: { label: 'Signature' },
  tags: { label: 'Tags' },
} as const
type Naming = Pick<SettingField, 'label' | 'unit'>

/** What a tool's page calls each value. */
const namings: Record<BulkToolId, Record<AccountField, Naming>> = {
  instantly: {
    ...common,
    warmupLimit: instantlySettingFields.warmupLimit,
    warmupIncrement: instantlySettingFields.warmupIncrement,
    replyRatePercent: instantlySettingFields.replyRate,
    dailyLimit: instantlySettingFields.dailyLimit,
    sendingGapMinutes: instantlySettingFields.sendingGap,
  },
  smartlead: {
    ...common,
    warmupLimit: smartleadWarmupFields.maxEmailPerDay,
    warmupIncrement: smartleadWarmupFields.rampupValue,
    replyRatePercent: smartleadWarmupFields.replyRate,
    dailyLimit: smartleadOutboundFields.messagePerDay,
    sendingGapMinutes: smartleadOutboundFields.minTimeToWaitInMins,
  },
}

/** "Sending gap (minutes)" */
export function fieldLabel(tool: BulkToolId, field: AccountField): string {
  const { label, unit } = namings[tool][field]
  return unit ? `${label} (${unit})` : label
}
