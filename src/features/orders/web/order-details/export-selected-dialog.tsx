import { doneDomains } from '../../rules/order-actions.ts'
import type { ActionDialogProps } from '../shared/action-dialog-props.ts'
import ExportMailboxesDialog from './export-mailboxes-dialog.tsx'

/** Exports the mailboxes on delivered domains of the selected groups. */
export default function ExportSelectedDialog({ groups, onClose }: ActionDialogProps) {
  return <ExportMailboxesDialog domains={doneDomains(groups).map(({ domain }) => domain)} onClose={onClose} />
}
