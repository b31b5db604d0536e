import { lateDialog } from './late-dialog.tsx'

/** A `ConfirmDialog` whose code comes with the first question. It is drawn only while it asks. */
export const LateConfirmDialog = lateDialog(() => import('./open-confirm-dialog.tsx'), {
  frame: 'question',
  title: ({ title }) => title,
})
