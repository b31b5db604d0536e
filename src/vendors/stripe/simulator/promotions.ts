import * as z from 'zod'
import type { StripeAccount } from './account.ts'
import { mergeMetadata } from './customers.ts'
import { page } from './lists.ts'
import type { Coupon, PromotionCode } from './objects.ts'
import { currency, decimal, expandable, flag, integer, metadata, paging, text } from './params.ts'
import { existing, invalid, missingReference, StripeProblem } from './problem.ts'
import { type Route, route } from './route.ts'

const couponParams = z.strictObject({
  id: text.optional(),
  name: text.optional(),
  percent_off: decimal.pipe(z.number().gt(0).max(100)).optional(),
  amount_off: integer.pipe(z.number().min(1)).optional(),
  currency: currency.optional(),
  duration: z.enum(['once', 'repeating', 'forever']).optional(),
  duration_in_months: integer.optional(),
  applies_to: z.strictObject({ products: z.array(text) }).optional(),
  max_redemptions: integer.optional(),
  redeem_by: integer.optional(),
  metadata: metadata.optional(),
  ...expandable,
})
const promotionParams = z.strictObject({
  promotion: z.strictObject({ type: z.literal('coupon'), coupon: text }),
  code: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,500}$/)
    .optional(),
  active: flag.optional(),
  customer: text.optional(),
  expires_at: integer.optional(),
  max_redemptions: integer.optional(),
  restrictions: z
    .strictObject({
      first_time_transaction: flag.optional(),
      minimum_amount: integer.optional(),
      minimum_amount_currency: currency.optional(),
    })
    // An amount alone would say nothing: https://docs.stripe.com/api/promotion_codes/create
    .refine((r) => (r.minimum_amount === undefined) === (r.minimum_amount_currency === undefined))
    .optional(),
  metadata: metadata.optional(),
  ...expandable,
})

export function createCoupon(account: StripeAccount, fields: z.output<typeof couponParams>): Coupon {
  if ((fields.percent_off === undefined) === (fields.amount_off === undefined))
    throw invalid('Must provide either percent_off or amount_off.', 'percent_off')
  if (fields.duration === 'repeating' && !fields.duration_in_months)
    throw invalid('Missing required param: duration_in_months.', 'duration_in_months', 'parameter_missing')
  for (const [index, product] of (fields.applies_to?.products ?? []).entries())
    if (!account.products.get(product))
      throw missingReference('product', product, `applies_to[products][${index}]`)
  const id = fields.id ?? account.id('cpn', 8).slice(4)
  if (account.coupons.get(id)) throw invalid(`Coupon already exists.`, 'id', 'resource_already_exists')
  const coupon: Coupon = {
    id,
    object: 'coupon',
    amount_off: fields.amount_off ?? null,
    ...(fields.applies_to ? { applies_to: fields.applies_to } : {}),
    created: account.now(),
    currency: fields.amount_off ? (fields.currency ?? 'usd') : null,
    duration: fields.duration ?? 'once',
    duration_in_months: fields.duration_in_months ?? null,
    livemode: false,
    max_redemptions: fields.max_redemptions ?? null,
    metadata: fields.metadata ?? {},
    name: fields.name ?? null,
    percent_off: fields.percent_off ?? null,
    redeem_by: fields.redeem_by ?? null,
    times_redeemed: 0,
    valid: true,
  }
  account.coupons.put(id, coupon)
  account.emit('coupon.created', coupon)
  return coupon
}

export function createPromotionCode(
  account: StripeAccount,
  fields: z.output<typeof promotionParams>,
): PromotionCode {
  if (!account.coupons.get(fields.promotion.coupon))
    throw missingReference('coupon', fields.promotion.coupon, 'promotion[coupon]')
  const code = fields.code ?? account.id('code', 8).slice(5).toUpperCase()
  const twin = account.promotionCodes.list({ parent: code.toLowerCase() }).find((other) => other.active)
  if (twin && (fields.active ?? true))
    throw invalid(
      `An active promotion code with \`code: ${code}\` already exists.`,
      'code',
      'resource_already_exists',
    )
  const promotion: PromotionCode = {
    id: account.id('promo'),
    object: 'promotion_code',
    active: fields.active ?? true,
    code,
    created: account.now(),
    customer: fields.customer ?? null,
    expires_at: fields.expires_at ?? null,
    livemode: false,
    max_redemptions: fields.max_redemptions ?? null,
    metadata: fields.metadata ?? {},
    promotion: { type: 'coupon', coupon: fields.promotion.coupon },
    restrictions: {
      first_time_transaction: fields.restrictions?.first_time_transaction ?? false,
      minimum_amount: fields.restrictions?.minimum_amount ?? null,
      minimum_amount_currency: fields.restrictions?.minimum_amount_currency ?? null,
    },
    times_redeemed: 0,
  }
  account.promotionCodes.put(promotion.id, promotion, code.toLowerCase())
  account.emit('promotion_code.created', promotion)
  return promotion
}

/** A coupon that can still be redeemed; dates and counts are looked at when it is asked for. */
function currentCoupon(account: StripeAccount, id: string): Coupon | undefined {
  const coupon = account.coupons.get(id)
  if (!coupon) return undefined
  const usedUp = coupon.max_redemptions !== null && coupon.times_redeemed >= coupon.max_redemptions
  const over = coupon.redeem_by !== null && coupon.redeem_by <= account.now()
  return { ...coupon, valid: coupon.valid && !usedUp && !over }
}

/** As `active` reads at this moment: Stripe switches a code off when it has expired or is used up. */
export function currentPromotion(account: StripeAccount, promotion: PromotionCode): PromotionCode {
  const usedUp = promotion.max_redemptions !== null && promotion.times_redeemed >= promotion.max_redemptions
  const over = promotion.expires_at !== null && promotion.expires_at <= account.now()
  const coupon = currentCoupon(account, promotion.promotion.coupon)
  return { ...promotion, active: promotion.active && !usedUp && !over && (coupon?.valid ?? false) }
}

/** The coupon behind a discount that someone wants to use now, or the refusal. */
export function redeemableCoupon(
  account: StripeAccount,
  discount: { coupon?: string; promotion_code?: string },
  purchase: { customer: string | undefined; subtotal: number },
): Coupon {
  if (discount.promotion_code) {
    const stored = account.promotionCodes.get(discount.promotion_code)
    if (!stored)
      throw missingReference('promotion code', discount.promotion_code, 'discounts[0][promotion_code]')
    const promotion = currentPromotion(account, stored)
    const { restrictions } = promotion
    const refuse = (message: string) =>
      new StripeProblem(400, {
        type: 'invalid_request_error',
        code: 'promotion_code_invalid',
        message,
        param: 'discounts[0][promotion_code]',
      })
    if (!promotion.active) throw refuse('This promotion code is expired or no longer active.')
    if (promotion.customer && promotion.customer !== purchase.customer)
      throw refuse('This promotion code cannot be redeemed by this customer.')
    if (restrictions.minimum_amount !== null && purchase.subtotal < restrictions.minimum_amount)
      throw refuse('This promotion code needs a larger amount.')
    if (restrictions.first_time_transaction && purchase.customer && hasPaid(account, purchase.customer))
      throw refuse('This promotion code cannot be redeemed because the customer has prior transactions.')
    return account.coupons.get(promotion.promotion.coupon)!
  }
  const coupon = currentCoupon(account, discount.coupon ?? '')
  if (!coupon) throw missingReference('coupon', discount.coupon ?? '', 'discounts[0][coupon]')
  if (!coupon.valid)
    throw invalid(`Coupon ${coupon.id} is no longer valid.`, 'discounts[0][coupon]', 'coupon_expired')
  return coupon
}

/** Any successful payment counts, and any invoice that was not void: https://docs.stripe.com/billing/subscriptions/coupons */
const hasPaid = (account: StripeAccount, customer: string) =>
  account.paymentIntents.list({ parent: customer }).some((payment) => payment.status === 'succeeded') ||
  account.invoices.list({ parent: customer }).some((invoice) => invoice.status !== 'void')

export const promotionRoutes = (account: StripeAccount): Route[] => [
  route({
    method: 'POST',
    path: '/v1/coupons',
    params: couponParams,
    answer: (params) => createCoupon(account, params),
  }),
  route({
    method: 'GET',
    path: '/v1/coupons',
    params: z.strictObject(paging),
    answer: (request) => page(account.coupons, '/v1/coupons', request),
  }),
  route({
    method: 'GET',
    path: '/v1/coupons/:id',
    params: z.strictObject(expandable),
    answer: (_, { id = '' }) => existing(currentCoupon(account, id), 'coupon', id),
  }),
  route({
    method: 'DELETE',
    path: '/v1/coupons/:id',
    params: z.strictObject({}),
    answer: (_, { id = '' }) => {
      const coupon = existing(account.coupons.get(id), 'coupon', id)
      account.coupons.put(id, { ...coupon, valid: false })
      return { id, object: 'coupon', deleted: true }
    },
  }),
  route({
    method: 'POST',
    path: '/v1/promotion_codes',
    params: promotionParams,
    answer: (params) => createPromotionCode(account, params),
  }),
  route({
    method: 'GET',
    path: '/v1/promotion_codes',
    params: z.strictObject({
      ...paging,
      code: text.optional(),
      active: flag.optional(),
      coupon: text.optional(),
    }),
    answer: ({ code, active, coupon, ...request }) => {
      const list = page(account.promotionCodes, '/v1/promotion_codes', request, {
        parent: code?.toLowerCase(),
        where: (promotion) =>
          (active === undefined || currentPromotion(account, promotion).active === active) &&
          (coupon === undefined || promotion.promotion.coupon === coupon),
      })
      return { ...list, data: list.data.map((promotion) => currentPromotion(account, promotion)) }
    },
  }),
  route({
    method: 'POST',
    path: '/v1/promotion_codes/:id',
    params: z.strictObject({ active: flag.optional(), metadata: metadata.optional(), ...expandable }),
    answer: ({ active, metadata: change }, { id = '' }) => {
      const promotion = existing(account.promotionCodes.get(id), 'promotion code', id)
      if (active !== undefined) promotion.active = active
      promotion.metadata = mergeMetadata(promotion.metadata, change)
      account.promotionCodes.put(id, promotion)
      account.emit('promotion_code.updated', promotion)
      return currentPromotion(account, promotion)
    },
  }),
]
