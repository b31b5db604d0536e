import type Stripe from 'stripe'
import { type ProductId, planOfProduct } from '#shared/money/pricing.ts'
import { plans } from '#shared/plans/catalog.ts'
import type { CallContext } from '../ports/call-context.ts'
import { isVendorError } from '../vendor-error.ts'
import type { StripeClient } from './client.ts'
import { productOf } from './products.ts'
import { productWire } from './wire.ts'

/** What the product is called now. */
export interface Naming {
  name: string
  /** An owner has chosen it: products that Stripe has by another name are renamed. Otherwise they may be called as the dashboard says. */
  isChosen: boolean
}

/**
 * Makes the products that a checkout names, the first time they are needed; their ids are their identity. One that
 * was archived in the dashboard is made active again: Stripe sells nothing of an archived product.
 */
export function createProducts({ ask }: StripeClient, naming: () => Naming) {
  /** By id: what each is called. */
  const known = new Map<string, string>()

  async function ensureOne(id: string, product: ProductId, ctx?: CallContext) {
    const { name: productName, isChosen } = naming()
    const name = nameOf(product, productName)
    const found = await find(id, ctx)
    const change = {
      ...(found?.active === false && { active: true }),
      ...(isChosen && found?.name !== name && { name }),
    }
    if (found && Object.keys(change).length > 0)
      await ask('updateProduct', productWire, (stripe) => stripe.products.update(id, change), ctx)
    if (!found) await create(id, name, ctx)
    known.set(id, name)
  }

  async function find(id: string, ctx?: CallContext) {
    try {
      return await ask('readProduct', productWire, (stripe) => stripe.products.retrieve(id), ctx)
    } catch (error) {
      if (isVendorError(error, 'not_found')) return undefined
      throw error
    }
  }

  async function create(id: string, name: string, ctx?: CallContext) {
    try {
      await ask('createProduct', productWire, (stripe) => stripe.products.create({ id, name }), ctx)
    } catch (refusal) {
      // Another process was quicker.
      if (!isVendorError(refusal) || refusal.code !== 'resource_already_exists') throw refusal
    }
  }

  const idsOf = (params: Stripe.Checkout.SessionCreateParams) =>
    (params.line_items ?? []).flatMap((line) => line.price_data?.product ?? [])

  return {
    async ensure(params: Stripe.Checkout.SessionCreateParams, ctx?: CallContext) {
      for (const id of idsOf(params)) {
        const product = productOf(id)
        if (product && known.get(id) !== nameOf(product, naming().name)) await ensureOne(id, product, ctx)
      }
    },
    /** After a refused checkout: someone may have archived or deleted one since it was looked at. */
    forget(params: Stripe.Checkout.SessionCreateParams) {
      for (const id of idsOf(params)) known.delete(id)
    },
  }
}

export type Products = ReturnType<typeof createProducts>

/** As invoices and the payment page call it. */
function nameOf(product: ProductId, productName: string): string {
  const plan = planOfProduct(product)
  return plan ? `${productName} ${plans[plan].labelSuffix}` : 'Domain registration'
}
