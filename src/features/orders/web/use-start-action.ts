import { reinstatePath } from '#features/reinstatement/rules/reinstate-path.ts'
import { toast } from '#ui/toast.ts'
import type { AskableAction } from '../rules/asked-action.ts'
import {
  doneDomains,
  type OrderAction,
  orderActionMessages,
  reinstatableDomains,
  requestedMessage,
} from '../rules/order-actions.ts'
import { useOpenActionDialog } from './action-dialogs.tsx'
import type { WorkspaceGroup, WorkspaceOrder } from './shared/orders-query.ts'

/** Begins an action on groups of an order for which it is possible (`actionProblem`). */
export function useStartAction() {
  const open = useOpenActionDialog()
  return (action: AskableAction, order: WorkspaceOrder['order'], selected: readonly WorkspaceGroup[]) => {
    if (action === 'reinstate') return reinstate(selected)
    if (action === 'exportMailboxes') return open({ action, order, groups: selected })
    const groups = selected.filter((group) => changeable(action, group).length > 0)
    if (groups.length === 0) toast.error(orderActionMessages.nothingDoneLeft)
    else open({ action, order, groups })
  }
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
