import { emptyDraft } from '#features/ordering/rules/order-draft.ts'
import { putOrderDraft } from '#features/ordering/web/order-draft-store.ts'
import { plans } from '#features/plans/rules/catalog.ts'
import type { Prices } from '#features/plans/rules/price-list.ts'
import type { ReservePool } from '#features/reserve/api/reserve.ts'

interface Spares {
  pool: ReservePool
  /** What is filled in, as the pool's newest order has it. */
  order: NonNullable<ReservePool['order']>
  orderCount: number
}

/** Begins an order of spares for the orders of a pool, as far as it can be filled in: its domains are left to choose. */
export function beginSpares({ pool, order, orderCount }: Spares, customer: string, prices: Prices): void {
  const { plan, tool } = pool
  const { connectionId, shown, people, ...basics } = order
  const draft = {
    ...emptyDraft(),
    ...basics,
    isReserve: true,
    plan,
    orderCount,
    domainOption: plans[plan].ownDomains ? null : ('purchase' as const),
    tool: { tool, connectionId: connectionId || null, shown },
    people: people.map((person, at) => ({ ...person, id: String(at + 1) })),
  }
  putOrderDraft(draft, customer, prices)
}
