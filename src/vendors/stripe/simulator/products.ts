import * as z from 'zod'
import type { StripeAccount } from './account.ts'
import { mergeMetadata } from './customers.ts'
import { page } from './lists.ts'
import type { Price, Product, Recurring } from './objects.ts'
import { currency, expandable, flag, integer, metadata, paging, text } from './params.ts'
import { existing, invalid, missingReference } from './problem.ts'
import { type Route, route } from './route.ts'

export const recurringParams = z.strictObject({
  interval: z.enum(['day', 'week', 'month', 'year']),
  interval_count: integer.pipe(z.number().min(1)).optional(),
})
const productParams = z.strictObject({
  id: text.optional(),
  name: text,
  description: text.optional(),
  active: flag.optional(),
  metadata: metadata.optional(),
  ...expandable,
})
const priceParams = z.strictObject({
  currency,
  product: text,
  unit_amount: integer.pipe(z.number().min(0)),
  recurring: recurringParams.optional(),
  nickname: text.optional(),
  lookup_key: text.optional(),
  metadata: metadata.optional(),
  ...expandable,
})
export function createProduct(account: StripeAccount, fields: z.output<typeof productParams>): Product {
  const id = fields.id ?? account.id('prod', 14)
  if (account.products.get(id))
    throw invalid(`Product already exists with ID '${id}'`, 'id', 'resource_already_exists')
  const product: Product = {
    id,
    object: 'product',
    active: fields.active ?? true,
    created: account.now(),
    description: fields.description ?? null,
    livemode: false,
    metadata: fields.metadata ?? {},
    name: fields.name,
    updated: account.now(),
  }
  account.products.put(id, product)
  account.emit('product.created', product)
  return product
}

export function createPrice(
  account: StripeAccount,
  fields: {
    currency: string
    product: string
    unit_amount: number
    recurring?: { interval: Recurring['interval']; interval_count?: number }
    nickname?: string
    lookup_key?: string
    metadata?: Price['metadata']
  },
): Price {
  const { recurring } = fields
  const price: Price = {
    id: account.id('price'),
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created: account.now(),
    currency: fields.currency,
    livemode: false,
    lookup_key: fields.lookup_key ?? null,
    metadata: fields.metadata ?? {},
    nickname: fields.nickname ?? null,
    product: fields.product,
    recurring: recurring
      ? {
          interval: recurring.interval,
          interval_count: recurring.interval_count ?? 1,
          usage_type: 'licensed',
        }
      : null,
    type: recurring ? 'recurring' : 'one_time',
    unit_amount: fields.unit_amount,
  }
  account.prices.put(price.id, price, price.product)
  account.emit('price.created', price)
  return price
}

export const productRoutes = (account: StripeAccount): Route[] => [
  route({
    method: 'POST',
    path: '/v1/products',
    params: productParams,
    answer: (params) => createProduct(account, params),
  }),
  route({
    method: 'GET',
    path: '/v1/products',
    params: z.strictObject({ ...paging, active: flag.optional(), ids: z.array(text).optional() }),
    answer: ({ active, ids, ...request }) =>
      page(account.products, '/v1/products', request, {
        where: (product) =>
          (active === undefined || product.active === active) && (ids?.includes(product.id) ?? true),
      }),
  }),
  route({
    method: 'GET',
    path: '/v1/products/:id',
    params: z.strictObject(expandable),
    answer: (_, { id = '' }) => existing(account.products.get(id), 'product', id),
  }),
  route({
    method: 'POST',
    path: '/v1/products/:id',
    params: productParams.omit({ id: true }).partial(),
    answer: ({ metadata: change, expand: _, ...fields }, { id = '' }) => {
      const product = existing(account.products.get(id), 'product', id)
      Object.assign(product, fields, {
        metadata: mergeMetadata(product.metadata, change),
        updated: account.now(),
      })
      account.products.put(id, product)
      account.emit('product.updated', product)
      return product
    },
  }),
  route({
    method: 'POST',
    path: '/v1/prices',
    params: priceParams,
    answer: (params) => {
      if (!account.products.get(params.product)) throw missingReference('product', params.product, 'product')
      return createPrice(account, params)
    },
  }),
  route({
    method: 'GET',
    path: '/v1/prices',
    params: z.strictObject({ ...paging, product: text.optional(), active: flag.optional() }),
    answer: ({ product, active, ...request }) =>
      page(account.prices, '/v1/prices', request, {
        parent: product,
        where: (price) => active === undefined || price.active === active,
      }),
  }),
  route({
    method: 'GET',
    path: '/v1/prices/:id',
    params: z.strictObject(expandable),
    answer: (_, { id = '' }) => existing(account.prices.get(id), 'price', id),
  }),
]
