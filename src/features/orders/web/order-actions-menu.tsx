import { useConfig } from '#ui/frame/use-config.ts'
import type { LateMenuProps } from '#ui/late-menu.tsx'
import { Menu, MenuItem } from '#ui/menu.tsx'
import { actionProblem, type OrderAction, orderActionLabels, orderActions } from '../rules/order-actions.ts'
import type { WorkspaceGroup } from './shared/orders-query.ts'

interface OrderActionsMenuProps extends LateMenuProps {
  selected: readonly WorkspaceGroup[]
  onStart: (action: OrderAction) => void
  /** Nothing is selected yet. */
  onChoose: (action: OrderAction) => void
}

/** The actions of the toolbar where it has no room. */
export default function OrderActionsMenu({
  trigger,
  selected,
  onStart,
  onChoose,
  defaultOpen,
}: OrderActionsMenuProps) {
  const { planNames } = useConfig()
  return (
    <Menu trigger={trigger} defaultOpen={defaultOpen}>
      {orderActions.map((action) => (
        <MenuItem
          key={action}
          unavailable={actionProblem(action, selected, planNames) ?? false}
          {...(selected.length === 0 && { onUnavailable: () => onChoose(action) })}
          onSelect={() => onStart(action)}
        >
          {orderActionLabels[action]}
        </MenuItem>
      ))}
    </Menu>
  )
}
