import { and, asc, eq, isNotNull, or, sql } from 'drizzle-orm'
import { endReasonMax } from '#shared/api/console/orders.ts'
import { countOf } from '#shared/text/count-of.ts'
import type { Db } from '../db/client.ts'
import { bundles, customers } from '../db/schema/index.ts'
import { endOrder, holdOrder, releaseOrder } from '../features/console/orders/hold-orders.ts'
import { invalid } from '../http/refusal.ts'
import { type Command, given } from './command.ts'

const order = { help: 'the order, or one of its groups, by its id', required: true }

const told = (ids: readonly string[]) => `${countOf(ids.length, 'group')} (${ids.join(', ')})`

/** Orders on hold: after a dispute or a refund, or because the operator wants it so. */
export const holdCommands: readonly Command[] = [
  {
    name: 'order hold',
    summary: 'stop the mailboxes and the billing of an order until release; the customer is told by mail',
    options: { order },
    async run(deps, options, print) {
      const held = await holdOrder(deps, given(options, 'order').trim())
      print(`On hold: ${told(held)}. Nothing of it is billed.`, { data: { groups: held } })
    },
  },
  {
    name: 'order release',
    summary:
      'let an order on hold run and be billed again, whatever it was held for; the customer is told by mail',
    options: { order },
    async run(deps, options, print) {
      const released = await releaseOrder(deps, given(options, 'order').trim())
      print(`Released: ${told(released)}. Mailboxes and billing go on within minutes.`, {
        data: { groups: released },
      })
    },
  },
  {
    name: 'order end',
    summary:
      'cancel an order for good and end its billing; mailboxes are kept for the usual time, nothing is refunded',
    options: { order, reason: { help: 'why, as the customer reads it', required: true } },
    async run(deps, options, print) {
      const reason = options.reason?.trim() ?? ''
      if (reason === '' || reason.length > endReasonMax)
        throw invalid(`Say why with --reason, in at most ${endReasonMax} characters.`)
      const ended = await endOrder(deps, given(options, 'order').trim(), reason)
      print(`Ended: ${told(ended)}.`, { data: { groups: ended } })
    },
  },
]

interface HeldGroup extends Pick<typeof bundles.$inferSelect, 'id' | 'orderId' | 'hold' | 'holdSince'> {
  /** Since when nothing is billed since its customer is suspended. */
  suspendedSince: Date | null
}

/** Groups on hold, or unbilled since their customer is suspended, the longest first. */
export const heldGroups = (db: Db): Promise<HeldGroup[]> =>
  db
    .select({
      id: bundles.id,
      orderId: bundles.orderId,
      hold: bundles.hold,
      holdSince: bundles.holdSince,
      suspendedSince: customers.billingStoppedAt,
    })
    .from(bundles)
    .innerJoin(customers, eq(customers.id, bundles.customerId))
    .where(
      and(eq(bundles.status, 'live'), or(isNotNull(bundles.hold), isNotNull(customers.billingStoppedAt))),
    )
    .orderBy(sql`least(${bundles.holdSince}, ${customers.billingStoppedAt})`, asc(bundles.id))
