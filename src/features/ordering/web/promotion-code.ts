import { promotionCodeKey } from './kept-drafts.ts'
import { keepTextBeside, readBeside } from './order-draft-store.ts'

export const readPromotionCode = (): string => readBeside(promotionCodeKey) ?? ''
export const keepPromotionCode = (code: string): void => keepTextBeside(promotionCodeKey, code)
export const forgetPromotionCode = (): void => keepTextBeside(promotionCodeKey, null)
