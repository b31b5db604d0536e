import * as z from 'zod/mini'
import { endpoint } from '#base/api/endpoint.ts'
import { cancelOrderBody } from '../rules/cancel-order.ts'

export const cancelOrder = endpoint({
  method: 'POST',
  path: '/api/orders/cancel',
  summary: 'Cancel a group at once: billing stops, its mailboxes are disabled',
  access: 'customer',
  asksAgain: true,
  limit: 'change',
  body: cancelOrderBody,
  response: z.object({ success: z.boolean(), message: z.string() }),
})
