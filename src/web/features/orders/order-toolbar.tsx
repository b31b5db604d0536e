import { Ellipsis } from 'lucide-react'
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import {
  actionProblem,
  doneDomains,
  type OrderAction,
  orderActionLabels,
  orderActionMessages,
  orderActions,
  requestedMessage,
} from '#shared/order-actions.ts'
import { reinstatePath } from '#shared/reinstate-path.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'
import type { WorkspaceGroup, WorkspaceOrder } from './orders-query.ts'

/** What every dialog of an action gets. */
export interface ActionDialogProps {
  order: WorkspaceOrder['order']
  /** The selected groups that have delivered domains. */
  groups: readonly WorkspaceGroup[]
  onClose: () => void
}

const OrderActionsMenu = lazy(() => import('./order-actions-menu.tsx'))

const dialogs = {
  updateForwarding: lazy(() => import('./update-forwarding/update-forwarding-dialog.tsx')),
  updateUsernames: lazy(() => import('./change-usernames/change-usernames-dialog.tsx')),
  replaceDomains: lazy(() => import('./replace-domains/replace-domains-dialog.tsx')),
}
type DialogAction = keyof typeof dialogs

interface OrderToolbarProps {
  order: WorkspaceOrder['order']
  selected: readonly WorkspaceGroup[]
}

/** What can be done with the selected groups; what can't says why. In little room, a menu. */
export function OrderToolbar({ order, selected }: OrderToolbarProps) {
  const [open, setOpen] = useState<{ action: DialogAction; groups: readonly WorkspaceGroup[] }>()

  const start = (action: OrderAction) => {
    if (action === 'reinstate') return reinstate(selected)
    const groups = selected.filter((group) => doneDomains([group]).length > 0)
    if (groups.length === 0) toast.error(orderActionMessages.nothingDoneLeft)
    else setOpen({ action, groups })
  }
  const OpenDialog = open && dialogs[open.action]
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
        <Suspense fallback={<ActionsButton />}>
          <OrderActionsMenu selected={selected} onStart={start} trigger={<ActionsButton />} />
        </Suspense>
      </div>
      {open && OpenDialog && (
        <Suspense>
          <OpenDialog order={order} groups={open.groups} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </>
  )
}

/** In a tab of its own: the workspace stays as it is. */
function reinstate(groups: readonly WorkspaceGroup[]): void {
  const domains = groups.flatMap((group) => group.domains)
  window.open(reinstatePath(domains), '_blank', 'noopener')
  toast.success(requestedMessage('reinstateRequested', domains.length))
}

const ActionsButton = (props: ComponentProps<typeof Button>) => (
  <Button size="small" icon={<Ellipsis />} {...props}>
    Actions
  </Button>
)
