import type Stripe from 'stripe'
import { type ProductId, planOfProduct } from '#shared/money/pricing.ts'
import { plans } from '#shared/plans/catalog.ts'
import type { CallContext } from '../ports/call-context.ts'
import { isVendorError } from '../vendor-error.ts'
import type { StripeClient } from './client.ts'
import { productOf } from './products.ts'
import { productWire } from './wire.ts'

/** Makes the products that a checkout names, the first time they are needed; their ids are their identity. */
export function createProducts({ ask }: StripeClient, productName: string) {
  const known = new Set<string>()

  async function ensureOne(id: string, product: ProductId, ctx?: CallContext) {
    try {
      await ask('readProduct', productWire, (stripe) => stripe.products.retrieve(id), ctx)
    } catch (error) {
      if (!isVendorError(error, 'not_found')) throw error
      try {
        const name = nameOf(product, productName)
        await ask('createProduct', productWire, (stripe) => stripe.products.create({ id, name }), ctx)
      } catch (refusal) {
        // Another process was quicker.
        if (!isVendorError(refusal) || refusal.code !== 'resource_already_exists') throw refusal
      }
    }
    known.add(id)
  }

  return {
    async ensure(params: Stripe.Checkout.SessionCreateParams, ctx?: CallContext) {
      for (const line of params.line_items ?? []) {
        const id = line.price_data?.product
        const product = id && productOf(id)
        if (product && !known.has(id)) await ensureOne(id, product, ctx)
      }
    },
  }
}

export type Products = ReturnType<typeof createProducts>

/** As invoices and the payment page call it. */
function nameOf(product: ProductId, productName: string): string {
  const plan = planOfProduct(product)
  return plan ? `${productName} ${plans[plan].labelSuffix}` : 'Domain registration'
}
