import * as z from 'zod/mini'
import { endpoint } from '#base/api/endpoint.ts'
import { keysOf } from '#base/records/keys-of.ts'
import { boundedText } from '#base/text/outcome.ts'
import { standstills } from '#features/domains/rules/standstill.ts'
import { groupHolds } from '#features/orders/rules/order-status.ts'

/** As the server's clock has it. */
const moment = z.string()
const access = 'staff:customers.read'
const sum = z.object({ count: z.number(), cents: z.number() })

/** Domains that stand still for one reason. */
const stuckGroup = z.object({
  standstill: z.enum(keysOf(standstills)),
  /** A third party's words, without the domain's name. */
  why: z.nullable(z.string()),
  domains: z.number(),
  /** One of them. */
  example: z.string(),
  /** Since when the first of them stands. */
  since: z.nullable(moment),
})
export type StuckGroup = z.output<typeof stuckGroup>

/** What harms meanwhile, and how it is mended. */
export const alarm = z.object({ what: z.string(), mend: z.string(), since: z.nullable(moment) })
export type Alarm = z.output<typeof alarm>

const vendorState = z.object({
  id: z.string(),
  name: z.string(),
  calls: z.number(),
  errors: z.number(),
  /** No call is made before: it asked for that. */
  blockedUntil: z.nullable(moment),
  /** How far ahead its fullest limit is booked, in milliseconds. */
  bookedAheadMs: z.number(),
})
export type VendorState = z.output<typeof vendorState>

const round = z.object({
  what: z.string(),
  everyMs: z.number(),
  doneAt: z.nullable(moment),
  /** Why the last one failed, where none has come to its end since. */
  problem: z.nullable(z.string()),
})
export type Round = z.output<typeof round>

export const consoleHome = endpoint({
  method: 'GET',
  path: '/api/operator/home',
  summary: 'What waits for somebody of the staff',
  access,
  response: z.object({
    readAt: moment,
    alarms: z.array(alarm),
    stuck: z.array(stuckGroup),
    work: z.array(z.object({ kind: z.string(), count: z.number(), oldest: moment })),
    holds: z.array(z.object({ hold: z.enum(groupHolds), groups: z.number(), since: z.nullable(moment) })),
    /** Null for those who may not see money. */
    money: z.nullable(
      z.object({
        refundsFailed: sum,
        refundsUnderWay: sum,
        disputes: z.number(),
        refusedRenewals: z.number(),
      }),
    ),
    vendors: z.object({ since: moment, states: z.array(vendorState) }),
    rounds: z.array(round),
    due: z.object({
      names: z.number(),
      /** The one that has waited the longest. */
      oldestName: z.nullable(moment),
      mails: z.number(),
      paymentEvents: z.number(),
    }),
  }),
})

export const freeVendor = endpoint({
  method: 'POST',
  path: '/api/operator/vendors/free',
  summary: 'Staff: call a third party again before the time that it asked us to wait until',
  access: 'staff:accounts.manage',
  asksAgain: true,
  limit: 'staff',
  body: z.strictObject({ vendor: boundedText(32) }),
  response: z.object({ message: z.string() }),
})

export const consoleFigures = endpoint({
  method: 'GET',
  path: '/api/operator/figures',
  summary:
    'How the business has gone: income by month, set-ups by day, time to deliver, errors of third parties',
  access,
  response: z.object({
    /**
     * What was paid for at the end of each month, every 30 days. None until the payment provider's books are read. Null
     * for those who may not see money.
     */
    income: z.nullable(z.array(z.object({ month: z.string(), cents: z.number() }))),
    setUps: z.array(z.object({ day: z.string(), domains: z.number() })),
    /** Minutes; null in a week in which nothing was delivered. */
    delivery: z.array(
      z.object({
        week: z.string(),
        median: z.nullable(z.number()),
        slow: z.nullable(z.number()),
        domains: z.number(),
      }),
    ),
    errors: z.array(z.object({ hour: moment, vendor: z.string(), calls: z.number(), errors: z.number() })),
  }),
})
