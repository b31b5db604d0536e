import { doneDomains } from '#shared/orders/order-actions.ts'
import type { ActionDialogProps } from '../action-dialog-props.ts'
import ReplaceDomainsDialog from './replace-domains-dialog.tsx'

/** Replaces delivered domains of the selected groups; which ones they were is kept while the dialog is open. */
export default function ReplaceSelectedDialog({ groups, onClose }: ActionDialogProps) {
  return <ReplaceDomainsDialog domains={doneDomains(groups)} onClose={onClose} />
}
