import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import type { OpenedWorkspace } from '../../rules/tool-trial.ts'

interface OtherWorkspaceNoteProps {
  message: string
  opens: OpenedWorkspace
  isSaving?: boolean
  onUse: () => void
}

/** A key that opens another workspace than the one that is named: the inboxes would go there. */
export const OtherWorkspaceNote = ({ message, opens, isSaving = false, onUse }: OtherWorkspaceNoteProps) => (
  <Alert
    tone="warning"
    title="This key opens another workspace"
    action={
      <Button size="small" className="max-w-full" loading={isSaving} onClick={onUse}>
        <span className="truncate">Use “{opens.name}”</span>
      </Button>
    }
  >
    <span className="wrap-anywhere">{message}</span> Use this workspace, or enter another key.
  </Alert>
)
