import { Ellipsis } from 'lucide-react'
import {
  actionProblem,
  doneDomains,
  type OrderAction,
  orderActionLabels,
  orderActionMessages,
  orderActions,
  reinstatableDomains,
  requestedMessage,
} from '#shared/orders/order-actions.ts'
import { reinstatePath } from '#shared/reinstatement/reinstate-path.ts'
import { Button } from '../../ui/button.tsx'
import { LateMenu } from '../../ui/late-menu.tsx'
import { latePart } from '../../ui/late-part.ts'
import { MissingMenu } from '../../ui/missing-parts.tsx'
import { toast } from '../../ui/toast.ts'
import { whenIdle } from '../../ui/when-idle.ts'
import { useOpenActionDialog } from './action-dialogs.tsx'
import type { WorkspaceGroup, WorkspaceOrder } from './orders-query.ts'

const OrderActionsMenu = latePart(async () => {
  await whenIdle()
  return import('./order-actions-menu.tsx')
}, MissingMenu)

interface OrderToolbarProps {
  order: WorkspaceOrder['order']
  selected: readonly WorkspaceGroup[]
}

/** What can be done with the selected groups; what can't says why. In little room, a menu. */
export function OrderToolbar({ order, selected }: OrderToolbarProps) {
  const open = useOpenActionDialog()
  const start = (action: OrderAction) => {
    if (action === 'reinstate') return reinstate(selected)
    const groups = selected.filter((group) => changeable(action, group).length > 0)
    if (groups.length === 0) toast.error(orderActionMessages.nothingDoneLeft)
    else open({ action, order, groups })
  }
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
        <LateMenu trigger={actionsButton}>
          {(isAwaited) => (
            <OrderActionsMenu
              selected={selected}
              onStart={start}
              trigger={actionsButton}
              defaultOpen={isAwaited}
            />
          )}
        </LateMenu>
      </div>
    </>
  )
}

/** A domain can be replaced once: what takes its place is changed from then on. */
const changeable = (action: OrderAction, group: WorkspaceGroup) =>
  doneDomains([group]).filter((domain) => action !== 'replaceDomains' || !domain.replacementOrdered)

/** In a tab of its own: the workspace stays as it is. */
function reinstate(groups: readonly WorkspaceGroup[]): void {
  const domains = groups.flatMap((group) =>
    reinstatableDomains([group]).map((domain) => ({ ...domain, plan: group.plan })),
  )
  window.open(reinstatePath(domains), '_blank', 'noopener')
  toast.success(requestedMessage('reinstateRequested', domains.length))
}

const actionsButton = (
  <Button size="small" icon={<Ellipsis />}>
    Actions
  </Button>
)
