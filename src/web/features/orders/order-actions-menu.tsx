import type { ReactElement } from 'react'
import {
  actionProblem,
  type OrderAction,
  orderActionLabels,
  orderActions,
} from '#shared/orders/order-actions.ts'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import type { WorkspaceGroup } from './orders-query.ts'

interface OrderActionsMenuProps {
  trigger: ReactElement
  selected: readonly WorkspaceGroup[]
  onStart: (action: OrderAction) => void
  defaultOpen: boolean
}

/** The actions of the toolbar where it has no room. */
export default function OrderActionsMenu({ trigger, selected, onStart, defaultOpen }: OrderActionsMenuProps) {
  return (
    <Menu trigger={trigger} defaultOpen={defaultOpen}>
      {orderActions.map((action) => (
        <MenuItem
          key={action}
          unavailable={actionProblem(action, selected) ?? false}
          onSelect={() => onStart(action)}
        >
          {orderActionLabels[action]}
        </MenuItem>
      ))}
    </Menu>
  )
}
