import { mayStaff } from '#base/access.ts'
import type { Routes } from '#base/http/binding.ts'
import { invalid } from '#base/http/refusal.ts'
import type { StaffCaller } from '#base/http/staff-session.ts'
import { countOf } from '#base/text/count-of.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { isWordGiven, typeTheNumber } from '#features/names/rules/typed-word.ts'
import * as api from '../../api/console-orders.ts'
import { endOrder, holdOrder, impactOf, type OrderAct, releaseOrder } from './hold-orders.ts'
import { listOrders } from './list-orders.ts'
import { presentOrder, showOrder } from './show-order.ts'

const perPage = 100
const seesMoney = ({ role }: StaffCaller) => mayStaff(role, 'money.read')

/** Every customer's orders, as staff see them, and what they may do with one. */
export function consoleOrderRoutes(deps: Dependencies): Routes {
  const { db, brand } = deps

  /** Throws a `Refusal` where many domains would be touched and nobody has typed how many. */
  async function refuseSlip(orderId: string, act: OrderAct, word: string | undefined): Promise<void> {
    const { domains } = await impactOf(db, orderId, act)
    if (!isWordGiven(domains, word)) throw invalid(typeTheNumber(domains))
  }

  return (bind) => {
    bind(api.consoleOrders, async ({ query, staff }) => {
      const { state, plan, only, customer, text, after } = query
      const rows = await listOrders(
        db,
        {
          status: state,
          plan,
          customerId: customer,
          text,
          after,
          isHeld: only === 'held',
          isStuck: only === 'stuck',
          isUnrefunded: only === 'unrefunded',
          isDisputed: only === 'disputed',
          isRefused: only === 'refused',
        },
        { limit: perPage + 1 },
      )
      const page = rows.slice(0, perPage)
      return {
        orders: page.map((row) => presentOrder(row, seesMoney(staff))),
        next: rows.length > perPage ? (page.at(-1)?.order ?? null) : null,
      }
    })

    bind(api.consoleOrderPage, ({ params, staff }) =>
      showOrder(db, params.orderId, { seesMoney: seesMoney(staff), productName: brand.now.productName }),
    )

    bind(api.holdConsoleOrder, async ({ params: { orderId }, body }) => {
      await refuseSlip(orderId, 'hold', body.word)
      const held = await holdOrder(deps, orderId)
      return { message: `On hold: ${countOf(held.length, 'group')}. Nothing of it is billed.` }
    })

    bind(api.releaseConsoleOrder, async ({ params: { orderId }, body }) => {
      await refuseSlip(orderId, 'release', body.word)
      const released = await releaseOrder(deps, orderId, body)
      return {
        message: `Released: ${countOf(released.length, 'group')}. Mailboxes and billing go on within minutes.`,
      }
    })

    bind(api.endConsoleOrder, async ({ params: { orderId }, body }) => {
      await refuseSlip(orderId, 'end', body.word)
      const ended = await endOrder(deps, orderId, body.reason)
      return { message: `Ended: ${countOf(ended.length, 'group')}.` }
    })
  }
}
