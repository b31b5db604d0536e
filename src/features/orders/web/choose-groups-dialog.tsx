import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useConfig } from '#ui/frame/use-config.ts'
import { StatusBadge } from '#ui/status-badge.tsx'
import {
  actionProblem,
  doneDomains,
  isActionPossible,
  type OrderAction,
  orderActionLabels,
  orderActionMessages,
} from '../rules/order-actions.ts'
import { orderTypeLabel } from '../rules/order-groups.ts'
import type { WorkspaceGroup } from './shared/orders-query.ts'

interface ChooseGroupsDialogProps {
  action: OrderAction
  groups: readonly WorkspaceGroup[]
  /** The action continues with these. */
  onChosen: (groups: readonly WorkspaceGroup[]) => void
  onClose: () => void
}

/** An action was pressed with nothing selected: the groups of the order, to be ticked right there. */
export default function ChooseGroupsDialog({ action, groups, onChosen, onClose }: ChooseGroupsDialogProps) {
  const naming = useConfig()
  const possible = groups.filter((group) => isActionPossible(action, [group]))
  // Where there is no choice, none is asked for.
  const [ticked, setTicked] = useState<ReadonlySet<string>>(
    () => new Set(possible.length === 1 ? possible.map(({ groupId }) => groupId) : []),
  )
  const chosen = groups.filter(({ groupId }) => ticked.has(groupId))
  const toggle = (groupId: string) =>
    setTicked((before) => {
      const next = new Set(before)
      if (!next.delete(groupId)) next.add(groupId)
      return next
    })
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={orderActionLabels[action]}
      description={orderActionMessages.nothingSelected[action]}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            unavailable={actionProblem(action, chosen, naming.planNames) ?? false}
            onClick={() => onChosen(chosen)}
          >
            Continue
          </Button>
        </>
      }
    >
      <ul aria-label="Groups" className="divide-y divide-line rounded-card border border-line">
        {groups.map((group) => {
          const problem = actionProblem(action, [group], naming.planNames)
          const place = groups.length > 1 && group.group ? ` #${group.group.orderIndex}` : ''
          return (
            <li key={group.groupId} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3">
              <Checkbox
                checked={ticked.has(group.groupId)}
                disabled={problem !== undefined}
                onCheckedChange={() => toggle(group.groupId)}
              >
                {orderTypeLabel(group.plan, naming) + place}
              </Checkbox>
              <StatusBadge status={group.badge} className="ml-auto" />
              <p className="basis-full pl-7 text-muted text-secondary wrap-anywhere">
                {problem ?? namesText(action === 'reinstate' ? group.domains : doneDomains([group]))}
              </p>
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}

const namesText = (domains: readonly { domain: string }[]): string =>
  domains.map(({ domain }) => domain).join(', ')
