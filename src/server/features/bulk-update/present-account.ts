import { type AccountValues, fieldsOf, signatureExcerpt } from '#shared/bulk-update/account-values.ts'
import type { InstantlyAccount } from '#shared/bulk-update/instantly.ts'
import type { ListedAccount } from '#shared/bulk-update/loaded-list.ts'
import type { SmartleadAccount } from '#shared/bulk-update/smartlead.ts'
import type { BulkToolId } from '#shared/tools/sending-tools.ts'
import type { BulkAccount } from '../../providers/ports/bulk-tools.ts'
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
