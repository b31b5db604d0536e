import { lateDialog } from './late-dialog.tsx'
import type { OpenConfirmDialogProps } from './open-confirm-dialog.tsx'

/** A `ConfirmDialog` whose code comes with the first question. It is drawn only while it asks. */
export const LateConfirmDialog = lateDialog<OpenConfirmDialogProps, OpenConfirmDialogProps>(
  () => import('./open-confirm-dialog.tsx'),
  { frame: 'question', title: ({ title }) => title },
)
