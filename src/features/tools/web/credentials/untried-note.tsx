import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'

interface UntriedNoteProps {
  message: string
  isSaving?: boolean
  onSaveAnyway: () => void
}

/** Credentials whose tool is away: they may be right, and can be kept for later. */
export const UntriedNote = ({ message, isSaving = false, onSaveAnyway }: UntriedNoteProps) => (
  <Alert
    tone="warning"
    action={
      <Button size="small" loading={isSaving} onClick={onSaveAnyway}>
        Save anyway
      </Button>
    }
  >
    {message} You can try again in a moment, or save them as they are: they are tried again when the mailboxes
    are connected.
  </Alert>
)
