import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { useConfig } from '#ui/frame/use-config.ts'
import { lateDialog } from '#ui/late-dialog.tsx'
import { lateMenu, useAwaited } from '#ui/late-menu.tsx'
import { toast } from '#ui/toast.ts'
import { useOneStop } from '#ui/use-one-stop.ts'
import {
  actionProblem,
  type OrderAction,
  orderActionLabels,
  orderActionMessages,
  orderActions,
} from '../rules/order-actions.ts'
import type { WorkspaceGroup, WorkspaceOrder } from './shared/orders-query.ts'
import { useStartAction } from './use-start-action.ts'

const ChooseGroupsDialog = lateDialog(() => import('./choose-groups-dialog.tsx'), {
  frame: 'medium',
  title: ({ action }) => orderActionLabels[action],
})
const OrderActionsMenu = lateMenu(() => import('./order-actions-menu.tsx'))

interface OrderToolbarProps {
  order: WorkspaceOrder['order']
  /** Those that can be selected. */
  groups: readonly WorkspaceGroup[]
  selected: readonly WorkspaceGroup[]
  onSelect: (groups: readonly WorkspaceGroup[]) => void
}

/**
 * What can be done with the selected groups; what can't says why, and where nothing is selected offers the groups. In
 * little room, a menu.
 */
export function OrderToolbar({ order, groups, selected, onSelect }: OrderToolbarProps) {
  const startAction = useStartAction()
  const { planNames } = useConfig()
  const awaited = useAwaited()
  const { row, buttonAt } = useOneStop()
  const [choosingFor, setChoosingFor] = useState<OrderAction>()
  const isNothingSelected = selected.length === 0
  const choose = (action: OrderAction) => {
    toast.error(orderActionMessages.nothingSelected[action])
    setChoosingFor(action)
  }
  const start = (action: OrderAction) => startAction(action, order, selected)
  return (
    <>
      <div role="toolbar" aria-label="Actions" className="hidden flex-wrap gap-2 @min-[32rem]:flex" {...row}>
        {orderActions.map((action, at) => (
          <Button
            key={action}
            {...buttonAt(at)}
            size="small"
            unavailable={actionProblem(action, selected, planNames) ?? false}
            {...(isNothingSelected && {
              onUnavailable: () => choose(action),
              className: 'aria-disabled:cursor-pointer aria-disabled:opacity-100',
            })}
            onClick={() => start(action)}
          >
            {orderActionLabels[action]}
          </Button>
        ))}
      </div>
      <div className="@min-[32rem]:hidden">
        <OrderActionsMenu
          selected={selected}
          onStart={start}
          onChoose={choose}
          trigger={actionsButton}
          {...awaited}
        />
      </div>
      {choosingFor && (
        <ChooseGroupsDialog
          action={choosingFor}
          groups={groups}
          onChosen={(chosen) => {
            setChoosingFor(undefined)
            onSelect(chosen)
            startAction(choosingFor, order, chosen)
          }}
          onClose={() => setChoosingFor(undefined)}
        />
      )}
    </>
  )
}

const actionsButton = (
  <Button size="small" icon={<Ellipsis />}>
    Actions
  </Button>
)
