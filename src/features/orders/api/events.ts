import * as z from 'zod/mini'
import { endpoint } from '#base/api/endpoint.ts'

/** The stream of hints that something of the customer's has changed: read it again, also on every reconnect. */
export const liveEvents = endpoint({
  method: 'GET',
  path: '/api/events',
  summary:
    'Server-sent events: "changed" whenever orders have to be read again, "brand" when name, look or prices have changed; carries no data',
  access: 'customer',
  viewed: true,
  staysOpen: true,
  response: z.string(),
})

/** Something of the customer's. */
export const changedEvent = 'changed'
/** What `/api/config` says. */
export const brandEvent = 'brand'
