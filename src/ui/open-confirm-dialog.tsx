import type { ComponentProps } from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'

export interface OpenConfirmDialogProps
  extends Omit<ComponentProps<typeof ConfirmDialog>, 'open' | 'onOpenChange' | 'title' | 'wide'> {
  title: string
  onClose: () => void
}

/** A question that is asked for as long as it is drawn. */
export default function OpenConfirmDialog({ onClose, ...question }: OpenConfirmDialogProps) {
  return <ConfirmDialog open onOpenChange={onClose} {...question} />
}
