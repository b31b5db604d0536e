import { invalid } from '#base/http/refusal.ts'
import { countOf } from '#base/text/count-of.ts'
import { endReasonMax } from '#features/orders/api/console-orders.ts'
import {
  chargeAfterRelease,
  endOrder,
  holdOrder,
  releaseOrder,
} from '#features/orders/server/console/hold-orders.ts'
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
    options: {
      order,
      'charge-now': { help: 'charge a period from now on, where the hold has dropped one', flag: true },
    },
    async run(deps, options, print) {
      const id = given(options, 'order').trim()
      const chargesNow = options['charge-now'] !== undefined
      const { inTurn, now } = await chargeAfterRelease(deps.db, id)
      const charge = chargesNow ? now : inTurn
      const released = await releaseOrder(deps, id, { chargesNow })
      print(
        `Released: ${told(released)}. Mailboxes and billing continue within minutes.${charge ? ` ${charge}` : ''}`,
        { data: { groups: released } },
      )
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
