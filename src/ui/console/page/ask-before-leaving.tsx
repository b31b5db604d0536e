import { useEffect, useRef } from 'react'
import { ConfirmDialog } from '../../confirm-dialog.tsx'
import { useHold } from '../../frame/leaving.tsx'

/** For a form that is a page: what was entered is not lost by a link, Back or a reload without a question, as in a dialog. */
export function AskBeforeLeaving({ unsaved }: { unsaved: boolean }) {
  useEffect(() => {
    if (!unsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [unsaved])
  const held = useHold(
    ({ currentLocation, nextLocation }) => unsaved && currentLocation.pathname !== nextLocation.pathname,
  )
  /**
   * The question that was answered with yes. The dialog closes after its answer too; to stay then would have Back, which
   * goes a moment later, asked about once more.
   */
  const left = useRef<typeof held>(undefined)
  return (
    <ConfirmDialog
      open={held !== undefined}
      onOpenChange={() => left.current !== held && held?.reset()}
      title="Discard your changes?"
      confirmLabel="Discard changes"
      cancelLabel="Keep editing"
      danger
      onConfirm={() => {
        left.current = held
        held?.proceed()
      }}
    >
      What you entered here has not been saved.
    </ConfirmDialog>
  )
}
