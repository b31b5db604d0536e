import * as z from 'zod/mini'
import { endpoint } from '#base/api/endpoint.ts'
import { agreedEnds } from '#features/checkout/api/ended-payments.ts'
import { quote } from '#features/checkout/rules/pricing.ts'
import { domainGroup } from '#features/domains/rules/domain-group.ts'
import { orderBody } from '../rules/order-payload.ts'

export const createOrder = endpoint({
  method: 'POST',
  path: '/api/orders',
  summary: 'Take an order; nothing is set up before it is paid',
  access: 'customer',
  limit: 'order',
  query: agreedEnds,
  body: orderBody,
  response: z.object({
    success: z.boolean(),
    message: z.string(),
    orderIds: z.array(z.string()),
    data: z.object({
      /** The groups to pay for. */
      domainGroups: z.array(domainGroup),
    }),
    /** What checkout will charge. */
    quote,
  }),
})
