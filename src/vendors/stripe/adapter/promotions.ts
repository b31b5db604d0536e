import type { StripeCall } from './client.ts'
import { toPromotion } from './translate.ts'
import { promotionCodeListWire } from './wire.ts'

export const findPromotion: StripeCall<'findPromotion'> = async ({ ask }, code, ctx) => {
  const { data } = await ask(
    'findPromotion',
    promotionCodeListWire,
    (stripe) =>
      stripe.promotionCodes.list({
        code,
        active: true,
        limit: 10,
        expand: ['data.promotion.coupon', 'data.promotion.coupon.applies_to'],
      }),
    ctx,
  )
  return data.map(toPromotion).find((promotion) => promotion !== undefined)
}
