import * as z from 'zod/mini'
import { endpoint } from '#base/api/endpoint.ts'
import { boundedText } from '#base/text/outcome.ts'
import { setUpStages } from '../rules/set-up.ts'

/** A moment as an ISO text. */
const time = z.string()

const orderOverview = z.object({
  /** What is charged next, and when; null where nothing is for now. */
  nextBilling: z.nullable(z.object({ at: time, cents: z.number() })),
  /** Stage by stage; empty where nothing is wanted any more. */
  setUp: z.array(
    z.object({
      stage: z.enum(setUpStages),
      /** Domains that have it behind them, and all there are. */
      done: z.number(),
      of: z.number(),
      /** Domains that are in it; of them, those that wait for a third party, for the customer, and those in error. */
      running: z.number(),
      waiting: z.number(),
      waitingForCustomer: z.number(),
      stopped: z.number(),
      /** When the latest domain had it behind it. */
      doneAt: z.nullable(time),
      /** Since when the first of those in it is there. */
      since: z.nullable(time),
    }),
  ),
  /** What happened last, the newest first. */
  activity: z.array(
    z.object({
      at: time,
      sentence: z.string(),
      /** Who did it, or which domain it happened to. */
      subject: z.string(),
    }),
  ),
})
export type OrderOverview = z.output<typeof orderOverview>

export const getOrderOverview = endpoint({
  method: 'GET',
  path: '/api/orders/:orderId/overview',
  summary: 'How an order stands: its set-up stage by stage, what is charged next, what happened last',
  access: 'customer',
  viewed: true,
  params: z.object({ orderId: boundedText(64).check(z.minLength(1)) }),
  response: orderOverview,
})
