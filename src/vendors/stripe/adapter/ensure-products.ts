import type { Logger } from 'pino'
import type Stripe from 'stripe'
import type * as z from 'zod'
import { type ProductId, planOfProduct, productIds } from '#features/checkout/rules/pricing.ts'
import { type Naming, planLabel } from '#features/plans/rules/naming.ts'
import { isVendorError } from '#vendors/client/vendor-error.ts'
import type { CallContext } from '#vendors/ports/call-context.ts'
import type { StripeClient } from './client.ts'
import { productOf, stripeProductIds } from './products.ts'
import { productWire } from './wire.ts'

/** What the product and its plans are called now. */
export interface ProductNaming extends Naming {
  /** What the installation calls itself as long as no owner has chosen another name. */
  shippedName: string
}

/** In the metadata of a product: the name that we gave it last. Whose name is another one was renamed in the dashboard since. */
const givenName = 'inboxyard_name'
/** How long a product is not looked at again by who sells it, and by who only follows its name. */
const knownMs = 10 * 60_000
const followedMs = 60 * 60_000

interface Seen {
  name: string
  at: number
}
/** Whether a product was seen to be called so, and another process has hardly renamed it since. */
const isRecent = (seen: Seen | undefined, name: string, forMs: number): boolean =>
  seen?.name === name && performance.now() - seen.at < forMs

/**
 * Makes the products that a checkout names, the first time they are needed; their ids are their identity. One that
 * was archived in the dashboard is made active again: Stripe sells nothing of an archived product. A name is given once
 * for each choice of an owner's, and once when the choice is taken back: what the dashboard says since then stays.
 */
export function createProducts(
  { ask }: StripeClient,
  { naming, log }: { naming: () => ProductNaming; log: Pick<Logger, 'warn'> },
) {
  /** By id: what each is called that is there and sold. */
  const known = new Map<string, Seen>()
  /** By id: the name that each was given, or was looked for to be given. */
  const followed = new Map<string, Seen>()

  async function ensureOne(id: string, product: ProductId, ctx?: CallContext) {
    const { name, named } = wantedName(product, naming())
    const found = await find(id, ctx)
    if (found)
      await update(id, { ...(found.active === false && { active: true }), ...renaming(found, product) }, ctx)
    else await create({ id, ...named }, ctx)
    known.set(id, { name, at: performance.now() })
  }

  /**
   * What makes a product bear its name, where that is ours to say. One without a note, from before names were noted, was
   * made under the shipped name; if it has another one, nobody knows whether the dashboard or the owner spoke last.
   */
  function renaming(found: z.infer<typeof productWire>, product: ProductId) {
    const { name, shipped, named } = wantedName(product, naming())
    const given = found.metadata?.[givenName]
    if (name === (given ?? shipped)) return {}
    return given !== undefined || found.name === shipped || found.name === name ? named : {}
  }

  async function update(id: string, change: Stripe.ProductUpdateParams, ctx?: CallContext) {
    if (Object.keys(change).length > 0)
      await ask('updateProduct', productWire, (stripe) => stripe.products.update(id, change), ctx)
  }

  async function find(id: string, ctx?: CallContext) {
    try {
      return await ask('readProduct', productWire, (stripe) => stripe.products.retrieve(id), ctx)
    } catch (error) {
      if (isVendorError(error, 'not_found')) return undefined
      throw error
    }
  }

  async function create(params: Stripe.ProductCreateParams, ctx?: CallContext) {
    try {
      await ask('createProduct', productWire, (stripe) => stripe.products.create(params), ctx)
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
        if (product && !isRecent(known.get(id), nameOf(product, naming()), knownMs))
          await ensureOne(id, product, ctx)
      }
    },
    /**
     * Has the products that are there follow a name that was chosen since: renewals are invoiced under it, whether anybody
     * pays for something new or not. Each is looked at once for a name, and once an hour. One that Stripe refuses keeps
     * no other from its name, and is tried again.
     */
    async rename(ctx?: CallContext) {
      for (const product of productIds) {
        const id = stripeProductIds[product]
        const name = nameOf(product, naming())
        if (isRecent(followed.get(id), name, followedMs)) continue
        try {
          const found = await find(id, ctx)
          if (found) await update(id, renaming(found, product), ctx)
          followed.set(id, { name, at: performance.now() })
        } catch (error) {
          if (!isVendorError(error)) throw error
          log.warn({ err: error, product: id }, 'a product cannot be renamed')
        }
      }
    },
    /** After a refused checkout: someone may have archived or deleted one since it was looked at. */
    forget(params: Stripe.Checkout.SessionCreateParams) {
      for (const id of idsOf(params)) known.delete(id)
    },
  }
}

export type Products = ReturnType<typeof createProducts>

/** What a product is to be called, what it is called as long as nobody has chosen, and the change that gives the name. */
function wantedName(product: ProductId, now: ProductNaming) {
  const name = nameOf(product, now)
  const shipped = nameOf(product, { productName: now.shippedName, planNames: {} })
  return { name, shipped, named: { name, metadata: { [givenName]: name } } }
}

/** As invoices and the payment page call it. */
function nameOf(product: ProductId, naming: Naming): string {
  const plan = planOfProduct(product)
  return plan ? planLabel(plan, naming) : 'Domain registration'
}
