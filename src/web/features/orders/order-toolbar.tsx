import { Ellipsis } from 'lucide-react'
import {
  actionProblem,
  type OrderAction,
  orderActionLabels,
  orderActions,
} from '#shared/orders/order-actions.ts'
import { Button } from '../../ui/button.tsx'
import { lateMenu, useAwaited } from '../../ui/late-menu.tsx'
import type { WorkspaceGroup, WorkspaceOrder } from './orders-query.ts'
import { useStartAction } from './use-start-action.ts'

const OrderActionsMenu = lateMenu(() => import('./order-actions-menu.tsx'))

interface OrderToolbarProps {
  order: WorkspaceOrder['order']
  selected: readonly WorkspaceGroup[]
}

/** What can be done with the selected groups; what can't says why. In little room, a menu. */
export function OrderToolbar({ order, selected }: OrderToolbarProps) {
  const startAction = useStartAction()
  const awaited = useAwaited()
  const start = (action: OrderAction) => startAction(action, order, selected)
  return (
    <>
      <div role="toolbar" aria-label="Actions" className="hidden flex-wrap gap-2 @min-[32rem]:flex">
        {orderActions.map((action) => (
          <Button
            key={action}
            size="small"
            unavailable={actionProblem(action, selected) ?? false}
            onClick={() => start(action)}
          >
            {orderActionLabels[action]}
          </Button>
        ))}
      </div>
      <div className="@min-[32rem]:hidden">
        <OrderActionsMenu selected={selected} onStart={start} trigger={actionsButton} {...awaited} />
      </div>
    </>
  )
}

const actionsButton = (
  <Button size="small" icon={<Ellipsis />}>
    Actions
  </Button>
)
