import { useEffect, useRef } from 'react'
import { useBlocker } from 'react-router'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

/** For a form that is a page: what was entered is not lost by a link, Back or a reload without a question, as in a dialog. */
export function AskBeforeLeaving({ unsaved }: { unsaved: boolean }) {
  useEffect(() => {
    if (!unsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [unsaved])
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved && currentLocation.pathname !== nextLocation.pathname,
  )
  const isAsking = blocker.state === 'blocked'
  /**
   * The question that was answered with yes. The dialog closes after its answer too; to stay then would have Back, which
   * goes a moment later, asked about once more.
   */
  const left = useRef<typeof blocker>(null)
  return (
    <ConfirmDialog
      open={isAsking}
      onOpenChange={() => isAsking && left.current !== blocker && blocker.reset()}
      title="Discard your changes?"
      confirmLabel="Discard changes"
      cancelLabel="Keep editing"
      danger
      onConfirm={() => {
        if (!isAsking) return
        left.current = blocker
        blocker.proceed()
      }}
    >
      What you entered here has not been saved.
    </ConfirmDialog>
  )
}
