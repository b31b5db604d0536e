import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { ReservePool } from '#shared/api/reserve.ts'
import { formatUsd } from '#shared/money/usd.ts'
import { emptyDraft, type OrderDraft } from '#shared/order-draft/order-draft.ts'
import { orderCountMax, plans } from '#shared/plans/catalog.ts'
import { orderCents } from '#shared/plans/price-list.ts'
import { countOf } from '#shared/text/count-of.ts'
import { useConfig } from '../../app-shell/use-config.ts'
import { usePrices } from '../../app-shell/use-prices.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useOrderDraft } from '../order-wizard/order-draft-store.ts'

/** An order of spares for the orders of a pool, as far as it can be filled in: its domains are left to choose. */
function reserveDraft(
  { plan, tool }: ReservePool,
  order: NonNullable<ReservePool['order']>,
  orderCount: number,
): OrderDraft {
  const { connectionId, shown, people, ...basics } = order
  return {
    ...emptyDraft(),
    ...basics,
    isReserve: true,
    plan,
    orderCount,
    domainOption: plans[plan].ownDomains ? null : 'purchase',
    tool: { tool, connectionId: connectionId || null, shown },
    people: people.map((person, at) => ({ ...person, id: String(at + 1) })),
  }
}

interface KeepSparesProps {
  pool: ReservePool
  missing: number
  /** Nothing else is to be done before. */
  isFirst: boolean
}

/** Begins an order of spares: as many orders of the plan as hold what is missing, and one where nothing is. */
export function KeepSpares({ pool, missing, isFirst }: KeepSparesProps) {
  const [isAsking, setAsking] = useState(false)
  const [draft, change] = useOrderDraft()
  const navigate = useNavigate()
  const prices = usePrices()
  const { plansEnabled } = useConfig()
  const { plan, order } = pool
  if (!order || !plansEnabled.includes(plan)) return null
  const { azure, google } = plans[plan].domains
  const each = azure + google
  const orderCount = Math.min(orderCountMax, Math.max(1, Math.ceil(missing / each)))
  const begin = () => {
    change(() => reserveDraft(pool, order, orderCount))
    void navigate('/select-domains')
  }
  const isBegun = draft.plan !== null && !draft.isReserve
  return (
    <div className="flex flex-col gap-1 sm:items-end sm:text-right">
      <Button
        size="small"
        variant={isFirst ? 'primary' : 'secondary'}
        onClick={() => (isBegun ? setAsking(true) : begin())}
      >
        Keep {countOf(orderCount * each, 'spare')}
      </Button>
      <p className="text-muted text-secondary tabular-nums">
        {countOf(orderCount, 'order')}, {formatUsd(orderCount * orderCents(prices, plan, true))} a month
      </p>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Begin an order of spares?"
        confirmLabel="Begin it"
        onConfirm={async () => begin()}
      >
        You have begun another order, which is not placed yet. What you entered there is given up.
      </ConfirmDialog>
    </div>
  )
}
