import type { BulkToolId } from '#features/tools/rules/sending-tools.ts'
import type { BulkAccount } from '#vendors/ports/bulk-tools.ts'
import { type AccountValues, fieldsOf, signatureExcerpt } from '../rules/account-values.ts'
import type { InstantlyAccount } from '../rules/instantly.ts'
import type { ListedAccount } from '../rules/loaded-list.ts'
import type { SmartleadAccount } from '../rules/smartlead.ts'
import { valuesOf } from './bulk-change.ts'

/** As Instantly's wizard reads it. */
export const presentInstantlyAccount = (account: BulkAccount): InstantlyAccount => ({
  email: account.email,
  stat_warmup_score: account.warmupScore ?? null,
  payload: {
    name: { first: account.firstName, last: account.lastName },
    daily_limit: account.dailyLimit ?? null,
  },
  current: presentValues(valuesOf(account)),
})

/** As Smartlead's wizard reads it. */
export const presentSmartleadAccount = (account: BulkAccount): SmartleadAccount => ({
  id: Number(account.id),
  from_name: account.fromName,
  from_email: account.email,
  type: account.type,
  current: presentValues(valuesOf(account)),
})

export const presentAccount = (tool: BulkToolId, account: BulkAccount): ListedAccount =>
  tool === 'instantly' ? presentInstantlyAccount(account) : presentSmartleadAccount(account)

/** Without what is not shown; of a signature its first words. */
export function presentValues(values: AccountValues): AccountValues {
  const shown: AccountValues = {}
  for (const field of fieldsOf(values))
    Object.assign(shown, {
      [field]: field === 'signature' ? signatureExcerpt(values.signature ?? '') : values[field],
    })
  return shown
}
