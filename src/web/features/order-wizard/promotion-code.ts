import { storagePrefix } from '#shared/accounts/session-storage-keys.ts'
import { readStored, removeStored, writeStored } from '../../browser-storage.ts'

/** Kept with the draft, so that turning back from the payment page does not make the second try dearer. */
const promotionCodeKey = `${storagePrefix}.promotionCode`

export const readPromotionCode = (): string => readStored(promotionCodeKey) ?? ''
export const keepPromotionCode = (code: string): void => writeStored(promotionCodeKey, code)
export const forgetPromotionCode = (): void => removeStored(promotionCodeKey)
