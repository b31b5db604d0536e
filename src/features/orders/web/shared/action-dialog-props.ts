import type { WorkspaceGroup, WorkspaceOrder } from './orders-query.ts'

/** What every dialog of an action gets: the order and the selected groups as they were when it was opened. */
export interface ActionDialogProps {
  order: WorkspaceOrder['order']
  /** The selected groups that have delivered domains. */
  groups: readonly WorkspaceGroup[]
  onClose: () => void
}
