import * as z from 'zod'
import type { StripeAccount } from './account.ts'
import { isWithin, page } from './lists.ts'
import { expandable, paging, text, timeRange } from './params.ts'
import { existing } from './problem.ts'
import { type Route, route } from './route.ts'

/** Seconds an event can be read again. */
const keptFor = 30 * 86_400

const listParams = z.strictObject({
  ...paging,
  type: text.optional(),
  types: z.array(text).max(20).optional(),
  created: timeRange.optional(),
  delivery_success: text.optional(),
})

/** `checkout.session.*` stands for all of its kind. */
const matches = (type: string, pattern: string) =>
  pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern

export const eventRoutes = (account: StripeAccount): Route[] => [
  route({
    method: 'GET',
    path: '/v1/events',
    params: listParams,
    answer: ({ type, types, created, delivery_success: _, ...request }) => {
      const oldest = Math.max(created?.gte ?? created?.gt ?? 0, account.now() - keptFor)
      return page(account.events, '/v1/events', request, {
        where: (event) =>
          (type === undefined || matches(event.type, type)) &&
          (types?.some((pattern) => matches(event.type, pattern)) ?? true) &&
          isWithin(event.created, created),
        until: (event) => event.created < oldest,
      })
    },
  }),
  route({
    method: 'GET',
    path: '/v1/events/:id',
    params: z.strictObject(expandable),
    answer: (_, { id = '' }) => {
      const event = account.events.get(id)
      return existing(event && event.created >= account.now() - keptFor ? event : undefined, 'event', id)
    },
  }),
]
